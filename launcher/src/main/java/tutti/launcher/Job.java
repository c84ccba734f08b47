package tutti.launcher;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;

/**
 * The JVMs of one run, which end together.
 *
 * <p>A JVM that ends with 0 leaves the others running. When one fails, the others get a short time to end by
 * themselves, for most fail of the same cause and have something to say; then they are ended. A job that keeps going
 * leaves them running, and has succeeded if one of them has. When the launcher is told to end, it ends all.
 */
final class Job {
    private static final Duration TIME_TO_FAIL_TOO = Duration.ofSeconds(2);
    private static final Duration TIME_TO_END = Duration.ofSeconds(5);
    private static final Duration TIME_FOR_OUTPUT = Duration.ofSeconds(1);
    private static final int MOST_LINES_BEHIND = 10; // a trace: it is in view
    private static final long SAME_LINE_NANOS = 1_000_000; // from an excerpt's look at a line to its being shown

    private final JobPlan plan;
    private final Site site;
    private final boolean keepGoing;
    private final List<JobProcess> processes = new ArrayList<>(); // guarded by this
    private final BlockingQueue<JobProcess> ended = new LinkedBlockingQueue<>();
    private volatile boolean stopped;

    Job(JobPlan plan, Site site, boolean keepGoing) {
        this.plan = plan;
        this.site = site;
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
            reportOthers(false);
            return 0;
        }
        if (keepGoing && failed.size() < plan.jvms() && !stopped) {
            reportLost(failed);
            return 0;
        }
        JobProcess cause = cause(failed);
        int exitCode =
                failed.contains(cause) ? cause.exitCode() : failed.getFirst().exitCode();
        reportOthers(cause.errors().isConsequenceAlone());
        if (!stopped) {
            report(cause, exitCode);
        }
        return exitCode;
    }

    private void startAll() throws IOException, InterruptedException {
        site.prepare();
        for (int index = 0; index < plan.jvms(); index++) {
            synchronized (this) {
                if (!stopped) {
                    JobProcess process = site.start(index);
                    processes.add(process);
                    process.onExit(ended::add);
                }
            }
        }
    }

    /**
     * Waits for all, or from the first failure that ends the job a short time; returns those that failed, in that
     * order.
     */
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
                    print("tutti: lost %s; %d of %d processes continue%n"
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
        site.close();
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
        boolean isInView = isInView(cause);
        StringBuilder text = new StringBuilder("tutti: the job failed: %s processes=%d %s%n"
                .formatted(cause.name(), plan.jvms(), ExitStatus.describe(exitCode)));
        for (String line : isInView ? List.<String>of() : cause.errors().lines()) {
            text.append("    ").append(line).append(System.lineSeparator());
        }
        print(text.toString());
    }

    /** Tells whether few lines were shown after the trace of a process, so that it need not be repeated. */
    private synchronized boolean isInView(JobProcess cause) {
        OptionalLong arrived = cause.errors().arrived();
        return arrived.isPresent()
                && processes.stream()
                                .mapToInt(process -> process.linesSince(arrived.getAsLong() + SAME_LINE_NANOS))
                                .sum()
                        <= MOST_LINES_BEHIND;
    }

    /**
     * Says once for all which ranks ended because of others.
     *
     * @param isFirst whether nothing else was said of the failure
     */
    private synchronized void reportOthers(boolean isFirst) {
        Map<String, List<JobProcess>> sayTheSame = new LinkedHashMap<>();
        for (JobProcess process : processes) {
            String said = process.errors().alsoEnded();
            if (said != null) {
                sayTheSame.computeIfAbsent(said, text -> new ArrayList<>()).add(process);
            }
        }
        sayTheSame.forEach((said, all) -> print(together(isFirst, said, all) + System.lineSeparator()));
    }

    private String together(boolean isFirst, String said, List<JobProcess> all) {
        Partition partition = new Partition(plan.members(), plan.jvms());
        BitSet ranks = new BitSet();
        BitSet withoutRanks = new BitSet();
        for (JobProcess process : all) {
            BitSet ended = new BitSet();
            ended.set(partition.offset(process.index()), partition.offset(process.index() + 1));
            ended.andNot(process.errors().returned());
            ranks.or(ended);
            withoutRanks.set(process.index(), ended.isEmpty());
        }
        return AlsoEnded.together(isFirst, ranks, withoutRanks, said);
    }

    private void reportLost(List<JobProcess> lost) {
        print("tutti: the job ended without %s; processes=%d%n"
                .formatted(lost.stream().map(Job::describe).collect(Collectors.joining(", ")), plan.jvms()));
    }

    private static String describe(JobProcess process) {
        return "%s %s".formatted(process.name(), ExitStatus.describe(process.exitCode()));
    }

    private static void print(String text) {
        System.err.print(text);
        System.err.flush();
    }
}
