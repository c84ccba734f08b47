package tutti.group.member;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Leaves the job exactly once: when the master is closed, else when the JVM shuts down. */
public final class JobExit {
    private final Consumer<Manner> leave;
    private final AtomicBoolean departed = new AtomicBoolean();
    private final Thread hook = new Thread(() -> once(Manner.AT_SHUTDOWN), "tutti-departure");

    /** How a process leaves its job. */
    public enum Manner {
        /** Waiting until all processes are as far. */
        IN_GOOD_ORDER,
        /** Without waiting for others, because something has failed. */
        IN_HASTE,
        /** In good order if all members are done; else in haste, and silently, for the JVM was told to end. */
        AT_SHUTDOWN
    }

    /**
     * Makes a departure that has not happened.
     *
     * @param leave leaves the job
     */
    public JobExit(Consumer<Manner> leave) {
        this.leave = leave;
    }

    /** From now on the JVM does not end without leaving. */
    public void alsoAtShutdown() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Leaves, unless that was done before. */
    public void once(Manner manner) {
        if (departed.compareAndSet(false, true)) {
            try {
                leave.accept(manner);
            } finally {
                if (!hook.equals(Thread.currentThread())) {
                    removeHook();
                }
            }
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down: the hook will find that all is done
        }
    }
}
