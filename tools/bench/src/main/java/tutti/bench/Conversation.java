package tutti.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tutti.launcher.KilledWithJvm;

/**
 * A running job, and the command's end of the conversation with it, of which {@link Orders} is the other.
 *
 * <p>While it is told nothing, the job waits and uses no processor. Lines of its standard output that are not for the
 * command, and its standard error, go to the command's standard error.
 */
final class Conversation implements AutoCloseable {
    private static final Duration TIME_TO_END = Duration.ofSeconds(10);

    /** As {@code tutti run} shows what process 0 of several prints. */
    private static final String PREFIX = "[0] ";

    private final Contender contender;
    private final Duration timeout;
    private final Process process;
    private final OutputStream orders;
    private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>(); // empty: the job is gone
    private final KilledWithJvm killed;

    private Conversation(Contender contender, Duration timeout, Process process) {
        this.contender = contender;
        this.timeout = timeout;
        this.process = process;
        orders = process.getOutputStream();
        killed = new KilledWithJvm("tutti-bench-kill", this::kill);
        Thread.ofPlatform().daemon().name("tutti-bench-" + contender.label()).start(this::listen);
    }

    /**
     * Starts a job and waits until it is ready.
     *
     * @param timeout how long the job may take for each answer
     */
    static Conversation open(Contender contender, Setup setup, Duration timeout)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(contender.command(setup));
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Conversation opened = new Conversation(contender, timeout, builder.start());
        try {
            opened.await(Orders.READY);
            return opened;
        } catch (Throwable failure) {
            opened.close();
            throw failure;
        }
    }

    Contender contender() {
        return contender;
    }

    /** Returns the processes in which members live: those that the job's first process has started, directly or not. */
    Stream<ProcessHandle> members() {
        return process.descendants()
                .filter(started -> started.children().findAny().isEmpty());
    }

    /** Has the job run a block, and returns what that took there. */
    Cost run(Block block) throws InterruptedException {
        try {
            orders.write((block + "\n").getBytes(StandardCharsets.US_ASCII));
            orders.flush();
        } catch (IOException e) {
            // It is gone; its end is among the answers.
        }
        return Cost.parse(await(Orders.NANOS));
    }

    /** Ends the job, which does so by itself unless something is wrong. */
    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(TIME_TO_END)) {
                kill();
            }
        } catch (IOException e) {
            kill();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
        killed.close();
    }

    private String await(String beginning) throws InterruptedException {
        Optional<String> answer = answers.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (answer == null) {
            kill();
            throw new BenchException("no answer: system=%s waited=%s; it was ended. Give more time with --timeout"
                    .formatted(contender.label(), timeout));
        }
        if (answer.isEmpty()) {
            throw new BenchException("the job failed, see above: system=%s %s".formatted(contender.label(), end()));
        }
        String text = answer.get();
        if (!text.startsWith(beginning)) {
            throw new BenchException("unexpected answer: system=%s expected=%s answer=%s"
                    .formatted(contender.label(), beginning.strip(), text));
        }
        return text.substring(beginning.length());
    }

    private String end() throws InterruptedException {
        return process.waitFor(TIME_TO_END) ? "exit-code=" + process.exitValue() : "(closed its output)";
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            // The job was killed.
        } finally {
            answers.add(Optional.empty());
        }
    }

    private void hear(String line) {
        String bare = line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line;
        if (bare.startsWith(Orders.MARK)) {
            answers.add(Optional.of(bare.substring(Orders.MARK.length())));
        } else {
            System.err.println(line);
        }
    }

    /** Ends the job and whatever it has started. */
    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
