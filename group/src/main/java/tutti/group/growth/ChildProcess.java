package tutti.group.growth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A process that this one has started: its output is passed on, and the end of it kept. Thread-safe. */
final class ChildProcess {
    private static final int KEPT_LINES = 20;
    private static final int LONGEST_LINE = 100_000; // what is longer is passed on as several
    private static final long MOST_MILLIS_OF_OUTPUT = 1_000;
    private static final long MOST_MILLIS_AT_SHUTDOWN = 3_000; // also for the child to end, as when the job has failed

    private final String name;
    private final Process process;
    private final Thread[] readers;
    private final Deque<String> lastLines = new ArrayDeque<>(); // guarded by itself
    private final Thread hook = new Thread(this::awaitOutputAtShutdown, "tutti-child-output");
    private final AtomicInteger openStreams = new AtomicInteger(2);

    /** Starts a process of this host. */
    static ChildProcess here(int index, ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        process.getOutputStream().close();
        return new ChildProcess("child=%d pid=%d".formatted(index, process.pid()), index, process);
    }

    /** Starts one on another host: a shell there reads a first line, and later whether the child lives on. */
    static ChildProcess there(int index, String host, ProcessBuilder builder, String firstLine) throws IOException {
        Process process = builder.start();
        ChildProcess child = new ChildProcess("child=%d host=%s".formatted(index, host), index, process);
        child.tell(firstLine);
        return child;
    }

    private ChildProcess(String name, int index, Process process) {
        this.name = name;
        this.process = process;
        Runtime.getRuntime().addShutdownHook(hook);
        readers = new Thread[] {
            pass(index, process.getInputStream(), System.out), pass(index, process.getErrorStream(), System.err)
        };
    }

    private void tell(String line) {
        try {
            OutputStream out = process.getOutputStream();
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            // it has ended, or has nothing to be told
        }
    }

    /** It is connected: from now on it lives without this process. */
    void keep() {
        tell(RemoteChild.KEEP);
    }

    private Thread pass(int index, InputStream from, PrintStream to) {
        return Thread.ofPlatform().daemon().name("tutti-child-" + index).start(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, System.out.charset()))) {
                for (String line = line(reader); line != null; line = line(reader)) {
                    to.println(line);
                    keep(line);
                }
            } catch (IOException e) {
                // the process was destroyed
            } finally {
                if (openStreams.decrementAndGet() == 0) {
                    removeHook();
                }
            }
        });
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM is shutting down: the hook finds that the output has ended
        }
    }

    /** What a child says last is passed on although this process ends first, as when the child's failure ends it. */
    private void awaitOutputAtShutdown() {
        try {
            awaitOutput(MOST_MILLIS_AT_SHUTDOWN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end of its output, but no longer than so: what it has started may hold the output open. */
    private void awaitOutput(long mostMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        for (Thread reader : readers) {
            reader.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
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
        awaitOutput(MOST_MILLIS_OF_OUTPUT);
        synchronized (lastLines) {
            return "%s exit code=%d%s%s"
                    .formatted(
                            name,
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
