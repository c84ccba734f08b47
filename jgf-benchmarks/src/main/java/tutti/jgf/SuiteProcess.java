package tutti.jgf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tutti.bench.JavaJob;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteException;
import tutti.jgf.suite.SuiteListener;
import tutti.jgf.suite.SuiteRun;
import tutti.launcher.KilledWithJvm;

/** A job that runs a benchmark in JVMs of its own, from start to end. */
public final class SuiteProcess {
    private static final Duration TIME_TO_END = Duration.ofSeconds(10);

    /** As {@code tutti run} shows what process 0 of several prints. */
    private static final String PREFIX = "[0] ";

    private final SuiteRun run;
    private final int jvms;
    private final Process process;
    private final BlockingQueue<Optional<Message>> messages = new LinkedBlockingQueue<>(); // empty: no more to come

    private SuiteProcess(SuiteRun run, int jvms, Process process) {
        this.run = run;
        this.jvms = jvms;
        this.process = process;
    }

    /**
     * Runs the members of a run in JVMs of their own, which are started as {@code tutti run} starts a user's.
     *
     * <p>What these JVMs print goes to this one's standard error.
     *
     * @param jvms number of JVMs over which members are spread, at most as many as members
     * @return what each repeat brought
     * @throws SuiteException if the job fails, or takes too long; the message says which
     */
    public static List<Outcome> run(SuiteRun run, int jvms, Duration timeout) throws InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        run(run, jvms, List.of(), timeout, SuiteListener.into(outcomes));
        return List.copyOf(outcomes);
    }

    /**
     * Runs a job to its end.
     *
     * @param timeout for the whole job
     * @param listener hears of it in this thread
     */
    static void run(SuiteRun run, int jvms, List<String> jvmOptions, Duration timeout, SuiteListener listener)
            throws InterruptedException {
        String[] arguments = SuiteJob.arguments(run).toArray(String[]::new);
        List<String> command = JavaJob.command(SuiteJob.class, run.members(), jvms, jvmOptions, arguments);
        SuiteProcess job;
        try {
            job = new SuiteProcess(
                    run,
                    jvms,
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (KilledWithJvm _ = new KilledWithJvm("tutti-jgf-kill", job::kill)) {
            Thread.ofPlatform().daemon().name("tutti-jgf-listen").start(job::listen);
            job.follow(timeout, listener);
        } finally {
            job.kill(); // nothing is left of one that has ended
        }
    }

    private void follow(Duration timeout, SuiteListener listener) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            Optional<Message> next = messages.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new SuiteException(
                        "no end: %s waited=%s; it was ended. Give more time with --timeout".formatted(what(), timeout));
            }
            if (next.isEmpty()) {
                break;
            }
            next.get().passTo(listener);
        }
        if (!process.waitFor(TIME_TO_END) || process.exitValue() != 0) {
            throw new SuiteException("the job failed, see above: %s%s"
                    .formatted(what(), process.isAlive() ? "" : " exit-code=" + process.exitValue()));
        }
    }

    private String what() {
        return "benchmark=%s members=%d jvms=%d".formatted(run.benchmark().name(), run.members(), jvms);
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            // The job was killed.
        } finally {
            messages.add(Optional.empty());
        }
    }

    private void hear(String line) {
        Optional<Message> message = Message.parse(line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line);
        if (message.isPresent()) {
            messages.add(message);
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
