package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tutti.group.RandomBuffers.Operator;
import tutti.group.RandomBuffers.Placed;
import tutti.group.RandomMember.Drawn;
import tutti.serialization.ElementType;

/** The steps of a random program between two groups: the members of even and those of odd ranks. */
final class RandomSides {
    private static final int TAG = 7_000;

    private final RandomMember member;
    private final Random random;
    private final int rank;
    private final int side;
    private final List<List<Integer>> ranks; // in the program's group, of the members of both sides
    private Intercommunicator between;

    RandomSides(RandomMember member) {
        this.member = member;
        random = member.random;
        rank = member.rank;
        side = rank % 2;
        ranks = IntStream.range(0, 2)
                .mapToObj(each -> IntStream.range(0, member.size)
                        .filter(r -> r % 2 == each)
                        .boxed()
                        .toList())
                .toList();
    }

    /** Takes a step in a group of at least two. */
    void step() {
        make();
        int rootSide = random.nextInt(2);
        int root = random.nextInt(ranks.get(rootSide).size());
        ElementType type = RandomMemory.TYPES.get(random.nextInt(RandomMemory.TYPES.size()));
        int length = random.nextInt(12) == 0 ? 20_000 : random.nextInt(20);
        switch (random.nextInt(9)) {
            case 0 -> broadcast(rootSide, root, type, length);
            case 1 -> scatter(rootSide, root, type);
            case 2 -> gather(rootSide, root, type);
            case 3 -> reduce(rootSide, root, type, length);
            case 4 -> toAll();
            case 5 -> toAllBuffers(type, random.nextInt(8) == 0 ? 4_000 : random.nextInt(9));
            case 6 -> reductions(type, length);
            case 7 -> merge();
            default -> end();
        }
    }

    /** Returns the two groups. */
    Intercommunicator make() {
        if (between == null) {
            Communicator own = (Communicator) member.call(member.world, "split(int)", side);
            between = (Intercommunicator) member.call(
                    Intercommunicator.class,
                    "create(Communicator,int,Communicator,int,int)",
                    own,
                    0,
                    member.world.withTag(TAG),
                    1 - side,
                    TAG);
        }
        return between;
    }

    private List<Integer> remote() {
        return ranks.get(1 - side);
    }

    private void call(Supplier<Drawn> drawing) {
        member.collective(between, drawing);
    }

    /** Calls what the side of a root calls, or what the other one does. */
    private void rooted(int rootSide, Supplier<Drawn> ofRoot, Supplier<Drawn> ofOthers) {
        call(side == rootSide ? ofRoot : ofOthers);
    }

    private boolean isRoot(int rootSide, int root) {
        return side == rootSide && between.rank() == root;
    }

    private RandomMemory memory(ElementType type, long... values) {
        return RandomMemory.of(member.own, type, values);
    }

    private RandomMemory empty(ElementType type, int length) {
        return RandomMemory.empty(member.own, type, length);
    }

    private long[] values(int owner, int length) {
        return RandomBuffers.values(owner, member.step(), length);
    }

    private static long[] joined(List<Integer> owners, IntFunction<long[]> values) {
        return owners.stream()
                .flatMapToLong(each -> LongStream.of(values.apply(each)))
                .toArray();
    }

    private List<String> from(List<Integer> members) {
        return members.stream().map(member::from).toList();
    }

    // ---------------------------------------------------------------- with a root

    private void broadcast(int rootSide, int root, ElementType type, int length) {
        int source = ranks.get(rootSide).get(root);
        rooted(
                rootSide,
                () -> Drawn.of(null, "broadcastTo(Object,int)", member.from(rank), root),
                () -> Drawn.of(member.from(source), "broadcastFrom(int)", root));
        rooted(
                rootSide,
                () -> Drawn.of(
                        null,
                        "broadcastTo(Object,int)",
                        memory(type, values(rank, length)).buffer(),
                        root),
                () -> {
                    RandomMemory result = empty(type, length);
                    return Drawn.then(
                            () -> result.check(values(source, length)),
                            "broadcastFrom(DirectBuffer,int)",
                            result.buffer(),
                            root);
                });
    }

