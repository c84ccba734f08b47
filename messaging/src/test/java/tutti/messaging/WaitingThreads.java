package tutti.messaging;

import java.util.Arrays;

/** Tells from outside whether a member's thread waits. */
public final class WaitingThreads {
    private WaitingThreads() {}

    /** Returns whether a thread sleeps until it is woken: parked, or in the selector. */
    public static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("leadOn"));
    }
}
