package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableDataObject;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.BlockViews;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Calls that fail in one member by code of the program, which then continues in the same group.
 *
 * <p>The members of a group do the same list of calls. Each checks for itself how a call ended, so that no group is
 * made twice.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FailedCallsTest {
    private static final int LENGTH = 3;
    private static final int LARGE_ARRAYS = 8; // of 64 KiB each: several chunks before a failure and after it
    private static final int LARGE_ARRAY_LENGTH = 64 * 1024;

    private final Map<Layout, List<Member>> groups = new HashMap<>();
    private final Map<Job, Processes> jobs = new HashMap<>();

    private record Job(int processes, TransportChoice transport) {}

    /** How a group is spread, and whether calls are compared before. */
    record Layout(int size, int processes, TransportChoice transport, boolean verifies) {
        @Override
        public String toString() {
            return "%d in %d %s%s".formatted(size, processes, transport, verifies ? " verified" : "");
        }
    }

    private record Member(Endpoint endpoint, Collectives collectives) {
        int rank() {
            return endpoint.rank();
        }

        int size() {
            return endpoint.size();
        }
    }

    /** What fails in a call. */
    enum Point {
        NOTHING,
        WRITE,
        READ,
        OPERATOR,
        UNSENDABLE_RESULT,
        ELEMENT_AT,
        SET_ELEMENT_AT,
        LENGTH,
        CLOSED_SOURCE,
        CLOSED_TARGET
    }

    /** What is called, where it can fail, and which members cannot miss that. */
    @SuppressWarnings("ImmutableEnumChecker") // the lists are
    enum Call {
        BROADCAST(Point.WRITE, Point.READ),
        REDUCE(Point.WRITE, Point.OPERATOR, Point.UNSENDABLE_RESULT),
        ALL_REDUCE(Point.WRITE, Point.OPERATOR, Point.UNSENDABLE_RESULT),
        SCATTER(Point.WRITE, Point.READ, Point.ELEMENT_AT),
        GATHER(Point.WRITE, Point.READ, Point.SET_ELEMENT_AT),
        ALL_GATHER(Point.WRITE, Point.READ, Point.SET_ELEMENT_AT),
        ALL_TO_ALL(Point.WRITE, Point.READ, Point.ELEMENT_AT, Point.SET_ELEMENT_AT),
        BROADCAST_BUFFERS(Point.LENGTH),
        REDUCE_BUFFERS(Point.LENGTH, Point.OPERATOR),
        ALL_REDUCE_BUFFERS(Point.LENGTH, Point.OPERATOR),
        SCATTER_BUFFERS(Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        GATHER_BUFFERS(Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        ALL_GATHER_BUFFERS(Point.LENGTH, Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        ALL_TO_ALL_BUFFERS(Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        GATHER_BLOCKS(Point.LENGTH, Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        SCATTER_BLOCKS(Point.LENGTH, Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        ALL_GATHER_BLOCKS(Point.CLOSED_SOURCE, Point.CLOSED_TARGET),
        ALL_TO_ALL_BLOCKS(Point.CLOSED_SOURCE, Point.CLOSED_TARGET);

        private final List<Point> points;

        Call(Point... points) {
            this.points = List.of(points);
        }

        boolean hasRoot() {
            return switch (this) {
                case ALL_REDUCE,
                        ALL_GATHER,
                        ALL_TO_ALL,
                        ALL_REDUCE_BUFFERS,
                        ALL_GATHER_BUFFERS,
                        ALL_TO_ALL_BUFFERS,
                        ALL_GATHER_BLOCKS,
                        ALL_TO_ALL_BLOCKS -> false;
                default -> true;
            };
        }

        boolean isUpward() {
            return hasRoot() && !isDownward();
        }

        boolean isDownward() {
            return switch (this) {
                case BROADCAST, SCATTER, BROADCAST_BUFFERS, SCATTER_BUFFERS, SCATTER_BLOCKS -> true;
                default -> false;
            };
        }
    }

    /** One call, the same for all members. */
    private record Scenario(int id, Call call, Point point, int root, int culprit, boolean isLarge) {
        Scenario(int id, Call call, Point point, int root, int culprit) {
            this(id, call, point, root, culprit, false);
        }

        String text() {
            return "trouble-" + id + " ";
        }

        /** Returns whether code of the program throws, with the call's text. */
        boolean isByProgram() {
            return point != Point.LENGTH && point != Point.CLOSED_SOURCE && point != Point.CLOSED_TARGET;
        }

        /** Returns whether a member, other than the culprit, cannot have done its part before it knows. */
        boolean mustKnow(int rank, int size, boolean isEachInOwnProcess) {
            if (point == Point.READ
                    || point == Point.SET_ELEMENT_AT
                    || point == Point.LENGTH
                    || point == Point.CLOSED_TARGET) {
                return false; // its own part may be all that is left
            }
            if (point == Point.UNSENDABLE_RESULT) {
                return call == Call.ALL_REDUCE || (rank == root && isEachInOwnProcess && isCombinedBelowRoot(size));
            }
            return !call.hasRoot() || (call.isDownward() ? culprit == root : rank == root);
        }

        /** Returns whether a member combines values and sends the result on to the root. */
        private boolean isCombinedBelowRoot(int size) {
            return IntStream.range(0, size)
                    .filter(rank -> rank != root)
                    .anyMatch(rank ->
                            !BinomialTree.of(rank, size, root).children().isEmpty());
        }
    }

    static Stream<Layout> layouts() {
        boolean all = Boolean.getBoolean("tutti.test.all");
        List<Layout> layouts = new ArrayList<>();
        for (boolean verifies : new boolean[] {false, true}) {
            int[] some = verifies ? new int[] {2, 3} : new int[] {1, 2, 3, 5};
            for (int size : all ? new int[] {1, 2, 3, 4, 5, 7, 8} : some) {
                layouts.add(new Layout(size, 1, TransportChoice.AUTO, verifies));
                if (size > 1) {
                    for (TransportChoice transport : List.of(TransportChoice.AUTO, TransportChoice.GRPC)) {
                        layouts.add(new Layout(size, size, transport, verifies));
                        if (size > 2) {
                            layouts.add(new Layout(size, (size + 1) / 2, transport, verifies));
                        }
                    }
                }
            }
        }
        return layouts.stream();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldTellTheOthersAndGoOn(Layout layout) {
        List<Scenario> scenarios = new ArrayList<>();
        for (Call call : Call.values()) {
            for (Point point : call.points) {
                for (int root : call.hasRoot() ? someRanks(layout) : new int[] {0}) {
                    for (int culprit : someRanks(layout)) {
                        if (isPossible(call, point, root, culprit, layout)) {
                            scenarios.add(new Scenario(scenarios.size(), call, point, root, culprit));
                        }
                    }
                }
            }
        }
        run(layout, scenarios, true);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldAgreeWithTheOracleInRandomPrograms(Layout layout) {
        Random random = new Random(layout.hashCode());
        List<Scenario> scenarios = new ArrayList<>();
        while (scenarios.size() < 60) {
            Call call = Call.values()[random.nextInt(Call.values().length)];
            boolean fails = random.nextInt(3) == 0 && !call.points.isEmpty();
            Point point = fails ? call.points.get(random.nextInt(call.points.size())) : Point.NOTHING;
            int root = call.hasRoot() ? random.nextInt(layout.size()) : 0;
            int culprit = random.nextInt(layout.size());
            if (isPossible(call, point, root, culprit, layout)) {
                scenarios.add(new Scenario(1000 + scenarios.size(), call, point, root, culprit));
            }
        }
        run(layout, scenarios, false);
    }

    static Stream<Layout> unverifiedLayouts() {
        return layouts().filter(layout -> !layout.verifies());
    }

    @ParameterizedTest
    @MethodSource("unverifiedLayouts")
    void shouldTellTheOthersThatALargeObjectFailsInItsMiddle(Layout layout) {
        List<Scenario> scenarios = new ArrayList<>();
        for (Call call : Call.values()) {
            for (Point point : call.points) {
                for (int root = 0; root < (call.hasRoot() ? layout.size() : 1); root++) {
                    int culprit = culprit(call, point, root, layout, scenarios.size());
                    if (culprit >= 0 && (point == Point.WRITE || point == Point.READ)) {
                        scenarios.add(new Scenario(2000 + scenarios.size(), call, point, root, culprit, true));
                    }
                }
            }
        }
        run(layout, scenarios, true);
    }

    /** Returns a member in which a call can fail, beginning the search at a number, or -1. */
    private static int culprit(Call call, Point point, int root, Layout layout, int first) {
        return IntStream.range(first, first + layout.size())
                .map(number -> number % layout.size())
                .filter(rank -> isPossible(call, point, root, rank, layout))
                .findFirst()
                .orElse(-1);
    }

    private static int[] someRanks(Layout layout) {
        int size = layout.size();
        boolean all = size <= 3 || (size == 4 && !layout.verifies());
        return all ? IntStream.range(0, size).toArray() : new int[] {0, size / 2, size - 1};
    }

    private static boolean isPossible(Call call, Point point, int root, int culprit, Layout layout) {
        boolean atRoot = culprit == root;
        return switch (point) {
            case NOTHING -> true;
            case WRITE -> layout.size() > 1 && (!call.isDownward() || atRoot) && !(call == Call.GATHER && atRoot);
            case READ -> layout.size() > 1 && (call.isDownward() ? !atRoot : call != Call.GATHER || atRoot);
            case OPERATOR, UNSENDABLE_RESULT -> layout.size() > 1;
            case ELEMENT_AT, SET_ELEMENT_AT -> !call.hasRoot() || atRoot;
            case CLOSED_SOURCE -> !call.isDownward() || atRoot;
            case CLOSED_TARGET -> !call.hasRoot() || call.isDownward() || atRoot;
            // those that compare before find that before the call
            case LENGTH -> layout.size() > 1 && !layout.verifies() && !(call.hasRoot() && atRoot);
        };
    }

    private void run(Layout layout, List<Scenario> scenarios, boolean checksAfterEach) {
        List<Member> members = groups.computeIfAbsent(layout, this::open);
        List<BitSet> failed =
                Together.members(members.stream().map(Member::endpoint).toList(), endpoint -> {
                    Member member = members.get(endpoint.rank());
                    Part.RANK.set(member.rank());
                    BitSet failedHere = new BitSet();
                    for (Scenario scenario : scenarios) {
                        try {
                            failedHere.set(scenario.id(), check(member, scenario, layout.processes() == layout.size()));
                            if (checksAfterEach) {
                                checkWorks(member, scenario.id());
                            }
                        } catch (Throwable e) {
                            throw new AssertionError("rank=%d in %s".formatted(member.rank(), scenario), e);
                        }
                    }
                    return failedHere;
                });
        scenarios.forEach(scenario -> checkRootKnows(scenario, failed));
    }

    /** The root of a reduce or gather has no result if any member failed. */
    private static void checkRootKnows(Scenario scenario, List<BitSet> failed) {
        int id = scenario.id();
        if (scenario.call().isUpward() && failed.stream().anyMatch(ids -> ids.get(id))) {
            assertThat(failed.get(scenario.root()).get(id))
                    .as("the root has failed in %s", scenario)
                    .isTrue();
        }
    }

    private List<Member> open(Layout layout) {
        Processes processes = jobs.computeIfAbsent(
                new Job(layout.processes(), layout.transport()),
                job -> Processes.start(job.processes(), one -> one.withTransport(job.transport())));
        return processes.open(layout.size()).stream()
                .map(endpoint ->
                        new Member(endpoint, new Collectives(endpoint, AlgorithmTable.standard(), layout.verifies())))
                .toList();
    }

    @AfterAll
    void closeJobs() {
        groups.values()
                .forEach(members -> members.forEach(member -> member.endpoint().leave()));
        jobs.values().forEach(Processes::close);
    }

    /** Returns whether a call failed. */
    private static boolean check(Member member, Scenario scenario, boolean isEachInOwnProcess) {
        Throwable failure = null;
        try {
            call(member, scenario);
        } catch (Throwable e) {
            failure = e;
        }
        int rank = member.rank();
        if (scenario.point() == Point.NOTHING) {
            if (failure != null) {
                fail("nothing should fail", failure);
            }
            return false;
        }
        boolean isCulpritKnown = scenario.point() != Point.OPERATOR
                && scenario.point() != Point.UNSENDABLE_RESULT
                && scenario.point() != Point.LENGTH;
        if (failure == null) {
            boolean fails = isCulpritKnown
                    && (scenario.point() != Point.READ || isEachInOwnProcess); // else it may get the snapshot itself
            boolean mustFail =
                    (fails && rank == scenario.culprit()) || scenario.mustKnow(rank, member.size(), isEachInOwnProcess);
            assertThat(mustFail).as("returned without an exception").isFalse();
            return false;
        }
        if (failure instanceof CallFailedException told) {
            assertThat(told.operation()).contains("as collective call number");
            assertThat(told.rank()).isBetween(0, member.size() - 1).isNotEqualTo(rank);
            if (isCulpritKnown) {
                assertThat(told.rank()).isEqualTo(scenario.culprit());
                assertThat(rank).isNotEqualTo(scenario.culprit());
            }
            assertThat(told.failure()).isNotEmpty();
            if (scenario.isByProgram()) {
                assertThat(told).hasMessageContaining(scenario.text());
            }
        } else if (scenario.point() == Point.LENGTH) {
            assertThat(failure).isInstanceOfAny(BufferMismatchException.class, IllegalArgumentException.class);
        } else {
            if (isCulpritKnown) {
                assertThat(rank).isEqualTo(scenario.culprit());
            }
            String text = String.valueOf(failure.getMessage());
            if (scenario.isByProgram()) {
                assertThat(text).contains(scenario.text());
            } else {
                assertThat(failure).isInstanceOf(IllegalStateException.class);
                assertThat(text).containsIgnoringCase("closed");
            }
        }
        return true;
    }

    /** Does a call that works, and checks its result. */
    private static void checkWorks(Member member, int turn) {
        int size = member.size();
        int sum = size * (size - 1) / 2;
        switch (turn % 4) {
            case 0 ->
                assertThat(member.collectives().allReduce(member.rank(), object(Reductions.sum())))
                        .isEqualTo(sum);
            case 1 -> {
                int[] data = {member.rank(), 1};
                DirectBuffer buffer = DirectBuffer.of(data);
                member.collectives().buffers().allReduce(buffer, buffer, buffers(Reductions.sum()));
                assertThat(data).containsExactly(sum, size);
            }
            case 2 -> {
                PerRank<@Nullable Object> all = PerRank.empty();
                member.collectives().allGather(all, "of " + member.rank());
                assertThat(all.list())
                        .isEqualTo(IntStream.range(0, size)
                                .mapToObj(rank -> "of " + rank)
                                .toList());
            }
            default -> {
                member.collectives().barrier();
                assertThat(member.collectives().broadcast(member.rank() == 0 ? "root's" : null, 0))
                        .isEqualTo("root's");
            }
        }
    }

    @SuppressWarnings("unchecked") // takes what it is given
    private static ReductionObject<@Nullable Object> object(ReductionObject<?> operator) {
        return (ReductionObject<@Nullable Object>) operator;
    }

    @SuppressWarnings("unchecked") // takes what it is given
    private static ReductionObject<DirectBuffer> buffers(ReductionObject<?> operator) {
        return (ReductionObject<DirectBuffer>) operator;
    }

    private static void call(Member member, Scenario scenario) {
        switch (scenario.call()) {
            case BROADCAST, REDUCE, ALL_REDUCE, SCATTER, GATHER, ALL_GATHER, ALL_TO_ALL ->
                callOnObjects(member, scenario);
            default -> callOnBuffers(member, scenario);
        }
    }

    private static void callOnObjects(Member member, Scenario scenario) {
        Collectives collectives = member.collectives();
        int rank = member.rank();
        int size = member.size();
        int root = scenario.root();
        Part own = new Part(scenario, List.of(rank));
        switch (scenario.call()) {
            case BROADCAST -> assertParts(collectives.broadcast(rank == root ? own : null, root), List.of(root));
            case REDUCE -> {
                Object result = collectives.reduce(own, new Joining(scenario), root);
                if (rank == root) {
                    assertParts(result, ranks(size));
                } else {
                    assertThat(result).isNull();
                }
            }
            case ALL_REDUCE -> assertParts(collectives.allReduce(own, new Joining(scenario)), ranks(size));
            case SCATTER ->
                assertParts(
                        collectives.scatter(rank == root ? new Parts(scenario, rank, root) : null, root),
                        List.of(root, rank));
            case GATHER -> {
                Parts target = new Parts(scenario, rank, root);
                collectives.gather(rank == root ? target : null, own, root);
                if (rank == root) {
                    target.check(size, from -> List.of(from));
                }
            }
            case ALL_GATHER -> {
                Parts target = new Parts(scenario, rank, rank);
                collectives.allGather(target, own);
                target.check(size, from -> List.of(from));
            }
            default -> {
                Parts target = new Parts(scenario, rank, rank);
                collectives.allToAll(new Parts(scenario, rank, rank), target);
                target.check(size, from -> List.of(from, rank));
            }
        }
    }

    private static List<Integer> ranks(int size) {
        return IntStream.range(0, size).boxed().toList();
    }

    private static void assertParts(@Nullable Object value, List<Integer> expected) {
        assertThat(value)
                .isInstanceOfSatisfying(
                        Part.class, part -> assertThat(part.ranks).isEqualTo(expected));
    }

    private static void callOnBuffers(Member member, Scenario scenario) {
        BufferCollectives buffers = member.collectives().buffers();
        int rank = member.rank();
        int size = member.size();
        int root = scenario.root();
        boolean isCulprit = rank == scenario.culprit();
        int length = isCulprit && scenario.point() == Point.LENGTH ? LENGTH + 1 : LENGTH;
        int[] data = filled(rank, length);
        int[] target = new int[length];
        int[] whole = new int[length * size];
        ReductionObject<DirectBuffer> operator =
                scenario.point() == Point.OPERATOR ? new Failing(scenario) : buffers(Reductions.sum());
        int[] sums = filled(size * (size - 1) / 2, length);
        boolean isSourceClosed = isCulprit && scenario.point() == Point.CLOSED_SOURCE;
        boolean isTargetClosed = isCulprit && scenario.point() == Point.CLOSED_TARGET;
        switch (scenario.call()) {
            case BROADCAST_BUFFERS -> {
                buffers.broadcast(DirectBuffer.of(data), root);
                assertThat(data).isEqualTo(filled(root, length));
            }
            case REDUCE_BUFFERS -> {
                buffers.reduce(DirectBuffer.of(data), rank == root ? DirectBuffer.of(target) : null, operator, root);
                if (rank == root) {
                    assertThat(target).isEqualTo(sums);
                }
            }
            case ALL_REDUCE_BUFFERS -> {
                buffers.allReduce(DirectBuffer.of(data), DirectBuffer.of(target), operator);
                assertThat(target).isEqualTo(sums);
            }
            case SCATTER_BUFFERS -> {
                buffers.scatter(
                        rank == root ? buffer(byRank(size), isSourceClosed) : null,
                        buffer(target, isTargetClosed),
                        root);
                assertThat(target).isEqualTo(filled(rank, length));
            }
            case SCATTER_BLOCKS -> {
                buffers.scatter(
                        rank == root ? buffer(byRank(size), isSourceClosed) : null,
                        rank == root ? BlockViews.equal(LENGTH, size) : null,
                        buffer(target, isTargetClosed),
                        root);
                assertThat(target).isEqualTo(filled(rank, length));
            }
            case GATHER_BUFFERS -> {
                buffers.gather(buffer(data, isSourceClosed), rank == root ? buffer(whole, isTargetClosed) : null, root);
                if (rank == root) {
                    assertThat(whole).isEqualTo(byRank(size));
                }
            }
            case GATHER_BLOCKS -> {
                buffers.gather(
                        buffer(data, isSourceClosed),
                        rank == root ? buffer(whole, isTargetClosed) : null,
                        rank == root ? BlockViews.equal(LENGTH, size) : null,
                        root);
                if (rank == root) {
                    assertThat(whole).isEqualTo(byRank(size));
                }
            }
            case ALL_GATHER_BUFFERS -> {
                buffers.allGather(buffer(data, isSourceClosed), buffer(whole, isTargetClosed));
                assertThat(whole).isEqualTo(byRank(size));
            }
            case ALL_GATHER_BLOCKS -> {
                buffers.allGather(
                        buffer(data, isSourceClosed), buffer(whole, isTargetClosed), BlockViews.equal(LENGTH, size));
                assertThat(whole).isEqualTo(byRank(size));
            }
            case ALL_TO_ALL_BUFFERS -> {
                buffers.allToAll(buffer(filled(rank, LENGTH * size), isSourceClosed), buffer(whole, isTargetClosed));
                assertThat(whole).isEqualTo(byRank(size));
            }
            default -> {
                Blocks blocks = BlockViews.equal(LENGTH, size);
                buffers.allToAll(
                        buffer(filled(rank, LENGTH * size), isSourceClosed),
                        blocks,
                        buffer(whole, isTargetClosed),
                        blocks);
                assertThat(whole).isEqualTo(byRank(size));
            }
        }
    }

    /** Returns the array, or as much memory that has been closed. */
    private static DirectBuffer buffer(int[] array, boolean isClosed) {
        if (!isClosed) {
            return DirectBuffer.of(array);
        }
        try (Arena arena = Arena.ofShared()) {
            return DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, array.length), ElementType.INT);
        }
    }

    private static byte[] largeArray(int value) {
        byte[] data = new byte[LARGE_ARRAY_LENGTH];
        Arrays.fill(data, (byte) value);
        return data;
    }

    private static int[] filled(int value, int length) {
        int[] data = new int[length];
        Arrays.fill(data, value);
        return data;
    }

    /** The blocks of all ranks, each filled with its rank. */
    private static int[] byRank(int size) {
        return IntStream.range(0, size * LENGTH).map(index -> index / LENGTH).toArray();
    }

    /** A contribution that can fail where it is written or read. */
    private static final class Part implements Serializable {
        private static final long serialVersionUID = 1;

        /** Whose thread it is: a class that is read does not know where. */
        static final ThreadLocal<Integer> RANK = ThreadLocal.withInitial(() -> -1);

        private final String text;
        private final Point point;
        private final int culprit;
        private final boolean isAlwaysUnsendable;
        private final boolean isLarge;
        private final ArrayList<Integer> ranks;

        Part(Scenario scenario, List<Integer> ranks) {
            this(scenario.text(), scenario.point(), scenario.culprit(), false, scenario.isLarge(), ranks);
        }

        private Part(
                String text,
                Point point,
                int culprit,
                boolean isAlwaysUnsendable,
                boolean isLarge,
                List<Integer> ranks) {
            this.text = text;
            this.point = point;
            this.culprit = culprit;
            this.isAlwaysUnsendable = isAlwaysUnsendable;
            this.isLarge = isLarge;
            this.ranks = new ArrayList<>(ranks);
        }

        Part with(Part right, boolean isUnsendable) {
            List<Integer> both = new ArrayList<>(ranks);
            both.addAll(right.ranks);
            return new Part(text, point, culprit, isUnsendable, isLarge, both);
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            writeArrays(out);
            if (isAlwaysUnsendable || (point == Point.WRITE && RANK.get() == culprit)) {
                throw new IllegalStateException(text);
            }
            writeArrays(out);
        }

        private void writeArrays(ObjectOutputStream out) throws IOException {
            for (int i = 0; isLarge && i < LARGE_ARRAYS / 2; i++) {
                out.writeObject(largeArray(i));
            }
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            readArrays(in);
            if (point == Point.READ && RANK.get() == culprit) {
                throw new IllegalStateException(text);
            }
            readArrays(in);
        }

        private void readArrays(ObjectInputStream in) throws IOException, ClassNotFoundException {
            for (int i = 0; isLarge && i < LARGE_ARRAYS / 2; i++) {
                assertThat(Arrays.equals((byte[]) in.readObject(), largeArray(i)))
                        .isTrue();
            }
        }
    }

    /** Joins contributions; fails at that of the culprit. */
    private record Joining(Scenario scenario) implements ReductionObject<@Nullable Object> {
        @Override
        public Object reduce(@Nullable Object left, @Nullable Object right) {
            Part first = (Part) Objects.requireNonNull(left);
            Part second = (Part) Objects.requireNonNull(right);
            if (scenario.point() == Point.OPERATOR
                    && (first.ranks.contains(scenario.culprit()) || second.ranks.contains(scenario.culprit()))) {
                throw new IllegalStateException(scenario.text());
            }
            return first.with(second, scenario.point() == Point.UNSENDABLE_RESULT);
        }
    }

    /** Fails always. */
    private record Failing(Scenario scenario) implements ReductionObject<DirectBuffer> {
        @Override
        public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
            throw new IllegalStateException(scenario.text());
        }
    }

    /** A part for each member, and a place for the part of each. */
    private static final class Parts implements DividableDataObject<@Nullable Object> {
        private final Scenario scenario;
        private final int rank;
        private final int owner;
        private final Map<Integer, @Nullable Object> arrived = new HashMap<>();

        Parts(Scenario scenario, int rank, int owner) {
            this.scenario = scenario;
            this.rank = rank;
            this.owner = owner;
        }

        @Override
        public Object elementAt(int index, int groupSize) {
            if (scenario.point() == Point.ELEMENT_AT && rank == scenario.culprit() && index == groupSize - 1) {
                throw new IllegalStateException(scenario.text());
            }
            return new Part(scenario, List.of(owner, index));
        }

        @Override
        public void setElementAt(int index, int groupSize, @Nullable Object element) {
            if (scenario.point() == Point.SET_ELEMENT_AT && rank == scenario.culprit() && index == groupSize - 1) {
                throw new IllegalStateException(scenario.text());
            }
            arrived.put(index, element);
        }

        void check(int size, java.util.function.IntFunction<List<Integer>> expected) {
            assertThat(arrived).hasSize(size);
            arrived.forEach((from, part) -> assertParts(part, expected.apply(from)));
        }
    }
}
