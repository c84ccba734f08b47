package tutti.serialization.memory;

/**
 * What remains in a thread that reads or writes memory in the moment in which another closes it, beside the exception.
 */
public final class ClosedMemory {
    /** The JVM throws an object of this class in such a thread, which the JDK turns into an exception. */
    private static final String THROWN_BY_JVM = "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError";

    private ClosedMemory() {}

    /**
     * Clears the calling thread's interrupt status if an exception is that of memory closed meanwhile: the JVM
     * interrupts the thread along with it, in case that it waits, and its next wait would end although no one has
     * interrupted it.
     *
     * @return the exception
     */
    public static IllegalStateException found(IllegalStateException failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().equals(THROWN_BY_JVM)) {
                Thread.interrupted();
                break;
            }
        }
        return failure;
    }
}
