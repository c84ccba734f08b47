package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.Blocks;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * One member calls something else than the others, among the operations beyond the first eight: all get an error that
 * says so, and none waits for ever.
 */
class MismatchTest extends EachDevice {
    private static final ReductionObject<Integer> SUM = Reductions.sum();

    private static final ReductionObject<DirectBuffer> FIRST = ofProgram("first");
    private static final ReductionObject<DirectBuffer> ANOTHER = ofProgram("another");

    private static final Set<Call> SPLITTING = EnumSet.copyOf(
            Stream.concat(Stream.of(Call.SPLIT), EnumSet.range(Call.SIDES, Call.SIDES_REDUCE_BUFFERS).stream())
                    .toList());
    private static final Set<Call> OPENING = EnumSet.range(Call.OPEN_FILE, Call.SET_SIZE);
    private static final Set<Call> ATOMIC =
            EnumSet.of(Call.SET_ATOMIC, Call.ATOMIC_WRITE_AT_ALL, Call.ATOMIC_READ_AT_ALL);
    private static final Set<Call> ALLOCATING = EnumSet.of(Call.ALLOCATE_WINDOW, Call.WINDOW_FENCE, Call.WINDOW_CLOSE);

    @TempDir
    Path folder;

    private static ReductionObject<DirectBuffer> ofProgram(String name) {
        return Reductions.elementwise(name, int[].class, 1, (left, right, from, to) -> {});
    }

