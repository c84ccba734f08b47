package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Two groups that talk to each other. */
class IntercommunicatorTest extends EachDevice {
    private static final ReductionObject<String> JOIN = (left, right) -> left + right;

    /** Connects the members of even and of odd rank, whose leaders are the last of each. */
    private static Intercommunicator connect(Communicator world) {
        int side = world.rank() % 2;
        Communicator local = world.split(side);
        int remoteLeader = world.size() - 1 - (world.size() - 1 - (1 - side)) % 2;
        boolean isLeader = local.rank() == local.size() - 1;
        return Intercommunicator.create(local, local.size() - 1, isLeader ? world : null, remoteLeader, 0);
    }

    private interface Sides {
        void run(Communicator world, Intercommunicator sides);
    }

    private void forEachTwoSides(Sides test) {
        for (int size : sizes()) {
            if (size > 1) {
                run(size, world -> {
                    test.run(world, connect(world));
                    return true;
                });
            }
        }
    }

    /** Names the members of a side as {@link #name} does. */
    private static List<String> names(int side, int size) {
        return IntStream.range(0, size).mapToObj(rank -> side + "." + rank).toList();
    }

    private static String name(Communicator world) {
        return world.rank() % 2 + "." + world.rank() / 2;
    }

    @Test
    void shouldKnowBothSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            assertThat(sides.rank()).isEqualTo(world.rank() / 2);
            assertThat(sides.size() + sides.remoteSize()).isEqualTo(world.size());
            assertThat(sides.size()).isEqualTo((world.size() + 1 - side) / 2);
            assertThat(sides.members()).isEqualTo(sides.local().members());
            assertThat(sides.members().union(sides.remoteMembers()).isSimilar(world.members()))
                    .isTrue();
            assertThat(sides.members().intersection(sides.remoteMembers()).size())
                    .isZero();
            assertThat(sides.both().size()).isEqualTo(world.size());
        });
    }

    @Test
    void shouldSendToTheOtherSide() {
        forEachTwoSides((world, sides) -> {
            int other = 1 - world.rank() % 2;
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                sides.sendAsync(name(world), rank);
                sides.withTag(5).sendAsync(DirectBuffer.of(new int[] {sides.rank()}), rank);
            }
            List<String> got = new ArrayList<>();
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                Received<String> next = sides.receiveWithStatus(ANY_SOURCE);
                assertThat(next.value()).isEqualTo(other + "." + next.status().source());
                got.add(next.value());
                assertThat(sides.withTag(5).probe(rank).source()).isEqualTo(rank);
                int[] number = {-1};
                assertThat(sides.withTag(5)
                                .receiveWithStatus(DirectBuffer.of(number), rank)
                                .source())
                        .isEqualTo(rank);
                assertThat(number[0]).isEqualTo(rank);
            }
            assertThat(got).containsExactlyInAnyOrderElementsOf(names(other, sides.remoteSize()));
            sides.barrier();
            assertThat(sides.tryProbe(ANY_SOURCE)).isEmpty();
            sides.barrier();
            assertThat(sides.<Object>receive(NO_MEMBER)).isNull();
            int peer = sides.rank() < sides.remoteSize() ? sides.rank() : NO_MEMBER;
            String there = sides.sendReceive(name(world), peer, peer);
            assertThat(there).isEqualTo(peer == NO_MEMBER ? null : other + "." + peer);
            Request<String> request = sides.both().nonBlocking().receive(sides.rankInBoth(peer));
            sides.sendSync(name(world), peer);
            assertThat(request.await()).isEqualTo(there);
        });
    }

    @Test
    void shouldRunCollectivesBetweenTheSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            List<String> theirs = names(1 - side, sides.remoteSize());
            sides.barrier();
            assertThat(sides.<String>allGather(name(world))).isEqualTo(theirs);
            assertThat(sides.allReduce(name(world), JOIN)).isEqualTo(String.join("", theirs));
            List<String> forThem = IntStream.range(0, sides.remoteSize())
                    .mapToObj(rank -> name(world) + ">" + rank)
                    .toList();
            assertThat(sides.<String>allToAll(forThem))
                    .isEqualTo(theirs.stream()
                            .map(from -> from + ">" + sides.rank())
                            .toList());
            for (int from = 0; from < 2; from++) {
                int roots = from == side ? sides.size() : sides.remoteSize();
                for (int root = 0; root < roots; root++) {
                    if (from == side) {
                        sides.broadcastTo(name(world), root);
                        sides.scatterTo(sides.rank() == root ? forThem : null, root);
                        List<String> gathered = sides.gatherFrom(root);
                        assertThat(gathered).isEqualTo(sides.rank() == root ? theirs : null);
                        assertThat(sides.reduceFrom(JOIN, root))
                                .isEqualTo(sides.rank() == root ? String.join("", theirs) : null);
                        sides.broadcastTo(DirectBuffer.of(new int[] {sides.rank(), side}), root);
                    } else {
                        assertThat(sides.<String>broadcastFrom(root)).isEqualTo(from + "." + root);
                        assertThat(sides.<String>scatterFrom(root)).isEqualTo(from + "." + root + ">" + sides.rank());
                        sides.gatherTo(name(world), root);
                        sides.reduceTo(name(world), JOIN, root);
                        int[] target = new int[2];
                        sides.broadcastFrom(DirectBuffer.of(target), root);
                        assertThat(target).containsExactly(root, from);
                    }
                }
            }
        });
    }

    /**
     * Elements that say from which side and rank they come, and for which rank they are: as many as their rank there,
     * and one.
     */
    private static int[] elements(int side, int from, int to) {
        int[] elements = new int[to + 1];
        Arrays.fill(elements, 10_000 * side + 100 * from + to);
        return elements;
    }

    private static int[] elementsOf(int side, IntStream from, int to) {
        return from.flatMap(rank -> IntStream.of(elements(side, rank, to))).toArray();
    }

    private static Blocks blocks(IntStream counts) {
        return Blocks.of(counts.toArray());
    }

    @Test
    void shouldRunCollectivesOnBuffersBetweenTheSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            int rank = sides.rank();
            int there = sides.remoteSize();
            int[] forThem = IntStream.range(0, there)
                    .flatMap(to -> IntStream.of(elements(side, rank, to)))
                    .toArray();
            Blocks toThem = blocks(IntStream.rangeClosed(1, there));
            int[] fromThem = new int[there * (rank + 1)];
            sides.allToAll(
                    DirectBuffer.of(forThem),
                    toThem,
                    DirectBuffer.of(fromThem),
                    blocks(IntStream.generate(() -> rank + 1).limit(there)));
            assertThat(fromThem).isEqualTo(elementsOf(1 - side, IntStream.range(0, there), rank));

            int[] ranks = new int[there];
            sides.allToAll(DirectBuffer.of(IntStream.range(0, there).toArray()), DirectBuffer.of(ranks));
            assertThat(ranks).containsOnly(rank);
            sides.allGather(DirectBuffer.of(new int[] {100 * side + rank}), DirectBuffer.of(ranks));
            int[] named =
                    IntStream.range(0, there).map(r -> 100 * (1 - side) + r).toArray();
            assertThat(ranks).isEqualTo(named);

            long[] sum = {-1};
            sides.allReduce(DirectBuffer.of(new long[] {100 * side + rank}), DirectBuffer.of(sum), Reductions.sum());
            assertThat(sum[0]).isEqualTo(IntStream.of(named).sum());

            for (int from = 0; from < 2; from++) {
                int roots = from == side ? sides.size() : there;
                for (int root = 0; root < roots; root++) {
                    int[] kept = new int[there + 1];
                    if (from == side) {
                        sides.scatterTo(DirectBuffer.of(forThem), rank == root ? toThem : null, root);
                        Blocks one = blocks(IntStream.generate(() -> 1).limit(there));
                        sides.gatherFrom(DirectBuffer.of(kept), rank == root ? one : null, root);
                        assertThat(kept)
                                .startsWith(rank == root ? named : new int[there])
                                .endsWith(0);
                        sides.reduceFrom(rank == root ? DirectBuffer.of(sum) : null, Reductions.sum(), root);
                        assertThat(sum[0]).isEqualTo(IntStream.of(named).sum());
                    } else {
                        int[] mine = new int[rank + 1];
                        sides.scatterFrom(DirectBuffer.of(mine), root);
                        assertThat(mine).isEqualTo(elements(from, root, rank));
                        sides.gatherTo(DirectBuffer.of(new int[] {100 * side + rank}), root);
                        sides.<DirectBuffer>reduceTo(
                                DirectBuffer.of(new long[] {100 * side + rank}), Reductions.sum(), root);
                    }
                }
            }
        });
    }

    @Test
    void shouldTellBothSidesOfBuffersThatDoNotFit() {
        run(4, world -> {
            Intercommunicator sides = connect(world);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sides.allToAll(DirectBuffer.of(new int[3]), DirectBuffer.of(new int[2])))
                    .withMessageContainingAll("int[3]", "remote size=2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sides.allToAll(
                            DirectBuffer.of(new int[2]),
                            Blocks.of(1, 1, 0),
                            DirectBuffer.of(new int[2]),
                            Blocks.of(1, 1)))
                    .withMessageContainingAll("blocks=3", "remote size=2");
            assertThatThrownBy(() -> sides.allReduce(
                            DirectBuffer.of(new long[] {1}), DirectBuffer.of(new long[1]), (left, right) -> {
                                throw new IllegalStateException("operator fails");
                            }))
                    .isInstanceOfAny(IllegalStateException.class, CallFailedException.class)
                    .hasMessageContaining("operator fails");
            long[] target = {0};
            sides.allReduce(DirectBuffer.of(new long[] {1}), DirectBuffer.of(target), Reductions.sum());
            assertThat(target[0]).isEqualTo(2);
            return true;
        });
    }

    @Test
    void shouldMergeInTheOrderThatTheSidesSay() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            List<String> even = names(0, (world.size() + 1) / 2);
            List<String> odd = names(1, world.size() / 2);
            Communicator evenFirst = sides.merge(side == 1);
            Communicator oddFirst = sides.merge(side == 0);
            List<String> all = evenFirst.allGather(name(world));
            assertThat(all).isEqualTo(concat(even, odd));
            assertThat(oddFirst.allGather(name(world))).isEqualTo(concat(odd, even));
            assertThat(sides.merge(true).size()).isEqualTo(world.size());
            sides.leave();
            assertThat(evenFirst.allReduce(name(world), JOIN)).isEqualTo(String.join("", all));
        });
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return IntStream.range(0, 2)
                .mapToObj(i -> i == 0 ? first : second)
                .flatMap(List::stream)
                .collect(Collectors.toList());
    }

    /** Two pairs of groups with the same leaders, by two threads of each member. */
    @Test
    void shouldConnectSeveralPairsAtOnceByTags() {
        run(4, world -> {
            int side = world.rank() % 2;
            Communicator one = world.split(side);
            Communicator two = one.duplicate();
            Intercommunicator first = Intercommunicator.create(one, 0, world, 1 - side, 1);
            Intercommunicator second = Intercommunicator.create(two, 0, world, 1 - side, 2);
            first.sendAsync("first", first.rank());
            second.sendAsync("second", second.rank());
            assertThat(second.<String>receive(second.rank())).isEqualTo("second");
            assertThat(first.<String>receive(first.rank())).isEqualTo("first");
            return true;
        });
    }

    @Test
    void shouldRefuseWrongArgumentsAndGoOn() {
        run(4, world -> {
            int side = world.rank() % 2;
            Communicator local = world.split(side);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Intercommunicator.create(local, 2, world, 1 - side, 0))
                    .withMessageContaining("localLeader=2");
            assertThatThrownBy(() -> Intercommunicator.create(local, 0, world, 7, 0)) // only the leader knows
                    .isInstanceOf(local.rank() == 0 ? IllegalArgumentException.class : GroupException.class)
                    .hasMessageContaining("remoteLeader=7");
            assertThatThrownBy(() -> Intercommunicator.create(local, 0, null, 1 - side, 0))
                    .isInstanceOf(local.rank() == 0 ? NullPointerException.class : GroupException.class);
            assertThatThrownBy(() -> Intercommunicator.create(local, 0, world, side, 0))
                    .isInstanceOf(local.rank() == 0 ? IllegalArgumentException.class : GroupException.class)
                    .hasMessageContaining("name a member of the other side");
            return true;
        });
    }

    @Test
    void shouldTellBothSidesOfMistakesAndFailures() {
        run(4, world -> {
            Intercommunicator sides = connect(world);
            assertThatIllegalArgumentException().isThrownBy(() -> sides.sendAsync("x", 2));
            assertThatIllegalArgumentException().isThrownBy(() -> sides.allToAll(List.of(1)));
            assertThatThrownBy(() -> sides.allReduce(name(world), (left, right) -> {
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOfAny(IllegalStateException.class, CallFailedException.class);
            assertThat(sides.<String>allGather(name(world))).hasSize(2);
            assertThatThrownBy(() -> {
                        sides.broadcastTo("both send", 0);
                        sides.barrier();
                    })
                    .isInstanceOfAny(MismatchedCallException.class, MemberFailedException.class);
            return true;
        });
    }
}
