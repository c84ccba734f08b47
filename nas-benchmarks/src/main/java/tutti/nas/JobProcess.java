package tutti.nas;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tutti.bench.JavaJob;
import tutti.launcher.KilledWithJvm;
import tutti.nas.kernel.Outcome;

/** A job that runs a kernel in JVMs of its own, from start to end, started as {@code tutti run} starts a user's. */
final class JobProcess {
    private static final Duration TIME_TO_END = Duration.ofSeconds(10);

    private final NasRun run;
    private final Process process;
    private final BlockingQueue<Optional<Outcome>> outcomes = new LinkedBlockingQueue<>(); // empty: no more to come

    private JobProcess(NasRun run, Process process) {
        this.run = run;
        this.process = process;
    }

    /** Does what {@link NasRun.Runner} says; the consumer is called in this thread. */
    static void run(NasRun run, List<String> jvmOptions, Duration timeout, Consumer<Outcome> outcomes)
            throws InterruptedException {
        JobProcess job = new JobProcess(run, start(run, jvmOptions));
        try (KilledWithJvm _ = new KilledWithJvm("tutti-nas-kill", job::kill)) {
            Thread.ofPlatform().daemon().name("tutti-nas-listen").start(job::listen);
            job.follow(timeout, outcomes);
        } finally {
            job.kill(); // nothing is left of one that has ended
        }
    }

    private static Process start(NasRun run, List<String> jvmOptions) {
        List<String> command = JavaJob.command(
                NasJob.class,
                run.members(),
                run.jvms(),
                run.transport(),
                jvmOptions,
                NasJob.arguments(run).toArray(String[]::new));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void follow(Duration timeout, Consumer<Outcome> consumer) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        int count = 0;
        while (true) {
            Optional<Outcome> next = outcomes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new NasException(
                        "no end: %s, waited=%s; it was ended. Give more time with --timeout".formatted(run, timeout));
            }
            if (next.isEmpty()) {
                break;
            }
            consumer.accept(next.get());
            count++;
        }
        if (!process.waitFor(TIME_TO_END) || process.exitValue() != 0 || count != run.repeats()) {
            throw new NasException("the job failed, see above: %s, results=%d of %d%s"
                    .formatted(
                            run, count, run.repeats(), process.isAlive() ? "" : " exit-code=" + process.exitValue()));
        }
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Optional<Outcome> outcome = OutcomeLine.parse(line);
                if (outcome.isPresent()) {
                    outcomes.add(outcome);
                } else {
                    System.err.println(line);
                }
            }
        } catch (IOException e) {
            // The job was killed.
        } finally {
            outcomes.add(Optional.empty());
        }
    }

    /** Ends the job and whatever it has started. */
    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
