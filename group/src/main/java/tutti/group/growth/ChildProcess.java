package tutti.group.growth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that this one has started: its output is passed on, and the end of it kept. Thread-safe. */
final class ChildProcess {
    private static final int KEPT_LINES = 20;
    private static final int LONGEST_LINE = 100_000; // what is longer is passed on as several
    private static final long MOST_MILLIS_OF_OUTPUT = 1_000;

    private final int index;
    private final Process process;
    private final Thread[] readers;
    private final Deque<String> lastLines = new ArrayDeque<>(); // guarded by itself

    ChildProcess(int index, ProcessBuilder builder) throws IOException {
        this.index = index;
        process = builder.start();
        process.getOutputStream().close();
        readers = new Thread[] {pass(process.getInputStream(), System.out), pass(process.getErrorStream(), System.err)};
    }

    private Thread pass(InputStream from, PrintStream to) {
        return Thread.ofPlatform().daemon().name("tutti-child-" + index).start(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, System.out.charset()))) {
                for (String line = line(reader); line != null; line = line(reader)) {
                    to.println(line);
                    keep(line);
                }
            } catch (IOException e) {
                // the process was destroyed
            }
        });
    }

    /** Returns the next line, without its end, or as much of it as is kept in memory; null at the end. */
    static @Nullable String line(Reader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = reader.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            line.append((char) next);
            next = line.length() == LONGEST_LINE ? '\n' : reader.read();
        }
        if (line.length() > 0 && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return line.toString();
    }

    private void keep(String line) {
        synchronized (lastLines) {
            if (lastLines.size() == KEPT_LINES) {
                lastLines.removeFirst();
            }
            lastLines.addLast(line);
        }
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** Says how it has ended, and what it has printed last. */
    String end() throws InterruptedException {
        for (Thread reader : readers) {
            reader.join(MOST_MILLIS_OF_OUTPUT); // one that it has started may hold its output open
        }
        synchronized (lastLines) {
            return "child=%d pid=%d exit code=%d%s%s"
                    .formatted(
                            index,
                            process.pid(),
                            process.exitValue(),
                            process.exitValue() == 0 ? "; its program must call master.parent(world)" : "",
                            lastLines.isEmpty()
                                    ? ", and printed nothing"
                                    : ", and printed last:" + System.lineSeparator()
                                            + String.join(System.lineSeparator(), lastLines));
        }
    }

    /** Ends it. */
    void destroy() {
        process.destroy();
        try {
            if (process.waitFor(MOST_MILLIS_OF_OUTPUT, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
