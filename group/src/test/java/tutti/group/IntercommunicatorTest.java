package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.ExactSum;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Status;
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
            Request<String> request = sides.nonBlocking().receive(peer);
            sides.sendSync(name(world), peer);
            assertThat(request.await()).isEqualTo(there);
        });
    }

    @Test
    void shouldReceiveFromTheOtherSideOnly() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            int next = sides.rankInBoth(0) == 0 ? sides.remoteSize() : 0; // the first of this side, in both
            sides.both().sendAsync("own side", next);
            sides.barrier();
            assertThat(sides.tryProbe(ANY_SOURCE)).isEmpty();
            sides.barrier();
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                sides.sendAsync(name(world), rank);
            }
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                Received<String> got = sides.receiveWithStatus(ANY_SOURCE);
                assertThat(got.value()).isEqualTo(1 - side + "." + got.status().source());
            }
            for (int i = 0; sides.rank() == 0 && i < sides.size(); i++) {
                assertThat(sides.both().<String>receive(ANY_SOURCE)).isEqualTo("own side");
            }
        });
    }

    @Test
    void shouldSumExactlyBetweenTheSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            double[] shares = {1e300, 1, -1e300, 0.5}; // in any sum of doubles the small ones are lost
            double mine = shares[sides.rank() % 4];
            double theirs = ExactSum.sum(IntStream.range(0, sides.remoteSize())
                    .mapToDouble(r -> shares[r % 4])
                    .toArray());
            double[] sum = {-1};
            sides.allReduce(DirectBuffer.of(new double[] {mine}), DirectBuffer.of(sum), Reductions.exactSum());
            assertThat(sum).containsExactly(theirs);
            assertThat(sides.allReduce(mine, Reductions.<Double>exactSum())).isEqualTo(theirs);
            sum[0] = -1;
            if (side == 0) {
                sides.reduceTo(mine, Reductions.<Double>exactSum(), 0);
                sides.reduceTo(DirectBuffer.of(new double[] {mine}), Reductions.<DirectBuffer>exactSum(), 0);
            } else {
                boolean isRoot = sides.rank() == 0;
                assertThat(sides.reduceFrom(Reductions.<Double>exactSum(), 0)).isEqualTo(isRoot ? theirs : null);
                sides.reduceFrom(DirectBuffer.of(sum), Reductions.exactSum(), 0);
                assertThat(sum).containsExactly(isRoot ? theirs : -1);
            }
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
                        assertThat(gathered == null || gathered.remove(theirs.getFirst()))
                                .isTrue(); // it is the member's own
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
    void shouldTakeProbedMessagesOfTheOtherSide() {
        forEachTwoSides((world, sides) -> {
            int other = 1 - world.rank() % 2;
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                sides.sendAsync(name(world), rank);
                sides.withTag(1).sendAsync(DirectBuffer.of(new int[] {sides.rank()}), rank);
            }
            Intercommunicator numbers = sides.withTag(1);
            for (int rank = 0; rank < sides.remoteSize(); rank++) {
                ProbedMessage probed = sides.matchedProbe(ANY_SOURCE);
                assertThat(probed.<String>receive())
                        .isEqualTo(other + "." + probed.status().source());
                int[] number = {-1};
                numbers.probe(rank);
                ProbedMessage there = numbers.tryMatchedProbe(rank).orElseThrow();
                there.receive(DirectBuffer.of(number));
                assertThat(number).containsExactly(rank);
                assertThat(there.status().source()).isEqualTo(rank);
            }
            sides.barrier();
            assertThat(sides.tryMatchedProbe(ANY_SOURCE)).isEmpty();
        });
    }

    @Test
    void shouldExchangeBuffersWithTheOtherSide() {
        forEachTwoSides((world, sides) -> {
            int peer = sides.rank() < sides.remoteSize() ? sides.rank() : NO_MEMBER;
            int[] got = {-1};
            sides.sendReceive(DirectBuffer.of(new int[] {world.rank()}), peer, DirectBuffer.of(got), peer);
            assertThat(got).containsExactly(peer == NO_MEMBER ? -1 : world.rank() + 1 - 2 * (world.rank() % 2));
        });
    }

    @Test
    void shouldStartMessagesToTheOtherSide() {
        forEachTwoSides((world, sides) -> {
            int other = 1 - world.rank() % 2;
            NonBlockingIntercommunicator starting = sides.nonBlocking();
            NonBlockingIntercommunicator numbers = sides.withTag(1).nonBlocking();
            List<Request<?>> requests = new ArrayList<>();
            List<Request<Received<String>>> values = new ArrayList<>();
            List<Request<Status>> statuses = new ArrayList<>();
            int[][] got = new int[sides.remoteSize()][1];
            for (int[] number : got) {
                values.add(starting.receiveWithStatus(ANY_SOURCE));
                statuses.add(numbers.receiveWithStatus(DirectBuffer.of(number), ANY_SOURCE));
            }
            for (int rank = 0; rank < got.length; rank++) {
                requests.add(starting.sendSync(name(world), rank));
                requests.add(numbers.sendAsync(DirectBuffer.of(new int[] {sides.rank()}), rank));
            }
            for (int i = 0; i < got.length; i++) {
                Received<String> value = values.get(i).await();
                assertThat(value.value()).isEqualTo(other + "." + value.source());
                assertThat(got[i]).containsExactly(statuses.get(i).await().source());
            }
            Request.awaitAll(requests);
            Request<Received<String>> none = starting.receiveWithStatus(NO_MEMBER);
            assertThat(none.await().source()).isEqualTo(NO_MEMBER);
        });
    }

    @Test
    void shouldGatherBuffersOfAnyLengths() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            int there = sides.remoteSize();
            int[] all = new int[there * (there + 1) / 2];
            sides.allGather(
                    DirectBuffer.of(elements(side, sides.rank(), sides.rank())),
                    DirectBuffer.of(all),
                    blocks(IntStream.rangeClosed(1, there)));
            assertThat(all)
                    .isEqualTo(IntStream.range(0, there)
                            .flatMap(rank -> IntStream.of(elements(1 - side, rank, rank)))
                            .toArray());
        });
    }

    @Test
    void shouldReduceAndScatterBetweenTheSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            int there = sides.remoteSize();
            List<String> forThem = IntStream.range(0, there)
                    .mapToObj(rank -> name(world) + ">" + rank)
                    .toList();
            String joined = names(1 - side, there).stream()
                    .map(from -> from + ">" + sides.rank())
                    .collect(Collectors.joining());
            assertThat(sides.reduceScatter(forThem, JOIN)).isEqualTo(joined);

            long sum = 0;
            int[] equal = new int[there];
            for (int rank = 0; rank < there; rank++) {
                sum += elements(1 - side, rank, sides.rank())[0];
                equal[rank] = elements(side, sides.rank(), rank)[0];
            }
            int[] got = {-1};
            sides.reduceScatter(DirectBuffer.of(equal), DirectBuffer.of(got), Reductions.sum());
            assertThat(got).containsExactly((int) sum);

            double[] mine = IntStream.range(0, there)
                    .flatMap(to -> IntStream.of(elements(side, sides.rank(), to)))
                    .asDoubleStream()
                    .toArray();
            Blocks blocks = blocks(IntStream.rangeClosed(1, there));
            for (ReductionObject<DirectBuffer> operator : List.<ReductionObject<DirectBuffer>>of(
                    Reductions.sum(), Reductions.exactSum(), IntercommunicatorTest::add)) {
                double[] sums = new double[sides.rank() + 1];
                sides.reduceScatter(DirectBuffer.of(mine), blocks, DirectBuffer.of(sums), operator);
                assertThat(sums).containsOnly((double) sum);
            }
        });
    }

    private static DirectBuffer add(DirectBuffer left, DirectBuffer right) {
        return Reductions.<DirectBuffer>sum().reduce(left, right);
    }

    /** Like {@link #shouldRunCollectivesBetweenTheSides}, with all under way at once. */
    @Test
    void shouldStartCollectivesBetweenTheSides() {
        forEachTwoSides((world, sides) -> {
            int side = world.rank() % 2;
            int there = sides.remoteSize();
            NonBlockingIntercommunicator starting = sides.nonBlocking();
            List<String> theirs = names(1 - side, there);
            List<String> forThem = Collections.nCopies(there, name(world));
            int[] sum = new int[1];
            int[] gathered = new int[there];
            int[] swapped = new int[there];
            int[] scattered = new int[1];
            int[] exact = new int[there];
            DirectBuffer one = DirectBuffer.of(new int[] {1});
            DirectBuffer ones =
                    DirectBuffer.of(IntStream.generate(() -> 1).limit(there).toArray());
            Blocks single = blocks(IntStream.generate(() -> 1).limit(there));
            Request<List<String>> all = starting.allGather(name(world));
            Request<String> joined = starting.allReduce(name(world), JOIN);
            Request<List<String>> exchanged = starting.allToAll(forThem);
            Request<String> part = starting.reduceScatter(forThem, JOIN);
            List<Request<?>> others = new ArrayList<>(List.of(
                    starting.barrier(),
                    starting.allReduce(one, DirectBuffer.of(sum), Reductions.sum()),
                    starting.allGather(one, DirectBuffer.of(gathered)),
                    starting.allGather(one, DirectBuffer.of(exact), single),
                    starting.allToAll(ones, DirectBuffer.of(swapped)),
                    starting.allToAll(ones, single, DirectBuffer.of(swapped), single),
                    starting.reduceScatter(ones, DirectBuffer.of(scattered), Reductions.sum()),
                    starting.reduceScatter(ones, single, DirectBuffer.of(scattered), Reductions.sum())));
            int[] target = new int[there];
            if (side == 0) {
                others.add(starting.broadcastTo(name(world), 0));
                others.add(starting.broadcastTo(one, 0));
                others.add(starting.scatterTo(forThem, 0));
                others.add(starting.scatterTo(ones, single, 0));
                others.add(starting.gatherTo(name(world), 0));
                others.add(starting.gatherTo(one, 0));
                others.add(starting.reduceTo(name(world), JOIN, 0));
                others.add(starting.<DirectBuffer>reduceTo(one, Reductions.sum(), 0));
            } else {
                boolean isRoot = sides.rank() == 0;
                Request<String> value = starting.broadcastFrom(0);
                int[] received = new int[3];
                others.add(starting.broadcastFrom(DirectBuffer.of(received).slice(0, 1), 0));
                Request<String> mine = starting.scatterFrom(0);
                others.add(starting.scatterFrom(DirectBuffer.of(received).slice(1, 1), 0));
                Request<@Nullable List<String>> values = starting.gatherFrom(0);
                others.add(starting.gatherFrom(DirectBuffer.of(target), single, 0));
                Request<@Nullable String> reduced = starting.reduceFrom(JOIN, 0);
                others.add(starting.reduceFrom(DirectBuffer.of(received).slice(2, 1), Reductions.sum(), 0));
                assertThat(List.of(value.await(), mine.await())).containsOnly("0.0");
                assertThat(values.await()).isEqualTo(isRoot ? theirs : null);
                assertThat(reduced.await()).isEqualTo(isRoot ? String.join("", theirs) : null);
                Request.awaitAll(others);
                assertThat(received).containsExactly(1, 1, isRoot ? there : 0);
                assertThat(target).containsOnly(isRoot ? 1 : 0);
            }
            Request.awaitAll(others);
            assertThat(all.await()).isEqualTo(theirs);
            assertThat(exchanged.await()).isEqualTo(theirs);
            assertThat(List.of(joined.await(), part.await())).containsOnly(String.join("", theirs));
            assertThat(List.of(sum[0], scattered[0])).containsOnly(there);
            assertThat(List.of(gathered, exact, swapped))
                    .allSatisfy(each -> assertThat(each).containsOnly(1));
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
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sides.reduceScatter(
                            DirectBuffer.of(new int[3]), DirectBuffer.of(new int[1]), Reductions.sum()))
                    .withMessageContainingAll("int[3]", "remote size=2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sides.reduceScatter(List.of(1), Reductions.<Integer>sum()))
                    .withMessageContainingAll("=1", "remote size=2");
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

    @Test
    void shouldSayThatTheSidesCallDifferentMethods() {
        run(4, world -> {
            Intercommunicator sides = connect(world);
            Throwable failure = catchThrowable(() -> sides.broadcastFrom(0));
            world.barrier(); // a member that leaves may be known before why it does
            assertThat(failure)
                    .isInstanceOf(MismatchedCallException.class)
                    .hasMessageContainingAll(
                            "called broadcast root=0",
                            "called broadcast root=2",
                            "; ranks are those in both(): let the members of one group call the method to, as"
                                    + " broadcastTo");
            return true;
        });
    }

    @Test
    void shouldNameTheOperationOfWhichACallIsAPart() {
        run(3, world -> {
            Throwable failure = catchThrowable(() -> {
                if (world.rank() == 1) {
                    world.barrier();
                } else {
                    Intercommunicator.spawn(world, 1, SpawnCommand.of("none"), 0);
                }
            });
            for (int rank = 0; rank < 3; rank++) { // one that leaves may be known before why it does
                world.sendAsync("seen", rank);
            }
            for (int rank = 0; rank < 3; rank++) {
                world.receive(rank);
            }
            assertThat(failure)
                    .isInstanceOf(MismatchedCallException.class)
                    .hasMessageContaining(
                            world.rank() == 1 ? "; here rank=1; let" : "; here rank=%d in spawn; let", world.rank());
            return true;
        });
    }
}
