package tutti.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Copies the output of one process, with the process before each line.
 *
 * <p>Lines are written whole, so those of several processes mix but never break each other. Bytes pass as they are,
 * whatever their encoding. A carriage return ends a line too: progress bars stay alive.
 */
final class OutputPrefixer implements Runnable {
    /** A line longer than this is broken, for this much is kept until a line ends. */
    static final int LONGEST_LINE_BYTES = 16 << 20;

    private static final int CHUNK_BYTES = 1 << 16;
    private static final int LISTENED_BYTES = 2000;

    private final InputStream from;
    private final PrintStream to;
    private final byte[] prefix;
    private final Predicate<String> listener;

    private byte[] pending = new byte[CHUNK_BYTES];
    private int length;
    private int lineStart;
    private boolean inLine;
    private byte previous;

    /**
     * Makes a copier, to be run by a thread of its own.
     *
     * @param listener is told each line, without its end, cut at some length, and returns whether to show it
     */
    OutputPrefixer(int process, InputStream from, PrintStream to, Predicate<String> listener) {
        this.from = from;
        this.to = to;
        this.prefix = ("[" + process + "] ").getBytes(StandardCharsets.US_ASCII);
        this.listener = listener;
    }

    /** Copies until the process closes its end. */
    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                for (int i = 0; i < n; i++) {
                    accept(chunk[i]);
                }
                writeWholeLines();
            }
        } catch (IOException closed) {
            // The process was destroyed; what it wrote before is here.
        }
        if (inLine) {
            append((byte) '\n');
            endLine();
        }
        writeWholeLines();
    }

    private void accept(byte next) {
        if (inLine && previous == '\r' && next != '\n') {
            endLine();
        }
        if (!inLine) {
            inLine = true;
            for (byte b : prefix) {
                append(b);
            }
        }
        append(next);
        previous = next;
        if (next == '\n') {
            endLine();
        } else if (length - lineStart >= LONGEST_LINE_BYTES) {
            append((byte) '\n');
            endLine();
        }
    }

    private void append(byte b) {
        if (length == pending.length) {
            pending = Arrays.copyOf(pending, 2 * length);
        }
        pending[length++] = b;
    }

    private void endLine() {
        int start = lineStart + prefix.length;
        int shown = Math.min(length - start, LISTENED_BYTES);
        if (listener.test(new String(pending, start, shown, StandardCharsets.UTF_8).stripTrailing())) {
            lineStart = length;
        } else {
            length = lineStart;
        }
        inLine = false;
    }

    private void writeWholeLines() {
        if (lineStart > 0) {
            to.write(pending, 0, lineStart);
            to.flush();
            System.arraycopy(pending, lineStart, pending, 0, length - lineStart);
            length -= lineStart;
            lineStart = 0;
        }
    }
}
