package tutti.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark with one setup, over several sizes; each contender has one job for all of them.
 */
record Race(Benchmark benchmark, Setup setup, List<Integer> sizes) {

    /** Returns why this cannot be run. */
    Stream<String> refusals(List<Contender> contenders) {
        return Stream.concat(
                        Stream.of(refusalOfSetup()),
                        Stream.concat(
                                benchmark.onlySize() >= 0
                                        ? Stream.empty()
                                        : sizes.stream().map(size -> Sizes.refusal(benchmark, setup.payload(), size)),
                                contenders.stream().map(contender -> contender.refusal(benchmark, setup))))
                .filter(Objects::nonNull);
    }

    /** Returns why no contender can run the benchmark with this setup, or null; other setups may be possible. */
    @Nullable
    String refusalOfSetup() {
        int members = setup.members();
        int jvms = setup.jvms();
        if (benchmark.isOfTwo() && members != 2) {
            return "%s is between two members: members=%d; leave --members out".formatted(benchmark, members);
        }
        if (benchmark == Benchmark.MESSAGE_RATE && (members < 2 || members % 2 != 0)) {
            return "%s is between pairs of members: members=%d; give an even number".formatted(benchmark, members);
        }
        if (benchmark == Benchmark.NEIGHBOR_ALLTOALL && members < Loop.LEAST_RING) {
            return "%s is between both neighbors on a ring: members=%d; give %d or more"
                    .formatted(benchmark, members, Loop.LEAST_RING);
        }
        if (benchmark.isOfTasks() && members < 2) {
            return "%s has a member that hands out tasks, and others: members=%d; give 2 or more"
                    .formatted(benchmark, members);
        }
        if (benchmark.isOfBuffers() && !setup.payload().isBuffer()) {
            return "%s is of buffers: payload=%s; give --payload direct".formatted(benchmark, setup.payload());
        }
        if (benchmark.isOfArrays() && setup.payload() == PayloadKind.SEGMENT) {
            return "%s is of arrays: payload=segment; give --payload direct".formatted(benchmark);
        }
        if (benchmark.isReduction()
                && !benchmark.isSum()
                && !benchmark.isOfBuffers()
                && setup.payload() != PayloadKind.INTS) {
            return "%s is of int[]: payload=%s; give --payload ints".formatted(benchmark, setup.payload());
        }
        if (members < 1 || jvms < 1 || jvms > members) {
            return "each JVM needs a member: members=%d jvms=%d; give fewer JVMs or more members"
                    .formatted(members, jvms);
        }
        return setup.transport().refusal(jvms);
    }

    @Override
    public String toString() {
        return "benchmark=%s transport=%s members=%d jvms=%d"
                .formatted(benchmark, setup.transport(), setup.members(), setup.jvms());
    }

    /** Starts the jobs, reports a row for each contender and size, and ends the jobs. */
    void run(List<Contender> contenders, Pace pace, Duration timeout, Report report)
            throws IOException, InterruptedException {
        List<Conversation> jobs = new ArrayList<>();
        try {
            for (Contender contender : contenders) {
                jobs.add(Conversation.open(contender, setup, timeout));
            }
            Course course = new Course(pace, jobs, setup);
            try (BusyNeighbours _ = new BusyNeighbours(setup.load())) {
                for (int bytes : sizes) {
                    List<@Nullable Double> first = new ArrayList<>();
                    for (Contender contender : contenders) {
                        first.add(firstMicros(contender, bytes, pace.coldStarts(), timeout));
                    }
                    report(contenders, first, course.run(benchmark, bytes), bytes, report);
                }
            }
        } finally {
            jobs.forEach(Conversation::close);
        }
    }

    /** Returns the median of the first operations of some jobs, or null if there are to be none. */
    private @Nullable Double firstMicros(Contender contender, int bytes, int coldStarts, Duration timeout)
            throws IOException, InterruptedException {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < coldStarts; i++) {
            try (Conversation job = Conversation.open(contender, setup, timeout)) {
                micros.add(Course.firstMicros(job, setup, benchmark, bytes));
            }
        }
        return micros.isEmpty() ? null : (Double) new Samples(micros).median();
    }

    private void report(
            List<Contender> contenders,
            List<@Nullable Double> first,
            List<Measured> measured,
            int bytes,
            Report report) {
        Samples tutti = measured.getFirst().micros();
        for (int c = 0; c < contenders.size(); c++) {
            int peer = Math.max(c, 1);
            Double ratio = peer < measured.size()
                    ? (Double) tutti.medianRatioTo(measured.get(peer).micros())
                    : null;
            report.add(Row.of(benchmark, contenders.get(c), setup, bytes, measured.get(c), first.get(c), ratio));
        }
    }
}
