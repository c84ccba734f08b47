package tutti.messaging;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.GroupLayout;

/** A whole job from a seed: processes, groups and what their members do, and what goes wrong meanwhile. */
public final class SimulatedJob implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    private final Simulation simulation;
    private final RandomGenerator random;
    private final SimulatedNetwork network;
    private final List<SimulatedTraffic> groups = new ArrayList<>();
    private final Trouble trouble;
    private int struck = -1; // process that was lost, or that hosted the member that failed
    private int struckRank = -1; // of the only member that failed
    private int struckGroup = -1;
    private long struckAt = Long.MAX_VALUE;

    /**
     * What every member of every group does, instead of what is decided by chance; for simulations of what stands on
     * messages.
     */
    @FunctionalInterface
    public interface Work {
        /**
         * Works, and returns when all is done.
         *
         * @param member its place in a group that fails as a whole
         * @param choices the same for all members of the group
         */
        void run(Endpoint member, RandomGenerator choices);
    }

    /** What goes wrong besides cancelled operations. */
    enum Trouble {
        NONE,
        STALL,
        SHORT_FREEZE,
        CRASH,
        MEMBER_FAILS,
        SILENCE,
        LONG_FREEZE,
        CUT,
        TWO_CRASHES,
        /** Half of what is drawn as a cut, so that seeds stay what they are. */
        CUT_THEN_CRASH;

        private static final Trouble[] DRAWN =
                Arrays.stream(values()).filter(each -> each != CUT_THEN_CRASH).toArray(Trouble[]::new);

        static Trouble of(long seed, RandomGenerator random) {
            Trouble drawn = random.nextInt(3) == 0 ? NONE : DRAWN[random.nextInt(DRAWN.length)];
            return drawn == CUT && seed % 2 == 0 ? CUT_THEN_CRASH : drawn;
        }

        /** Returns whether no operation may fail of it. */
        boolean isHarmless() {
            return this == NONE || this == STALL || this == SHORT_FREEZE;
        }

        /** Returns whether more than one process may be lost to others that live. */
        boolean concernsSeveral() {
            return this == CUT || this == TWO_CRASHES || this == CUT_THEN_CRASH;
        }

        /** Returns whether only one process or member can be the cause of all failures. */
        boolean hasOneCause() {
            return this == CRASH || this == MEMBER_FAILS || this == SILENCE;
        }
    }

    SimulatedJob(long seed, boolean traced, @Nullable Work work) {
        random = new SplittableRandom(seed);
        simulation = new Simulation(random, traced);
        int size = 1 + random.nextInt(4);
        long[] windows = {1, 700, 3_000, 20_000};
        network = new SimulatedNetwork(simulation, size, windows[random.nextInt(windows.length)]);
        trouble = Trouble.of(seed, random);
        int count = 1 + random.nextInt(3);
        for (int group = 0; group < count; group++) {
            groups.add(traffic(group, size, work));
        }
        long when = 1L + random.nextInt(800);
        simulation.note(() ->
                "seed %d: processes=%d groups=%d trouble=%s at event %d".formatted(seed, size, count, trouble, when));
        simulation.at(0, () -> strikeAfter(when));
        simulation.at(0, this::annoy);
    }

    private SimulatedTraffic traffic(int index, int size, @Nullable Work work) {
        int members = 1 + random.nextInt(5);
        List<Integer> hosts = random.ints(members, 0, size).boxed().toList();
        boolean failsAsWhole = work != null || random.nextInt(6) > 0;
        SimulatedTraffic traffic =
                new SimulatedTraffic(network, new GroupLayout(1 + index, "g" + index, hosts, failsAsWhole));
        if (work != null) {
            long choices = random.nextLong();
            traffic.addWork(member -> work.run(member, new SplittableRandom(choices)));
            return traffic;
        }
        Set<List<Integer>> streams = new HashSet<>();
        int flows = 1 + random.nextInt(4);
        for (int flow = 0; flow < flows; flow++) {
            int source = random.nextInt(members);
            int destination = random.nextInt(members);
            int tag = random.nextInt(2);
            if (streams.add(List.of(source, destination, tag))) {
                traffic.addFlow(index * 10 + flow, source, destination, tag);
            }
        }
        if (failsAsWhole && members > 1 && random.nextBoolean()) {
            traffic.addConversation(1 + random.nextInt(12));
        }
        traffic.letIdleMembersLeave();
        return traffic;
    }

    Trouble trouble() {
        return trouble;
    }

    List<String> history() {
        return simulation.history();
    }

    private Stream<SimulatedTraffic.Worker> workers() {
        return groups.stream().flatMap(group -> group.workers().stream());
    }

    // ---------------------------------------------------------------- what goes wrong

    /** Interrupts somebody now and then. */
    private void annoy() {
        List<SimulatedTraffic.Worker> all = workers().toList();
        all.get(random.nextInt(all.size())).actor().interrupt();
        if (all.stream().anyMatch(worker -> !worker.actor().hasEnded())) {
            simulation.at(random.nextLong(20_000_000), this::annoy);
        }
    }

    private void strikeAfter(long events) {
        if (simulation.happened() < events) {
            simulation.at(random.nextLong(500_000), () -> strikeAfter(events));
            return;
        }
        int process = random.nextInt(network.size());
        int other = random.nextInt(network.size());
        struckAt = simulation.now();
        switch (trouble) {
            case NONE -> {}
            case STALL -> network.stall(process, other, random.nextLong(SECOND / 2));
            case SHORT_FREEZE -> network.freeze(process, random.nextLong(SECOND / 2));
            case CRASH -> crash(process);
            case MEMBER_FAILS -> memberFails();
            case SILENCE -> {
                struck = process;
                network.freeze(process, Long.MAX_VALUE);
            }
            case LONG_FREEZE -> {
                struck = process;
                long more = random.nextLong(SECOND);
                // half of them end about when the first of the others gives the process up
                network.freeze(process, more < SECOND / 2 ? 2 * SECOND + more : SECOND / 4 + more);
            }
            case CUT -> network.cut(process, other);
            case CUT_THEN_CRASH -> {
                network.cut(process, other);
                long later = random.nextBoolean() ? simulation.delay() + 1 : SECOND;
                simulation.at(random.nextLong(later), () -> crash(process));
            }
            case TWO_CRASHES -> {
                crash(process);
                simulation.at(random.nextLong(simulation.delay() + 1), () -> network.crash(other));
            }
        }
    }

    private void crash(int process) {
        struck = process;
        network.crash(process);
    }

    private void memberFails() {
        struckGroup = random.nextInt(groups.size());
        SimulatedTraffic group = groups.get(struckGroup);
        struckRank = random.nextInt(group.layout().size());
        simulation.note(() -> "rank %d of g%d fails".formatted(struckRank, struckGroup));
        Endpoint member = group.member(struckRank);
        member.fail(new IllegalStateException("bad"));
        member.leave();
    }

    // ---------------------------------------------------------------- what must hold

    /** Runs until all members that live have ended, and nothing is under way any more. */
    void run() {
        simulation.runUntil(
                () -> workers()
                        .filter(SimulatedTraffic.Worker::isAtLivingProcess)
                        .allMatch(worker -> worker.actor().hasEnded()),
                "all members have ended");
        simulation.runFor(SimulatedNetwork.SILENCE_LIMIT.toNanos() / 2);
        check();
        closeAll();
    }

    private void check() {
        Map<Integer, MemberFailedException> first = new HashMap<>(); // by group
        for (int index = 0; index < groups.size(); index++) {
            for (SimulatedTraffic.Worker worker : groups.get(index).workers()) {
                MemberFailedException failure = worker.failure();
                if (failure != null && worker.isAtLivingProcess()) {
                    checkMayFail(index, worker, failure);
                    first.putIfAbsent(index, failure);
                    checkSameCause(index, worker, Objects.requireNonNull(first.get(index)), failure);
                }
            }
        }
        checkLosses();
        if (trouble.isHarmless()) {
            checkNothingIsLeft();
        }
    }

    private void checkMayFail(int group, SimulatedTraffic.Worker worker, MemberFailedException failure) {
        GroupLayout layout = groups.get(group).layout();
        boolean concerned = trouble == Trouble.MEMBER_FAILS
                ? group == struckGroup
                : struck < 0 || layout.hosts().get(struck) || trouble.concernsSeveral();
        if (trouble.isHarmless() || !concerned) {
            throw new AssertionError(worker + " may not fail: trouble=" + trouble, failure);
        }
        long limit = struckAt + 2 * SECOND + SimulatedNetwork.SILENCE_LIMIT.toNanos();
        if (trouble.hasOneCause() && worker.endedAt() > limit) {
            throw new AssertionError(
                    "%s has failed late: struck=%d ended=%d".formatted(worker, struckAt, worker.endedAt()), failure);
        }
    }

    private void checkSameCause(
            int group, SimulatedTraffic.Worker worker, MemberFailedException first, MemberFailedException failure) {
        GroupLayout layout = groups.get(group).layout();
        if (!trouble.hasOneCause() || !layout.failsAsWhole()) {
            return;
        }
        boolean right = trouble == Trouble.MEMBER_FAILS
                ? failure.rank() == struckRank
                : layout.ranksAt(struck).get(failure.rank());
        boolean same = failure.rank() == first.rank()
                || groups.get(group).hasLeft(failure.rank()) // of which some members heard, and others did not
                || groups.get(group).hasLeft(first.rank());
        if (!right || !same) {
            throw new AssertionError(
                    "%s names rank=%d, another rank=%d: struck process=%d rank=%d"
                            .formatted(worker, failure.rank(), first.rank(), struck, struckRank),
                    failure);
        }
    }

    /** No process that is well loses another, but a minority that has given up one which most others still heard. */
    private void checkLosses() {
        if (trouble.concernsSeveral()) {
            return;
        }
        int lost = trouble == Trouble.MEMBER_FAILS ? -1 : struck;
        List<Integer> well = IntStream.range(0, network.size())
                .filter(process -> process != lost)
                .boxed()
                .toList();
        List<Integer> minority = well.stream()
                .filter(process -> network.messenger(process).hasLost(lost))
                .toList();
        boolean mayLoseMinority = trouble == Trouble.LONG_FREEZE && 2 * minority.size() < network.size();
        for (int one : well) {
            for (int other : well) {
                boolean isOfMinority = mayLoseMinority && minority.contains(one) != minority.contains(other);
                if (!isOfMinority && network.messenger(one).hasLost(other)) {
                    throw new AssertionError("process %d has lost process %d, which is well".formatted(one, other));
                }
            }
        }
    }

    private void checkNothingIsLeft() {
        simulation.runUntil(network::isIdle, "nothing is under way");
        for (SimulatedTraffic group : groups) {
            for (int rank = 0; rank < group.layout().size(); rank++) {
                if (!group.member(rank).member().isIdle()) {
                    throw new AssertionError("something was not received: %s rank=%d"
                            .formatted(group.layout().name(), rank));
                }
                if (network.keeps(group.layout().processOf(rank), group.layout().group())) {
                    throw new AssertionError("group is still known: " + group.layout());
                }
            }
        }
    }

    private void closeAll() {
        IntStream.range(0, network.size())
                .filter(index -> network.process(index).runs())
                .forEach(index -> network.process(index)
                        .post(simulation.delay(), () -> network.messenger(index).close()));
        simulation.runFor(3 * SECOND);
    }

    @Override
    public void close() {
        simulation.close();
    }

    /** Describes the job for a report. */
    @Override
    public String toString() {
        return "trouble=" + trouble + " events=" + simulation.happened();
    }

    /**
     * Runs a seed; if a property is broken, runs it again for its history, which the error shows.
     *
     * @param work what members do; null for messages of all kinds
     * @return what went wrong by itself
     */
    public static String check(long seed, @Nullable Work work) {
        List<String> history = new ArrayList<>();
        Throwable failure = failureOf(seed, false, work, history);
        if (failure == null) {
            return history.getFirst();
        }
        history.clear();
        Throwable again = failureOf(seed, true, work, history);
        throw new AssertionError(
                "seed=%d: %s%n%s%nreplayed: %s"
                        .formatted(seed, failure, String.join(System.lineSeparator(), history), again),
                failure);
    }

    private static @Nullable Throwable failureOf(long seed, boolean traced, @Nullable Work work, List<String> history) {
        try (SimulatedJob job = new SimulatedJob(seed, traced, work)) {
            history.add(job.trouble().name());
            try {
                job.run();
                return null;
            } catch (Throwable e) {
                return e;
            } finally {
                history.addAll(job.history());
            }
        }
    }
}
