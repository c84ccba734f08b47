package tutti.messaging.bootstrap;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tutti.messaging.JoinException;
import tutti.messaging.config.DeviceList;
import tutti.messaging.config.Job;
import tutti.messaging.proto.DeviceReport;

/**
 * Where the processes of a job compare which devices they have, if they may choose: process 0 answers all of them when
 * the last has reported. They do so again when those that all have has begun, because it may have begun in some only.
 *
 * <p>Thread-safe.
 */
final class DeviceDesk {
    /** How much longer than for the slowest beginning of a device this waits. */
    static final Duration MARGIN = Duration.ofSeconds(10);

    private final Job job;
    private final Duration limit;
    private final Map<Integer, Round> rounds = new HashMap<>(); // guarded by this

    /** One comparison. */
    private static final class Round {
        private final SortedMap<Integer, DeviceReport> reports = new TreeMap<>(); // guarded by the desk
        private final CompletableFuture<CommonDevices> answer = new CompletableFuture<>();
    }

    DeviceDesk(Job job) {
        this(job, job.joinTimeout().plus(MARGIN));
    }

    DeviceDesk(Job job, Duration limit) {
        this.job = job;
        this.limit = limit;
    }

    /** Returns whether a report is one of this job. */
    boolean isWellFormed(DeviceReport report) {
        List<String> names =
                report.getDevicesList().stream().map(each -> each.getName()).toList();
        return report.getProcess() >= 0
                && report.getProcess() < job.processes()
                && names.equals(DeviceList.of(job.device()).names());
    }

    /** Takes a report; completes when all processes have reported, or exceptionally with a {@link JoinException}. */
    CompletableFuture<CommonDevices> report(DeviceReport report) {
        Round round;
        boolean isFirst;
        List<DeviceReport> all;
        synchronized (this) {
            round = rounds.computeIfAbsent(report.getRound(), number -> new Round());
            isFirst = round.reports.isEmpty();
            round.reports.put(report.getProcess(), report); // in place of an earlier one, whose connection has broken
            all = List.copyOf(round.reports.values());
        }
        if (isFirst) {
            unlessAnswered(round.answer, limit, () -> giveUp(round));
        }
        if (all.size() == job.processes()) {
            round.answer.complete(CommonDevices.among(all));
        }
        return round.answer;
    }

    /** Runs an action after some time, in a virtual thread, if there is no answer before. */
    static void unlessAnswered(CompletableFuture<?> answer, Duration limit, Runnable action) {
        CompletableFuture<Void> over =
                new CompletableFuture<Void>().completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS);
        var _ = over.thenRunAsync(action, Thread::startVirtualThread);
        var _ = answer.whenComplete((given, failure) -> over.cancel(false)); // a timer that runs may act for members
    }

    private void giveUp(Round round) {
        List<Integer> missing;
        synchronized (this) {
            missing = IntStream.range(0, job.processes())
                    .filter(process -> !round.reports.containsKey(process))
                    .boxed()
                    .toList();
        }
        round.answer.completeExceptionally(new JoinException(
                "the processes cannot choose a device: processes=%s have not said which they have, waited=%s; have they ended?"
                        .formatted(missing, limit),
                null));
    }
}
