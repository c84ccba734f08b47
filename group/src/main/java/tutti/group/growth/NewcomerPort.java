package tutti.group.growth;

import java.util.List;
import java.util.function.BooleanSupplier;
import tutti.messaging.bootstrap.WaitingCaller;

/** Where newcomers wait at a process until a group takes them in. Thread-safe. */
interface NewcomerPort {
    /** Returns whether the process takes newcomers. */
    boolean takesNewcomers();

    /** Returns {@code host:port} at which others call; from now on it is open. */
    String address();

    /** Sends those that wait, and those that come, to the port of another process. */
    void sendOn(String port);

    /** Lets those wait here again that come. */
    void keepCallers();

    /** Returns how many wait. */
    int waiting();

    /**
     * Waits until so many wait, and takes those that came first.
     *
     * @param deadlineNanos as the process' clock counts
     * @param wanted whether to wait on
     * @return so many; none if the time is up before, or waiting is not wanted any more
     */
    List<? extends WaitingCaller> take(int number, long deadlineNanos, BooleanSupplier wanted)
            throws InterruptedException;
}
