package tutti.group.growth;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.collectives.operation.Collectives;
import tutti.group.proto.NewcomerPlace;
import tutti.messaging.MemberFailedException;
import tutti.messaging.SimulatedNetwork;
import tutti.messaging.SimulatedProcess;
import tutti.messaging.Simulation;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.TuttiException;

/**
 * A group that grows on a simulated network, while processes die, stand still or are cut off in an order that follows
 * from a seed. Members, joins and messages are those that users run; ports, the meeting and the network are simulated.
 */
final class SimulatedGrowth {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_EVENTS_BEFORE = 1_500;
    private static final int ATTEMPTS = 2;

    private final Simulation simulation;
    private final RandomGenerator random;
    private final SimulatedNetwork network;
    private final GroupLayout layout;
    private final GrowthShape shape;
    private final List<SimulatedPort> ports = new ArrayList<>();
    private final Map<Integer, SimulatedMeeting> meetings = new HashMap<>(); // by port
    private final List<OldMember> members = new ArrayList<>();
    private final List<Late> newcomers = new ArrayList<>();
    private final GrowthTrouble trouble;
    private final BitSet voted = new BitSet(); // ranks that have agreed in the last attempt

    SimulatedGrowth(long seed, boolean traced) {
        random = new SplittableRandom(seed);
        simulation = new Simulation(random, traced);
        int processes = 1 + random.nextInt(4);
        network = new SimulatedNetwork(simulation, processes, 3_000);
        int size = 1 + random.nextInt(5);
        layout = new GroupLayout(
                1, "old", random.ints(size, 0, processes).boxed().toList(), true);
        shape = shape(size, 1 + random.nextInt(2));
        trouble = GrowthTrouble.any(random);
        simulation.note(() -> "seed %d: layout=%s newcomers=%s trouble=%s"
                .formatted(seed, layout, Arrays.toString(shape.ofNewcomers()), trouble));
        for (int process = 0; process < processes; process++) {
            ports.add(new SimulatedPort(simulation, network.process(process)));
        }
        List<Endpoint> endpoints = network.open(layout);
        Map<Integer, ProcessGrowth<Integer, Endpoint>> growths = new HashMap<>();
        for (int rank = 0; rank < size; rank++) {
            ProcessGrowth<Integer, Endpoint> growth = growths.computeIfAbsent(layout.processOf(rank), this::growthOf);
            members.add(new OldMember(rank, endpoints.get(rank), growth));
        }
        int late = random.nextInt(4) == 0 ? shape.ofNewcomers().length - 1 : ATTEMPTS * shape.ofNewcomers().length;
        for (int number = 0; number < late; number++) {
            newcomers.add(new Late(new SimulatedProcess(simulation, processes + number)));
        }
        strikeAfter(1L + random.nextInt(MOST_EVENTS_BEFORE));
    }

    /** Newcomers follow, or take places in between, as those of lost members. */
    private GrowthShape shape(int size, int more) {
        if (random.nextBoolean()) {
            return GrowthShape.after(size, more);
        }
        int[] ranks =
                random.ints(0, size + more).distinct().limit(size).sorted().toArray();
        return GrowthShape.healing("old", size + more, ranks);
    }

    private ProcessGrowth<Integer, Endpoint> growthOf(int process) {
        SimulatedProcess own = network.process(process);
        Job job = Job.of(process, network.size(), "simulated", 1);
        JointEntries<Integer, Endpoint> entries =
                new JointEntries<>(job, own, (place, size, listening) -> joined(own, place, listening));
        return new ProcessGrowth<>(job, "host-" + process, ports.get(process), own, entries, new Votes());
    }

    private SimulatedMeeting.Entry joined(SimulatedProcess process, Job place, Consumer<Meeting> listening) {
        boolean isFirst = place.process() == 0;
        SimulatedMeeting meeting =
                isFirst ? open(process, place) : Objects.requireNonNull(meetings.get(place.masterPort()));
        listening.accept(new Meeting(meeting.port(), isFirst ? meeting::cancel : why -> {}));
        return meeting.join(process, place);
    }

    private SimulatedMeeting open(SimulatedProcess owner, Job place) {
        List<Integer> old = layout.processes().stream().distinct().toList();
        List<Integer> hosts = new ArrayList<>();
        for (int rank = 0; rank < shape.size(); rank++) {
            int wanted = rank;
            int member = IntStream.range(0, layout.size())
                    .filter(i -> shape.ofMembers()[i] == wanted)
                    .findFirst()
                    .orElse(-1);
            hosts.add(
                    member >= 0
                            ? old.indexOf(layout.processOf(member))
                            : old.size() + Arrays.binarySearch(shape.ofNewcomers(), rank));
        }
        SimulatedMeeting meeting =
                new SimulatedMeeting(simulation, 1 + meetings.size(), owner, place.processes(), hosts);
        meetings.put(meeting.port(), meeting);
        return meeting;
    }

