package tutti.group.file;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tutti.serialization.OperationInterruptedException;

/**
 * Bytes of a file at given offsets.
 *
 * <p>The JDK closes a channel when a thread that uses it is interrupted. It is then opened again, so that an interrupt
 * ends one operation, not the file. Thread-safe.
 */
final class PositionedFile implements Closeable {
    private static final long LOCK_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Path path;
    private final Set<OpenOption> again; // options for the same file once more
    private FileChannel channel; // guarded by this
    private boolean closed; // guarded by this

    /**
     * Opens the file.
     *
     * @param first options for the first time
     * @param again options for any other time: those that neither create nor truncate
     */
    PositionedFile(Path path, Set<OpenOption> first, Set<OpenOption> again) throws IOException {
        this.path = path;
        this.again = again;
        channel = FileChannel.open(path, first);
    }

    private interface Action<T> {
        T on(FileChannel open) throws IOException;
    }

    /** Writes all bytes. */
    void write(ByteBuffer source, long offset) throws IOException {
        long at = offset;
        while (source.hasRemaining()) {
            long next = at;
            at += use(open -> open.write(source, next));
        }
    }

    /**
     * Reads until the target is full.
     *
     * @throws EOFException if the file ends before
     */
    void read(ByteBuffer target, long offset) throws IOException {
        long at = offset;
        while (target.hasRemaining()) {
            long next = at;
            int read = use(open -> open.read(target, next));
            if (read < 0) {
                throw new EOFException(
                        "file has become shorter while it is read: path=%s offset=%d bytes missing=%d size=%d"
                                .formatted(path, at, target.remaining(), size()));
            }
            at += read;
        }
    }

    long size() throws IOException {
        return use(FileChannel::size);
    }

    void truncate(long size) throws IOException {
        use(open -> open.truncate(size));
    }

    void force() throws IOException {
        use(open -> {
            open.force(true);
            return true;
        });
    }

    /**
     * Waits for a lock of the file system on bytes, which ends when what is returned is closed.
     *
     * <p>Network file systems show at such a lock what other hosts have written before, and write at its end what they
     * have kept. It may end early: where a process closes any channel of a file, Linux ends all its locks of that.
     */
    Closeable lock(long offset, long bytes, boolean shared) throws IOException {
        while (true) {
            try {
                FileLock lock = use(open -> open.tryLock(offset, bytes, shared));
                if (lock != null) {
                    return () -> unlock(lock);
                }
            } catch (OverlappingFileLockException e) { // another member of this JVM holds it
            }
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted("waiting for a lock of bytes [%d, %d)".formatted(offset, offset + bytes));
            }
            LockSupport.parkNanos(this, LOCK_PAUSE_NANOS);
        }
    }

    private static void unlock(FileLock lock) throws IOException {
        try {
            lock.release();
        } catch (ClosedChannelException e) { // an interrupt has closed the channel, which ends the lock
        }
    }

    private <T> T use(Action<T> action) throws IOException {
        while (true) {
            FileChannel open = channel();
            try {
                return action.on(open);
            } catch (ClosedByInterruptException e) {
                openAgain(open);
                throw interrupted("reading or writing");
            } catch (ClosedChannelException e) {
                openAgain(open); // another thread was interrupted
            }
        }
    }

    private OperationInterruptedException interrupted(String doing) {
        String text = "interrupted while %s: file=%s; the file stays open".formatted(doing, path);
        return new OperationInterruptedException(text, new InterruptedException(text));
    }

    private synchronized FileChannel channel() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
        return channel;
    }

    private synchronized void openAgain(FileChannel before) throws IOException {
        if (channel.equals(before) && !closed) {
            channel = FileChannel.open(path, again);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
