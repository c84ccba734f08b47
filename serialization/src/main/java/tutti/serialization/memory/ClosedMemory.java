package tutti.serialization.memory;

import org.jspecify.annotations.Nullable;

/**
 * What a thread gets that reads or writes memory of a buffer that is not its to use: closed, perhaps in this moment by
 * another thread, or open to another thread only.
 */
public final class ClosedMemory {
    /** The JVM throws an object of this class in such a thread, which the JDK turns into an exception. */
    private static final String THROWN_BY_JVM = "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError";

    /** What the JDK says of memory that is closed. */
    private static final String ALREADY_CLOSED = "Already closed";

    private ClosedMemory() {}

    /**
     * Clears the calling thread's interrupt status if an exception is that of memory closed meanwhile: the JVM
     * interrupts the thread along with it, in case that it waits, and its next wait would end although no one has
     * interrupted it.
     *
     * @return the exception; one that says what helps if the memory is another thread's
     */
    public static RuntimeException found(RuntimeException failure) {
        if (failure instanceof WrongThreadException) {
            return anotherThreads(failure);
        }
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().equals(THROWN_BY_JVM)) {
                Thread.interrupted();
                break;
            }
        }
        return ALREADY_CLOSED.equals(failure.getMessage())
                ? new IllegalStateException(
                        "memory of a buffer is closed: it was open when the operation began; keep its arena open until"
                                + " the operation has ended",
                        failure)
                : failure;
    }

    /** Makes the exception of a thread for which memory is not open. */
    static WrongThreadException anotherThreads(@Nullable Throwable cause) {
        WrongThreadException failure = new WrongThreadException(
                "memory of a buffer is open to one thread only, and members of a process use each other's buffers:"
                        + " thread=%s; allocate it with Arena.ofShared() or ofAuto(), not ofConfined()"
                                .formatted(Thread.currentThread().getName()));
        failure.initCause(cause);
        return failure;
    }
}