    /** What the members have agreed to: who has voted and hears no more finds out when it shrinks the old group. */
    private final class Votes implements GrowthVotes<Endpoint> {
        @Override
        public boolean vote(GrowingGroup group, Endpoint larger, Consumer<RuntimeException> giveUp) {
            voted.set(group.rank());
            return true;
        }

        @Override
        public void grown(GrowingGroup group) {
            requireThat(voted.cardinality() == group.size(), "grown by the votes of " + voted);
        }

        @Override
        public void notGrown(GrowingGroup group) {
            voted.clear(group.rank());
        }

        @Override
        public boolean hasGrown(long group) {
            return false;
        }
    }

    /** What has come of it for one member. */
    private enum Outcome {
        NONE,
        GROWN,
        GROWN_AND_BROKEN,
        REFUSED,
        LOST
    }

    /** Adds up in a group; returns how many there are. */
    private static int count(Endpoint endpoint) {
        return (int) Objects.requireNonNull(
                new Collectives(endpoint).allReduce(1, (one, other) -> (Integer) one + (Integer) other));
    }

    private void requireThat(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("%s trouble=%s %s %s".formatted(what, trouble, members, newcomers));
        }
    }

    /** A member that was there before, as its group sees it. */
    private final class OldMember implements GrowingGroup {
        private final int rank;
        private final Endpoint endpoint;
        private final Collectives collectives;
        private final Simulation.Actor actor;
        private final List<String> refusals = new ArrayList<>();
        private Outcome outcome = Outcome.NONE;
        private boolean triesAgain; // although others may have left: to them the larger group was not broken

        OldMember(int rank, Endpoint endpoint, ProcessGrowth<Integer, Endpoint> growth) {
            this.rank = rank;
            this.endpoint = endpoint;
            collectives = new Collectives(endpoint);
            actor = simulation.new Actor("rank " + rank, network.process(layout.processOf(rank)), () -> run(growth));
        }

        private void run(ProcessGrowth<Integer, Endpoint> growth) {
            try {
                for (int attempt = 0; attempt < ATTEMPTS && outcome != Outcome.GROWN; attempt++) {
                    grow(growth);
                }
            } catch (MemberFailedException e) {
                outcome = Outcome.LOST;
                simulation.note(() -> "%s has lost another: %s".formatted(actor, e.getMessage()));
            }
            endpoint.leave();
        }

        private void grow(ProcessGrowth<Integer, Endpoint> growth) {
            Endpoint larger;
            try {
                larger = growth.grow(rank, this, new GrowthRequest<>(shape, LIMIT, false, entered -> {}, agreed -> {}));
            } catch (GrowthException e) {
                refusals.add(String.valueOf(e.getMessage()));
                outcome = Outcome.REFUSED;
                simulation.note(() -> "%s has not grown: %s".formatted(actor, e.getMessage()));
                requireThat(count(endpoint) == layout.size(), "the old group does not work on");
                return;
            }
            requireThat(larger.rank() == shape.ofMembers()[rank], "another rank: " + larger.rank());
            outcome = Outcome.GROWN;
            simulation.note(() -> "%s has grown".formatted(actor));
            outcome = use(larger) ? Outcome.GROWN : Outcome.GROWN_AND_BROKEN;
            triesAgain = outcome == Outcome.GROWN_AND_BROKEN;
        }

        boolean runs() {
            return network.process(layout.processOf(rank)).runs();
        }

        @Override
        public String name() {
            return layout.name();
        }

        @Override
        public long id() {
            return layout.group();
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return layout.size();
        }

        @Override
        public int processOf(int other) {
            return layout.processOf(other);
        }

        @Override
        public List<String> broadcast(@Nullable List<String> texts, int root) {
            String[] sent = texts == null ? null : texts.toArray(String[]::new);
            return List.of((String[]) Objects.requireNonNull(collectives.broadcast(sent, root)));
        }

        @Override
        public List<String> allGather(String text) {
            PerRank<@Nullable Object> all = PerRank.empty();
            collectives.allGather(all, text);
            return all.list().stream().map(String::valueOf).toList();
        }

        @Override
        public boolean isEnded() {
            return endpoint.isEnded();
        }

        @Override
        public String toString() {
            return "rank %d: %s %s".formatted(rank, outcome, refusals);
        }
    }

    /** Works in the larger group, and leaves it; returns whether it was whole. */
    private boolean use(Endpoint larger) {
        try {
            int count = count(larger);
            requireThat(count == shape.size(), "the larger group has members=" + count);
            return true;
        } catch (MemberFailedException e) {
            simulation.note(() -> "the larger group is broken: " + e.getMessage());
            return false;
        } finally {
            larger.leave();
        }
    }

    /** A newcomer. */
    private final class Late {
        private final SimulatedProcess process;
        private final Simulation.Actor actor;
        private SimulatedPort.@Nullable Call call;
        private final List<SimulatedPort> known; // those of processes with members
        private final BitSet cutOff = new BitSet(); // processes of the group that this one does not reach
        private SimulatedPort port;
        private @Nullable Admission place;
        private Outcome outcome = Outcome.NONE;

        Late(SimulatedProcess process) {
            this.process = process;
            known = layout.processes().stream().distinct().map(ports::get).toList();
            port = known.getFirst();
            actor = simulation.new Actor("newcomer " + process.index(), process, this::run);
        }

        private void run() {
            process.parkNanos(this, random.nextLong(SECOND));
            Admission admission = await();
            if (admission == null) {
                outcome = Outcome.REFUSED;
                return;
            }
            simulation.note(() -> "%s is admitted".formatted(actor));
            place = admission;
            Job own = Job.of(process.index(), 1 + process.index(), "simulated", 1)
                    .withPlace(admission.process(), admission.processes(), "host", admission.masterPort())
                    .withJoinTimeout(admission.limit());
            SimulatedMeeting.Entry entry = null;
            try {
                SimulatedMeeting meeting = Objects.requireNonNull(meetings.get(admission.masterPort()));
                entry = meeting.join(process, own);
                hangUp();
                cutInLarger();
                int rank = NewcomerPlace.parseFrom(admission.place()).getRank();
                Endpoint larger = entry.enter(rank, "larger", rank, shape.size(), admission.limit());
                outcome = use(larger) ? Outcome.GROWN : Outcome.GROWN_AND_BROKEN;
            } catch (TuttiException e) {
                ended(entry, e);
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            }
        }

        private void ended(SimulatedMeeting.@Nullable Entry entry, RuntimeException why) {
            simulation.note(() -> "%s has not joined: %s".formatted(actor, why.getMessage()));
            outcome = Outcome.LOST;
            hangUp();
            if (entry != null) {
                entry.abandon(why);
            }
        }

        /** Calls the ports in turn until one admits it; returns null if none answers. */
        private @Nullable Admission await() {
            int next = 0;
            while (known.stream().anyMatch(each -> each.isReached() && reaches(each))) {
                SimulatedPort.Call mine = port.call("newcomer " + process.index());
                call = mine;
                while (port.isReached() && !mine.isOver() && mine.admission() == null) {
                    process.parkNanos(this, 1 + simulation.delay());
                }
                if (mine.admission() != null) {
                    return mine.admission();
                }
                String other = mine.sentTo();
                next++;
                port = other == null
                        ? known.get(next % known.size())
                        : ports.get(Integer.parseInt(other.substring(other.indexOf(':') + 1)));
                process.parkNanos(this, 1 + simulation.delay());
            }
            return null;
        }

        void hangUp() {
            if (call != null) {
                port.hangUp(call);
            }
        }

        private boolean reaches(SimulatedPort other) {
            return !cutOff.get(ports.indexOf(other));
        }

        void die() {
            simulation.note(() -> "%s dies".formatted(actor));
            process.die();
            largerJobs()
                    .forEach(larger -> IntStream.range(0, larger.size())
                            .filter(index -> !larger.process(index).isAlive())
                            .forEach(larger::crash));
            hangUp();
        }

        /** Stands still until the port takes its call for lost. */
        void fallSilent() {
            simulation.note(() -> "%s falls silent".formatted(actor));
            process.freeze(true);
            simulation.at(SECOND, this::hangUp);
        }

        /** The port takes a call that is cut for lost after a while. */
        void cutOffFrom(BitSet hosts) {
            simulation.note(() -> "%s is cut off from processes %s".formatted(actor, hosts));
            cutOff.or(hosts);
            cutInLarger();
            if (!reaches(port)) {
                simulation.at(SECOND, this::hangUp);
            }
        }

        private void cutInLarger() {
            SimulatedMeeting meeting = place == null ? null : meetings.get(place.masterPort());
            SimulatedNetwork larger = meeting == null ? null : meeting.network();
            if (larger != null) {
                cutOff.stream().forEach(host -> larger.cut(place.process(), indexInLarger(host)));
            }
        }

        @Override
        public String toString() {
            return "%s: %s".formatted(actor, outcome);
        }
    }

    // ---------------------------------------------------------------- what goes wrong

    private void strikeAfter(long events) {
        if (simulation.happened() < events) {
            simulation.at(random.nextLong(500_000), () -> strikeAfter(events));
            return;
        }
        switch (trouble) {
            case NONE -> {}
            case SHORT_FREEZE -> freeze(anyHost(), random.nextLong(SECOND / 2));
            case LONG_FREEZE -> freeze(anyHost(), 2 * SECOND + random.nextLong(SECOND));
            case MEMBER_SILENT -> freeze(anyHost(), Long.MAX_VALUE);
            case MEMBER_DIES -> crash(anyHost());
            case NEWCOMER_DIES -> anyNewcomer().ifPresent(Late::die);
            case NEWCOMER_SILENT -> anyNewcomer().ifPresent(Late::fallSilent);
            case NEWCOMER_CUT -> anyNewcomer().ifPresent(this::cutOff);
            case NEWCOMER_CUT_THEN_DIES ->
                anyNewcomer().ifPresent(victim -> {
                    cutOff(victim);
                    simulation.at(random.nextLong(2 * simulation.delay() + 1), victim::die);
                });
            case CUT -> cut(anyHost(), anyHost());
            case CUT_THEN_DIES -> {
                int host = anyHost();
                cut(host, anyHost());
                simulation.at(random.nextLong(2 * simulation.delay() + 1), () -> crash(host));
            }
            case BOTH_DIE -> {
                crash(anyHost());
                simulation.at(
                        random.nextLong(simulation.delay() + 1),
                        () -> anyNewcomer().ifPresent(Late::die));
            }
        }
    }

    private int anyHost() {
        return layout.processOf(random.nextInt(layout.size()));
    }

    private List<SimulatedNetwork> largerJobs() {
        return meetings.values().stream()
                .flatMap(meeting -> Stream.ofNullable(meeting.network()))
                .toList();
    }

    private int indexInLarger(int host) {
        return layout.processes().stream().distinct().toList().indexOf(host);
    }

    private void crash(int host) {
        network.crash(host);
        largerJobs().forEach(larger -> larger.crash(indexInLarger(host)));
    }

    private void freeze(int host, long nanos) {
        network.freeze(host, nanos);
    }

    private void cut(int one, int other) {
        if (one != other) {
            network.cut(one, other);
            largerJobs().forEach(larger -> larger.cut(indexInLarger(one), indexInLarger(other)));
        }
    }

    private Optional<Late> anyNewcomer() {
        return newcomers.isEmpty() ? Optional.empty() : Optional.of(newcomers.get(random.nextInt(newcomers.size())));
    }

    /** The connections of a newcomer with one process of the group break, or with all. */
    private void cutOff(Late victim) {
        BitSet hosts = layout.hosts();
        if (random.nextBoolean()) {
            hosts = new BitSet();
            hosts.set(anyHost());
        }
        victim.cutOffFrom(hosts);
    }

    // ---------------------------------------------------------------- what must hold

    GrowthTrouble run() {
        simulation.runUntil(
                () -> members.stream().filter(OldMember::runs).allMatch(member -> member.actor.hasEnded()),
                "all members have ended");
        ports.forEach(SimulatedPort::close);
        simulation.runUntil(
                () -> newcomers.stream().filter(late -> late.process.runs()).allMatch(late -> late.actor.hasEnded()),
                "all newcomers have ended");
        check();
        return trouble;
    }

    private void check() {
        List<OldMember> living = members.stream().filter(OldMember::runs).toList();
        List<Outcome> outcomes = living.stream().map(member -> member.outcome).toList();
        boolean anyLost = outcomes.contains(Outcome.LOST);
        boolean anyBroken = outcomes.contains(Outcome.GROWN_AND_BROKEN);
        boolean anyGrown = anyBroken || outcomes.contains(Outcome.GROWN);
        requireThat(!outcomes.contains(Outcome.NONE), "a member has ended without an outcome");
        boolean haveSomeLeft = outcomes.contains(Outcome.GROWN);
        requireThat(
                living.stream()
                        .filter(member -> member.outcome == Outcome.LOST)
                        .allMatch(member -> trouble.concernsMembers() || (member.triesAgain && haveSomeLeft)),
                "lost without a cause");
        requireThat(!anyBroken || !trouble.isHarmless(), "broken without a cause");
        requireThat(!(anyGrown && outcomes.contains(Outcome.REFUSED)), "some have grown, others have not");
        requireThat(!anyGrown || voted.cardinality() == layout.size(), "some have grown, and one may never hear it");
        if (!anyLost) {
            requireThat(
                    living.stream().map(member -> member.refusals).distinct().count() <= 1,
                    "members hear different reasons");
        }
        if (trouble.isHarmless()) {
            boolean enough = newcomers.size() >= shape.ofNewcomers().length;
            requireThat(anyGrown == enough, "enough newcomers=%s, but grown=%s".formatted(enough, anyGrown));
            long joined = newcomers.stream()
                    .filter(late -> late.outcome == Outcome.GROWN)
                    .count();
            requireThat(joined == (enough ? shape.ofNewcomers().length : 0), "newcomers joined=" + joined);
        }
    }

    List<String> history() {
        return simulation.history();
    }

    void close() {
        simulation.close();
    }
}