    /** A call that all members of a group make. */
    private enum Call {
        BARRIER((world, file) -> world.barrier()),
        BROADCAST((world, file) -> world.broadcast(1, world.size() - 1)),
        ALL_GATHER((world, file) -> world.allGather(1)),
        REDUCE((world, file) -> world.reduce(1, SUM, 0)),
        SCATTER((world, file) -> world.scatter(PerRank.of(one(world)), 0)),
        GATHER((world, file) -> world.gather(1, 0)),
        ALL_TO_ALL((world, file) -> world.allToAll(one(world))),
        REDUCE_BUFFERS((world, file) -> world.reduce(ints(3), ints(3), Reductions.sum(), 0)),
        GATHER_BUFFERS((world, file) -> world.gather(ints(1), ints(world.size()), 0)),
        ALL_GATHER_BUFFERS((world, file) -> world.allGather(ints(1), ints(world.size()))),
        ALL_TO_ALL_BUFFERS((world, file) -> world.allToAll(ints(world.size()), ints(world.size()))),
        SCAN((world, file) -> world.scan(1, SUM)),
        EXCLUSIVE_SCAN((world, file) -> world.exclusiveScan(1, SUM)),
        SCAN_BUFFERS((world, file) -> world.scan(ints(3), ints(3), Reductions.sum())),
        EXCLUSIVE_SCAN_BUFFERS((world, file) -> world.exclusiveScan(ints(3), ints(3), Reductions.sum())),
        REDUCE_SCATTER((world, file) -> world.reduceScatter(one(world), SUM)),
        REDUCE_SCATTER_BUFFERS((world, file) -> world.reduceScatter(ints(world.size()), ints(1), Reductions.sum())),
        REDUCE_SCATTER_BLOCKS(
                (world, file) -> world.reduceScatter(ints(2 * world.size()), twos(world), ints(2), Reductions.sum())),
        SCATTER_BLOCKS((world, file) -> world.scatter(ints(2 * world.size()), twos(world), ints(2), 0)),
        GATHER_BLOCKS((world, file) -> world.gather(ints(2), ints(2 * world.size()), twos(world), 0)),
        ALL_GATHER_BLOCKS((world, file) -> world.allGather(ints(2), ints(2 * world.size()), twos(world))),
        ALL_TO_ALL_BLOCKS((world, file) ->
                world.allToAll(ints(2 * world.size()), twos(world), ints(2 * world.size()), twos(world))),
        EXCHANGE((world, file) -> world.exchange(Map.of(0, 1))),
        ALL_TO_ALL_MAP((world, file) -> world.allToAll(Map.of(0, 1))),
        EXCHANGE_BUFFERS((world, file) -> world.exchangeBuffers(Map.of(0, ints(1)))),
        ALL_TO_ALL_BY_RANK((world, file) -> world.allToAll(Map.<Integer, DirectBuffer>of(), Map.of())),
        EXACT_SUM((world, file) -> world.allReduce(1.0, Reductions.<Double>exactSum())),
        ELEMENTWISE((world, file) -> world.allReduce(ints(4), ints(4), Reductions.maxLocation())),
        ELEMENTWISE_OF_PROGRAM((world, file) -> world.allReduce(ints(4), ints(4), FIRST)),
        ELEMENTWISE_OF_ANOTHER_NAME((world, file) -> world.allReduce(ints(4), ints(4), ANOTHER)),
        LAMBDA_ON_BUFFERS((world, file) -> world.allReduce(ints(4), ints(4), (left, right) -> left)),
        NEIGHBOR_ALL_GATHER((world, file) -> ring(world).allGather(1)),
        NEIGHBOR_ALL_TO_ALL((world, file) -> ring(world).allToAll(List.of(1, 2))),
        NEIGHBOR_ALL_GATHER_BUFFERS((world, file) -> ring(world).allGather(ints(1), ints(2))),
        NEIGHBOR_ALL_TO_ALL_BUFFERS((world, file) -> ring(world).allToAll(ints(2), ints(2))),
        NEIGHBOR_BLOCKS((world, file) -> ring(world).allToAll(ints(3), Blocks.of(1, 2), ints(3), Blocks.of(2, 1))),
        SUB_GRID((world, file) -> ring(world).sub(true)),
        HALO((world, file) -> ring(world).exchangeHalo(ints(4), 1, 4)),
        STARTED_HALO((world, file) ->
                ring(world).nonBlocking().exchangeHalo(ints(4), 1, 4).await()),
        MAKE_GRAPH((world, file) -> Neighborhood.of(world, new int[0])),
        GRAPH((world, file) -> Neighborhood.ofDestinations(world, 0)),
        STARTED_ALL_REDUCE(
                (world, file) -> world.nonBlocking().allReduce(1, SUM).await()),
        STARTED_SCAN((world, file) -> world.nonBlocking().scan(1, SUM).await()),
        STARTED_EXCHANGE(
                (world, file) -> world.nonBlocking().exchange(Map.of(0, 1)).await()),
        PREPARED_ALL_REDUCE((world, file) ->
                world.persistent().allReduce(ints(3), ints(3), Reductions.sum()).run()),
        PREPARED_SCATTER((world, file) -> world.persistent()
                .scatter(ints(world.size()), ints(1), 0)
                .start()
                .await()),
        SPLIT((world, file) -> world.split(world.rank())),
        DUPLICATE((world, file) -> world.duplicate()),
        SPLIT_BY_HOST((world, file) -> world.splitByHost()),
        SPLIT_BY_PROCESS((world, file) -> world.splitByProcess()),
        SIDES((world, file) -> sides(world)),
        SIDES_ALL_GATHER((world, file) -> sides(world).allGather(1)),
        SIDES_ALL_REDUCE((world, file) -> sides(world).allReduce(1, SUM)),
        SIDES_BARRIER((world, file) -> sides(world).barrier()),
        SIDES_MERGE((world, file) -> sides(world).merge(world.rank() % 2 == 0)),
        SIDES_ALL_TO_ALL((world, file) -> {
            Intercommunicator sides = sides(world);
            sides.allToAll(Collections.nCopies(sides.remoteSize(), 1));
        }),
        SIDES_REDUCE_SCATTER((world, file) -> {
            Intercommunicator sides = sides(world);
            sides.reduceScatter(Collections.nCopies(sides.remoteSize(), 1), SUM);
        }),
        SIDES_BROADCAST(
                (world, file) -> rooted(world, sides -> sides.broadcastTo(1, 0), sides -> sides.broadcastFrom(0))),
        SIDES_SCATTER((world, file) -> rooted(
                world,
                sides -> sides.scatterTo(Collections.nCopies(sides.remoteSize(), 1), 0),
                sides -> sides.scatterFrom(0))),
        SIDES_GATHER((world, file) -> rooted(world, sides -> sides.gatherTo(1, 0), sides -> sides.gatherFrom(0))),
        SIDES_REDUCE(
                (world, file) -> rooted(world, sides -> sides.reduceTo(1, SUM, 0), sides -> sides.reduceFrom(SUM, 0))),
        SIDES_SCATTER_BUFFERS((world, file) -> rooted(
                world,
                sides -> sides.scatterTo(ints(sides.remoteSize()), ones(sides.remoteSize()), 0),
                sides -> sides.scatterFrom(ints(1), 0))),
        SIDES_GATHER_BUFFERS((world, file) -> rooted(
                world,
                sides -> sides.gatherTo(ints(1), 0),
                sides -> sides.gatherFrom(ints(sides.remoteSize()), ones(sides.remoteSize()), 0))),
        SIDES_ALL_REDUCE_BUFFERS((world, file) -> sides(world).allReduce(ints(3), ints(3), Reductions.sum())),
        SIDES_ALL_TO_ALL_BUFFERS((world, file) -> {
            Intercommunicator sides = sides(world);
            sides.allToAll(ints(sides.remoteSize()), ints(sides.remoteSize()));
        }),
        SIDES_REDUCE_SCATTER_BUFFERS((world, file) -> {
            Intercommunicator sides = sides(world);
            sides.reduceScatter(ints(sides.remoteSize()), ints(1), Reductions.sum());
        }),
        SIDES_BROADCAST_BUFFERS((world, file) ->
                rooted(world, sides -> sides.broadcastTo(ints(3), 0), sides -> sides.broadcastFrom(ints(3), 0))),
        SIDES_REDUCE_BUFFERS((world, file) -> rooted(
                world,
                sides -> sides.reduceTo(ints(3), Reductions.sum(), 0),
                sides -> sides.reduceFrom(ints(3), Reductions.sum(), 0))),
        ALLOCATE_WINDOW((world, file) -> world.allocateWindow(ElementType.INT, 1)),
        CREATE_WINDOW((world, file) -> world.createWindow(ints(1))),
        WINDOW_FENCE((world, file) -> world.allocateWindow(ElementType.INT, 1).fence()),
        WINDOW_CLOSE((world, file) -> world.allocateWindow(ElementType.INT, 1).close()),
        OPEN_FILE((world, file) -> ParallelFile.open(world, file, READ, WRITE, CREATE)),
        WRITE_AT_ALL((world, file) -> ParallelFile.open(world, file, READ, WRITE, CREATE)
                .view(ElementType.INT)
                .writeAtAll(0, ints(1))),
        READ_AT_ALL((world, file) -> ParallelFile.open(world, file, READ, WRITE, CREATE)
                .view(ElementType.INT)
                .readAtAll(0, ints(1))),
        WRITE_ORDERED((world, file) -> SharedFileView.of(
                        ParallelFile.open(world, file, READ, WRITE, CREATE).view(ElementType.INT))
                .writeOrdered(ints(1))),
        READ_ORDERED((world, file) -> SharedFileView.of(
                        ParallelFile.open(world, file, READ, WRITE, CREATE).view(ElementType.INT))
                .readOrdered(ints(1))),
        SEEK((world, file) -> SharedFileView.of(
                        ParallelFile.open(world, file, READ, WRITE, CREATE).view(ElementType.INT))
                .seek(1)),
        FORCE((world, file) ->
                ParallelFile.open(world, file, READ, WRITE, CREATE).force()),
        SET_ATOMIC((world, file) ->
                ParallelFile.open(world, file, READ, WRITE, CREATE).setAtomic(true)),
        ATOMIC_WRITE_AT_ALL((world, file) -> atomic(world, file).writeAtAll(0, ints(1))),
        ATOMIC_READ_AT_ALL((world, file) -> atomic(world, file).readAtAll(0, ints(1))),
        PREALLOCATE((world, file) ->
                ParallelFile.open(world, file, READ, WRITE, CREATE).preallocate(4)),
        CLOSE_FILE((world, file) ->
                ParallelFile.open(world, file, READ, WRITE, CREATE).close()),
        SET_SIZE((world, file) ->
                ParallelFile.open(world, file, READ, WRITE, CREATE).setSize(4));

