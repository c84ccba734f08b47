package tutti.messaging.device;

import java.time.Duration;

/**
 * A device without connections of its own: it carries frames, and leaves it to a {@link ConnectionOwner} to find peers,
 * to prove who they are, and to notice their end.
 */
public interface WiredDevice extends Device, Wireup {
    /**
     * Begins, together with the other processes: all have joined, and have what they need. Called once, before this
     * process sends; peers that have begun may make offers before that. If the job may use several devices and it
     * fails in one process, all processes close this device and use another.
     *
     * @param limit how long to wait for the others
     * @throws tutti.messaging.JoinException if they have not begun in time, or this process cannot
     */
    default void begin(Duration limit) {}
}