    private void scatter(int rootSide, int root, ElementType type) {
        int source = ranks.get(rootSide).get(root);
        List<Integer> others = ranks.get(1 - rootSide);
        rooted(
                rootSide,
                () -> Drawn.of(
                        null,
                        "scatterTo(List,int)",
                        others.stream().map(other -> member.from(rank) + other).toList(),
                        root),
                () -> Drawn.of(member.from(source) + rank, "scatterFrom(int)", root));
        int[] counts = random.ints(others.size(), 0, 9).toArray();
        Placed placed = Placed.of(member.own, counts);
        rooted(
                rootSide,
                () -> Drawn.of(
                        null,
                        "scatterTo(DirectBuffer,Blocks,int)",
                        memory(type, placed.filled(i -> values(rank + 3 * others.get(i), counts[i])))
                                .buffer(),
                        isRoot(rootSide, root) ? placed.blocks() : null,
                        root),
                () -> {
                    RandomMemory result = empty(type, counts[between.rank()]);
                    return Drawn.then(
                            () -> result.check(values(source + 3 * rank, counts[between.rank()])),
                            "scatterFrom(DirectBuffer,int)",
                            result.buffer(),
                            root);
                });
    }

    private void gather(int rootSide, int root, ElementType type) {
        List<Integer> others = ranks.get(1 - rootSide);
        rooted(
                rootSide,
                () -> Drawn.of(isRoot(rootSide, root) ? from(others) : null, "gatherFrom(int)", root),
                () -> Drawn.of(null, "gatherTo(Object,int)", member.from(rank), root));
        int[] counts = random.ints(others.size(), 0, 9).toArray();
        Placed placed = Placed.of(member.own, counts);
        rooted(
                rootSide,
                () -> {
                    RandomMemory result = empty(type, placed.length());
                    return Drawn.then(
                            () -> {
                                if (isRoot(rootSide, root)) {
                                    result.check(placed.filled(i -> values(others.get(i), counts[i])));
                                }
                            },
                            "gatherFrom(DirectBuffer,Blocks,int)",
                            result.buffer(),
                            isRoot(rootSide, root) ? placed.blocks() : null,
                            root);
                },
                () -> Drawn.of(
                        null,
                        "gatherTo(Object,int)",
                        memory(type, values(rank, counts[between.rank()])).buffer(),
                        root));
    }

    private void reduce(int rootSide, int root, ElementType type, int length) {
        List<Integer> others = ranks.get(1 - rootSide);
        String joined = String.join("", from(others));
        rooted(
                rootSide,
                () -> Drawn.of(
                        isRoot(rootSide, root) ? joined : null,
                        "reduceFrom(ReductionObject,int)",
                        RandomObjects.JOIN,
                        root),
                () -> Drawn.of(
                        null, "reduceTo(Object,ReductionObject,int)", member.from(rank), RandomObjects.JOIN, root));
        Operator operator = Operator.draw(random, type);
        rooted(
                rootSide,
                () -> {
                    RandomMemory result = empty(type, length);
                    return Drawn.then(
                            () -> {
                                if (isRoot(rootSide, root)) {
                                    result.check(combined(operator, others, other -> values(other, length)));
                                }
                            },
                            "reduceFrom(DirectBuffer,ReductionObject,int)",
                            isRoot(rootSide, root) ? result.buffer() : null,
                            operator.onBuffers(),
                            root);
                },
                () -> Drawn.of(
                        null,
                        "reduceTo(Object,ReductionObject,int)",
                        memory(type, values(rank, length)).buffer(),
                        operator.onBuffers(),
                        root));
    }

    private static long[] combined(Operator operator, List<Integer> owners, IntFunction<long[]> values) {
        return operator.combine(0, owners.size(), i -> values.apply(owners.get(i)));
    }

    // ---------------------------------------------------------------- of all

    private void toAll() {
        call(() -> Drawn.of(null, "barrier()"));
        call(() -> Drawn.of(from(remote()), "allGather(Object)", member.from(rank)));
        call(() -> Drawn.of(
                remote().stream().map(other -> member.from(other) + rank).toList(),
                "allToAll(List)",
                remote().stream().map(other -> member.from(rank) + other).toList()));
    }

