package tutti.launcher;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.messaging.SecretFile;

/**
 * The JVMs of one run, which end together.
 *
 * <p>A JVM that ends with 0 leaves the others running. When one fails, the others get a short time to end by themselves, for
 * most fail of the same cause and have something to say; then they are ended. A job that keeps going leaves them running, and has
 * succeeded if one of them has. When the launcher is told to end, it ends all.
 */
final class Job {
    private static final Duration TIME_TO_FAIL_TOO = Duration.ofSeconds(2);
    private static final Duration TIME_TO_END = Duration.ofSeconds(5);
    private static final Duration TIME_FOR_OUTPUT = Duration.ofSeconds(1);

    private static final int FIRST_PORT = 20_000;
    private static final int END_OF_PORTS = 32_768;
    private static final int PORT_ATTEMPTS = 100;

    private final JobPlan plan;
    private final boolean keepGoing;
    private final List<JobProcess> processes = new ArrayList<>(); // guarded by this
    private final BlockingQueue<JobProcess> ended = new LinkedBlockingQueue<>();
    private @Nullable Path secretFile; // guarded by this
    private volatile boolean stopped;

    Job(JobPlan plan, boolean keepGoing) {
        this.plan = plan;
        this.keepGoing = keepGoing;
    }

    /** Runs all JVMs to their end, and returns 0 or the exit code of the one that failed first. */
    int run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "tutti-stop"));
        List<JobProcess> failed;
        try {
            startAll();
            failed = awaitFailures();
        } finally {
            endAll();
        }
        if (failed.isEmpty()) {
            return 0;
        }
        if (keepGoing && failed.size() < plan.jvms() && !stopped) {
            reportLost(failed);
            return 0;
        }
        JobProcess cause = cause(failed);
        int exitCode =
                failed.contains(cause) ? cause.exitCode() : failed.getFirst().exitCode();
        if (!stopped) {
            report(cause, exitCode);
        }
        return exitCode;
    }

    private void startAll() throws IOException {
        JobPlan.Meeting meeting = plan.jvms() == 1 ? null : newMeeting();
        for (int index = 0; index < plan.jvms(); index++) {
            synchronized (this) {
                if (!stopped) {
                    JobProcess process = JobProcess.start(plan, index, meeting);
                    processes.add(process);
                    process.onExit(ended::add);
                }
            }
        }
    }

    private synchronized JobPlan.Meeting newMeeting() throws IOException {
        Path file = SecretFile.createTemporary();
        secretFile = file;
        return new JobPlan.Meeting(freePort(), file);
    }

    /** Waits for all, or from the first failure that ends the job a short time; returns those that failed, in that order. */
    private List<JobProcess> awaitFailures() throws InterruptedException {
        List<JobProcess> failed = new ArrayList<>();
        @Nullable Deadline deadline = null;
        for (int running = plan.jvms(); running > 0; running--) {
            JobProcess next = deadline == null
                    ? ended.take()
                    : ended.poll(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            if (next == null) {
                break;
            }
            if (next.exitCode() != 0) {
                failed.add(next);
                if (keepGoing) {
                    print("tutti: lost %s; %d of %d processes go on%n"
                            .formatted(describe(next), running - 1, plan.jvms()));
                } else if (deadline == null) {
                    deadline = Deadline.in(TIME_TO_FAIL_TOO);
                }
            }
        }
        return failed;
    }

    private void stop() {
        stopped = true;
        endAll();
    }

    private synchronized void endAll() {
        processes.forEach(JobProcess::end);
        Deadline end = Deadline.in(TIME_TO_END);
        processes.forEach(process -> process.awaitEnd(end));
        Deadline output = Deadline.in(TIME_FOR_OUTPUT);
        processes.forEach(process -> process.awaitOutput(output));
        deleteSecret();
    }

    private synchronized void deleteSecret() {
        if (secretFile != null) {
            try {
                Files.deleteIfExists(secretFile);
            } catch (IOException e) {
                // of a job that is over: nobody can use it
            }
        }
    }

    /** Chooses the failure to show: not one that only reports another's, even if that one had to be ended. */
    private synchronized JobProcess cause(List<JobProcess> failed) {
        for (JobProcess process : failed) {
            if (!process.errors().blamesAnother()) {
                return process;
            }
        }
        for (JobProcess process : processes) {
            if (process.errors().hasOwnFailure()) {
                return process;
            }
        }
        return failed.getFirst();
    }

    private void report(JobProcess cause, int exitCode) {
        StringBuilder text = new StringBuilder("tutti: the job failed: process=%d processes=%d %s%n"
                .formatted(cause.index(), plan.jvms(), ExitStatus.describe(exitCode)));
        for (String line : cause.errors().lines()) {
            text.append("    ").append(line).append(System.lineSeparator());
        }
        print(text.toString());
    }

    private void reportLost(List<JobProcess> lost) {
        print("tutti: the job ended without %s; processes=%d%n"
                .formatted(lost.stream().map(Job::describe).collect(Collectors.joining(", ")), plan.jvms()));
    }

    private static String describe(JobProcess process) {
        return "process=%d %s".formatted(process.index(), ExitStatus.describe(process.exitCode()));
    }

    private static void print(String text) {
        System.err.print(text);
        System.err.flush();
    }

    /**
     * Finds a port for process 0 that nobody listens on.
     *
     * <p>Below the ports that systems give to connections by themselves: one of those could be taken again, by the job's own
     * processes above all, before process 0 listens.
     */
    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            }
        }
        throw new IOException("no free port found: address=127.0.0.1 range=[%d, %d) attempts=%d"
                .formatted(FIRST_PORT, END_OF_PORTS, PORT_ATTEMPTS));
    }
}