        @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
        private final Body body;

        Call(Body body) {
            this.body = body;
        }

        String operation() {
            return name().replace("STARTED_", "").replace("PREPARED_", "");
        }

        private interface Body {
            void run(Communicator world, Path file);
        }

        private static DirectBuffer ints(int count) {
            return DirectBuffer.of(new int[count]);
        }

        private static List<Integer> one(Communicator world) {
            return IntStream.range(0, world.size()).boxed().toList();
        }

        private static Blocks ones(int size) {
            int[] counts = new int[size];
            Arrays.fill(counts, 1);
            return Blocks.of(counts);
        }

        private static Blocks twos(Communicator world) {
            int[] counts = new int[world.size()];
            Arrays.fill(counts, 2);
            return Blocks.of(counts);
        }

        private static CartesianCommunicator ring(Communicator world) {
            return CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
        }

        private static FileView atomic(Communicator world, Path path) {
            ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE);
            file.setAtomic(true);
            return file.view(ElementType.INT);
        }

        private static void rooted(
                Communicator world, Consumer<Intercommunicator> ofRoot, Consumer<Intercommunicator> ofOthers) {
            (world.rank() % 2 == 0 ? ofRoot : ofOthers).accept(sides(world));
        }

        private static Intercommunicator sides(Communicator world) {
            int side = world.rank() % 2;
            return Intercommunicator.create(world.split(side), 0, world, 1 - side, 3);
        }
    }

    private record Case(Call usual, Call odd, int oddRank) {
        /**
         * Returns whether the longer call waits in a group that the other has made, too, while that waits in the first
         * one: with a deadline such a cycle is no certain deadlock.
         */
        boolean waitsInTwoGroups() {
            List<Call> both = List.of(usual, odd);
            return (SPLITTING.containsAll(both) && (both.contains(Call.SPLIT) || both.contains(Call.SIDES)))
                    || (OPENING.containsAll(both) && both.contains(Call.OPEN_FILE))
                    || (ATOMIC.containsAll(both) && both.contains(Call.SET_ATOMIC))
                    || (ALLOCATING.containsAll(both) && both.contains(Call.ALLOCATE_WINDOW));
        }

        /** Blocking, started and prepared calls of one operation belong together. */
        boolean isOneOperation() {
            return usual.operation().equals(odd.operation());
        }

        boolean isMismatch() {
            return !isOneOperation() && !waitsInTwoGroups();
        }

        private boolean isTold(@Nullable RuntimeException outcome) {
            return switch (outcome) {
                case MismatchedCallException _, MemberFailedException _, BufferMismatchException _ -> true;
                case IllegalArgumentException _ -> true; // of calls on one file, which shows both
                case null, default -> false;
            };
        }
    }

    @Test
    void shouldEndForAllMembers() {
        List<Case> cases = new ArrayList<>();
        Call[] calls = Call.values();
        for (int i = 0; i < calls.length; i++) {
            Case next = new Case(calls[i], calls[(i + 1) % calls.length], i % 2);
            if (next.isMismatch()) {
                cases.add(next);
            }
            if (calls[i] != Call.BARRIER) {
                cases.add(new Case(calls[i], Call.BARRIER, 1 - i % 2));
            }
        }
        cases.add(new Case(Call.ALL_TO_ALL, Call.ALL_TO_ALL_MAP, 0));
        cases.add(new Case(Call.ALL_TO_ALL_MAP, Call.ALL_TO_ALL, 1));
        cases.add(new Case(Call.EXCHANGE, Call.GRAPH, 0));
        cases.add(new Case(Call.GRAPH, Call.EXCHANGE, 1));
        cases.add(new Case(Call.WINDOW_CLOSE, Call.WINDOW_FENCE, 0));
        cases.add(new Case(Call.SET_SIZE, Call.READ_AT_ALL, 0));
        cases.add(new Case(Call.PREALLOCATE, Call.SET_SIZE, 0));
        cases.add(new Case(Call.FORCE, Call.WRITE_AT_ALL, 1));
        cases.add(new Case(Call.WRITE_AT_ALL, Call.SET_ATOMIC, 0));
        cases.add(new Case(Call.READ_ORDERED, Call.WRITE_ORDERED, 1));
        cases.add(new Case(Call.ATOMIC_WRITE_AT_ALL, Call.FORCE, 1));
        check(2, cases);
    }

    @Test
    @Tag("nightly")
    void shouldEndForAllMembersInEachCombination() {
        for (int size = 2; size <= 4; size++) {
            for (Call usual : Call.values()) {
                List<Case> cases = new ArrayList<>();
                for (Call odd : Call.values()) {
                    Case made = new Case(usual, odd, cases.size() % size);
                    if (made.isMismatch()) {
                        cases.add(made);
                    }
                }
                check(size, cases);
            }
        }
    }

    private void check(int size, List<Case> cases) {
        List<@Nullable RuntimeException> failures = runAtOnce(cases.size(), size, (number, member) -> {
            Case here = cases.get(number);
            Communicator world = member.within(Duration.ofSeconds(10));
            try {
                Path file = folder.resolve("file-" + number);
                (world.rank() == here.oddRank() ? here.odd() : here.usual()).body.run(world, file);
                // a member that was ready soon notices when it hears from the others again
                world.barrier();
                world.barrier();
                return null;
            } catch (RuntimeException e) {
                return e;
            }
        });
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            List<@Nullable RuntimeException> own = failures.subList(i * size, (i + 1) * size);
            if (!own.stream().allMatch(cases.get(i)::isTold)) {
                wrong.add(cases.get(i) + ": " + own);
            }
        }
        assertThat(wrong).as("size=%d: not told", size).isEmpty();
    }
}
