package tutti.group.file;

import java.io.Closeable;
import java.util.concurrent.locks.ReentrantLock;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.ElementType;
import tutti.serialization.OperationInterruptedException;

/**
 * The lock of an atomic file: of one member that writes, or of some that read.
 *
 * <p>It is that of a window without memory, in member 0's process. Locks of file systems alone would not do: those of
 * POSIX end when their process closes any channel of the file, as the JDK does at an interrupt. Thread-safe.
 */
final class AtomicLock {
    private static final int HOME = 0; // rank of the member whose process keeps it

    private final Window window;
    private final ReentrantLock own = new ReentrantLock(); // for operations that this member has started

    /** Made by all members together. */
    AtomicLock(Communicator members) {
        window = members.allocateWindow(ElementType.BYTE, 0);
    }

    /**
     * Waits for the lock, which ends when what is returned is closed, by the same thread.
     *
     * @throws OperationInterruptedException if the thread is interrupted
     */
    Closeable hold(boolean isShared) {
        try {
            own.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationInterruptedException("interrupted while waiting for the lock of an atomic file", e);
        }
        try {
            if (isShared) {
                window.lockShared(HOME);
            } else {
                window.lock(HOME);
            }
        } catch (RuntimeException | Error e) {
            own.unlock();
            throw e;
        }
        return this::release;
    }

    private void release() {
        try {
            window.unlock(HOME);
        } finally {
            own.unlock();
        }
    }

    /** Ends this member's part, without waiting for others. */
    void leave() {
        window.leave();
    }
}
