package tutti.group;

import java.time.Duration;
import java.util.function.Function;
import tutti.messaging.runtime.Endpoint;

/**
 * A member's view of the group of a window, as the window knows it.
 *
 * @param communication its operations
 * @param acting is called by a thread that acts for the member without any of its operations
 * @param endpoint the member's place, for all of them
 * @param leaving leaves it
 * @param limiting makes a view with a deadline
 */
record WindowGroup(
        ObjectCommunication communication,
        Runnable acting,
        Endpoint endpoint,
        Runnable leaving,
        Function<Duration, WindowGroup> limiting) {}
