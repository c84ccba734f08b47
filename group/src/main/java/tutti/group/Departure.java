package tutti.group;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Leaves the job exactly once: when the master is closed, else when the JVM shuts down. */
final class Departure {
    private final Consumer<Boolean> leave;
    private final AtomicBoolean departed = new AtomicBoolean();
    private final Thread hook = new Thread(this::depart, "tutti-departure");

    /**
     * Makes a departure that has not happened.
     *
     * @param leave leaves the job; told whether it must not wait for others
     */
    Departure(Consumer<Boolean> leave) {
        this.leave = leave;
    }

    /** From now on the JVM does not end without leaving. */
    void alsoAtShutdown() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Leaves in good order, waiting until all processes are as far. */
    void depart() {
        once(false);
    }

    /** Leaves without waiting for others, because something has failed. */
    void inHaste() {
        once(true);
    }

    private void once(boolean inHaste) {
        if (departed.compareAndSet(false, true)) {
            leave.accept(inHaste);
            if (!hook.equals(Thread.currentThread())) {
                removeHook();
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
