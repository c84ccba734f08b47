package tutti.launcher;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The standard input of a JVM on another host, and its lifeline: where it really ends, the launcher or the connection
 * is gone.
 *
 * <p>The launcher's input comes in chunks, each with its length before it; a chunk of no bytes is the end of that
 * input.
 */
final class RemoteInput extends InputStream {
    private static final int MAX_WAITING_BYTES = 16 << 20; // of a program that does not read its input

    private final Queue<byte[]> chunks = new ArrayDeque<>(); // guarded by this, as are the next
    private int waitingBytes;
    private int taken; // of the first chunk

    private RemoteInput() {}

    /**
     * Reads from the launcher from now on, in a thread of its own.
     *
     * @param gone what to do when the launcher is gone
     */
    static InputStream of(InputStream launcher, Runnable gone) {
        RemoteInput input = new RemoteInput();
        Thread.ofPlatform().daemon().name("tutti-launcher-watch").start(() -> {
            try {
                input.fill(new DataInputStream(new BufferedInputStream(launcher)));
            } catch (IOException | InterruptedException e) {
                gone.run();
            }
        });
        return input;
    }

    /** Writes what {@link #of} reads. */
    static void write(DataOutputStream out, byte[] bytes, int length) throws IOException {
        out.writeInt(length);
        out.write(bytes, 0, length);
        out.flush();
    }

    private void fill(DataInputStream launcher) throws IOException, InterruptedException {
        while (true) {
            byte[] chunk = new byte[launcher.readInt()];
            launcher.readFully(chunk);
            synchronized (this) {
                while (waitingBytes > MAX_WAITING_BYTES) {
                    wait();
                }
                chunks.add(chunk);
                waitingBytes += chunk.length;
                notifyAll();
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        byte[] first = awaitChunk();
        if (first.length == 0) {
            return -1;
        }
        int count = Math.min(length, first.length - taken);
        System.arraycopy(first, taken, bytes, offset, count);
        taken += count;
        if (taken == first.length) {
            chunks.remove();
            taken = 0;
        }
        waitingBytes -= count;
        notifyAll();
        return count;
    }

    @Override
    public synchronized int available() {
        byte[] first = chunks.peek();
        return first == null ? 0 : first.length - taken;
    }

    private byte[] awaitChunk() throws IOException {
        try {
            byte[] first = chunks.peek();
            while (first == null) {
                wait();
                first = chunks.peek();
            }
            return first;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading the standard input", e);
        }
    }
}