    private void toAllBuffers(ElementType type, int length) {
        int remoteSize = remote().size();
        call(() -> {
            RandomMemory result = empty(type, length * remoteSize);
            return Drawn.then(
                    () -> result.check(joined(remote(), other -> values(other, length))),
                    "allGather(DirectBuffer,DirectBuffer)",
                    memory(type, values(rank, length)).buffer(),
                    result.buffer());
        });
        call(() -> {
            RandomMemory result = empty(type, length * remoteSize);
            return Drawn.then(
                    () -> result.check(joined(remote(), other -> values(other + 3 * rank, length))),
                    "allToAll(DirectBuffer,DirectBuffer)",
                    memory(type, joined(remote(), other -> values(rank + 3 * other, length)))
                            .buffer(),
                    result.buffer());
        });
        Placed gathered = Placed.of(
                member.own, remote().stream().mapToInt(other -> other % 4).toArray());
        call(() -> {
            RandomMemory result = empty(type, gathered.length());
            return Drawn.then(
                    () -> result.check(gathered.filled(i -> values(remote().get(i), remote().get(i) % 4))),
                    "allGather(DirectBuffer,DirectBuffer,Blocks)",
                    memory(type, values(rank, rank % 4)).buffer(),
                    result.buffer(),
                    gathered.blocks());
        });
        int[] sent = remote().stream().mapToInt(other -> (rank + 3 * other) % 5).toArray();
        int[] received =
                remote().stream().mapToInt(other -> (other + 3 * rank) % 5).toArray();
        Placed sending = Placed.of(member.own, sent);
        Placed receiving = Placed.of(member.own, received);
        call(() -> {
            RandomMemory result = empty(type, receiving.length());
            return Drawn.then(
                    () -> result.check(receiving.filled(i -> values(remote().get(i) + 3 * rank, received[i]))),
                    "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                    memory(type, sending.filled(i -> values(rank + 3 * remote().get(i), sent[i])))
                            .buffer(),
                    sending.blocks(),
                    result.buffer(),
                    receiving.blocks());
        });
    }

    private void reductions(ElementType type, int length) {
        call(() -> Drawn.of(
                String.join("", from(remote())),
                "allReduce(Object,ReductionObject)",
                member.from(rank),
                RandomObjects.JOIN));
        call(() -> Drawn.of(
                remote().stream().map(other -> member.from(other) + rank).reduce("", String::concat),
                "reduceScatter(List,ReductionObject)",
                remote().stream().map(other -> member.from(rank) + other).toList(),
                RandomObjects.JOIN));
        Operator operator = Operator.draw(random, type);
        call(() -> {
            RandomMemory result = empty(type, length);
            return Drawn.then(
                    () -> result.check(combined(operator, remote(), other -> values(other, length))),
                    "allReduce(DirectBuffer,DirectBuffer,ReductionObject)",
                    memory(type, values(rank, length)).buffer(),
                    result.buffer(),
                    operator.onBuffers());
        });
        int part = Math.min(length, 3_000);
        call(() -> {
            RandomMemory result = empty(type, part);
            return Drawn.then(
                    () -> result.check(combined(operator, remote(), other -> values(other + 3 * rank, part))),
                    "reduceScatter(DirectBuffer,DirectBuffer,ReductionObject)",
                    memory(type, joined(remote(), other -> values(rank + 3 * other, part)))
                            .buffer(),
                    result.buffer(),
                    operator.onBuffers());
        });
        int[] counts = remote().stream().mapToInt(other -> other % 5).toArray();
        Placed placed = Placed.of(member.own, counts);
        call(() -> {
            RandomMemory result = empty(type, rank % 5);
            return Drawn.then(
                    () -> result.check(combined(operator, remote(), other -> values(other + 3 * rank, rank % 5))),
                    "reduceScatter(DirectBuffer,Blocks,DirectBuffer,ReductionObject)",
                    memory(type, placed.filled(i -> values(rank + 3 * remote().get(i), counts[i])))
                            .buffer(),
                    placed.blocks(),
                    result.buffer(),
                    operator.onBuffers());
        });
    }

    // ---------------------------------------------------------------- of both groups

    private void merge() {
        int high = random.nextInt(2);
        Communicator merged = (Communicator) member.call(between, "merge(boolean)", side == high);
        List<Integer> expected = Stream.concat(ranks.get(1 - high).stream(), ranks.get(high).stream())
                .toList();
        assertThat(merged.<Integer>allGather(rank)).isEqualTo(expected);
        member.call(merged, "leave()");
        List<Integer> inBoth =
                Stream.concat(ranks.get(0).stream(), ranks.get(1).stream()).toList();
        Communicator both = between.both();
        member.collective(both, () -> Drawn.of(inBoth, "allGather(Object)", rank));
    }

    /** The next step makes the groups again. */
    private void end() {
        member.endAll();
        Communicator own = between.local();
        if (random.nextBoolean()) {
            member.call(between, "disconnect()");
        } else {
            assertThat(between.<Integer>allGather(rank)).isEqualTo(remote());
            member.call(between, "leave()");
        }
        own.leave();
        between = null;
    }
}
