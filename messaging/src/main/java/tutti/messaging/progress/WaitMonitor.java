package tutti.messaging.progress;

import tutti.serialization.TuttiException;

/** Looks after one wait: names it, and says how long it may last. */
@FunctionalInterface
public interface WaitMonitor {
    /** What {@link #tick} returns if there is nothing to look after. */
    long NEVER = Long.MAX_VALUE;

    /** Names the wait in an exception. */
    String what();

    /** Returns the process that ends the wait by what it sends or takes, or {@link Inward#ANY_PROCESS}. */
    default int awaitedProcess() {
        return Inward.ANY_PROCESS;
    }

    /**
     * Does what is due after such a time; called in the waiting thread before each sleep.
     *
     * @return after how many further nanoseconds this must be called again; 0 or less if the wait must end
     */
    default long tick(long waitedNanos) {
        return NEVER;
    }

    /**
     * Returns whether that time must be kept to the millisecond; else {@link WaitQueue#timerTick} sees to it, and the
     * thread sleeps cheaper.
     */
    default boolean isPrecise() {
        return false;
    }

    /** Makes the exception that ends the wait when its time is over. */
    default TuttiException expired() {
        throw new IllegalStateException("has no limit: " + what());
    }

    /** Returns whether {@link #waited} wants to know how long the wait took. */
    default boolean isTimed() {
        return false;
    }

    /** The wait has ended, parked or not; called if it is timed. */
    default void waited(long nanos) {}

    /** The thread parks no more, however the wait ended. */
    default void over() {}
}
