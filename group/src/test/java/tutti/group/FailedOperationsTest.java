package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/**
 * One member's part of an operation fails, among those beyond the first eight: the members catch that and go on, and
 * none waits for ever.
 */
class FailedOperationsTest extends EachDevice {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** An operation in which one member's part fails. */
    enum Operation {
        SCAN((world, fails) -> world.scan(1, sum(fails))),
        EXCLUSIVE_SCAN((world, fails) -> world.exclusiveScan(1, sum(fails))),
        SCAN_BUFFERS((world, fails) -> world.scan(ints(1, fails), ints(3), Reductions.sum())),
        REDUCE_SCATTER((world, fails) -> world.reduceScatter(ones(world), sum(fails))),
        REDUCE_SCATTER_BUFFERS(
                (world, fails) -> world.reduceScatter(ints(world.size(), fails), ints(3), Reductions.sum())),
        EXCHANGE((world, fails) -> world.exchange(Map.of(next(world), value(fails)))),
        ALL_TO_ALL_MAP((world, fails) -> world.allToAll(Map.of(next(world), value(fails)))),
        ALL_TO_ALL_BLOCKS((world, fails) ->
                world.allToAll(ints(world.size(), fails), threes(world), ints(3 * world.size()), threes(world))),
        NEIGHBOR_ALL_GATHER((world, fails) -> ring(world).allGather(value(fails))),
        NEIGHBOR_ALL_TO_ALL((world, fails) -> ring(world).allToAll(List.of(value(fails), "other"))),
        NEIGHBOR_BUFFERS((world, fails) -> ring(world).allGather(ints(1, fails), ints(6))),
        HALO((world, fails) -> ring(world).exchangeHalo(ints(1, fails), 1, 3)),
        STARTED_HALO((world, fails) ->
                ring(world).nonBlocking().exchangeHalo(ints(1, fails), 1, 3).await()),
        STARTED_ALL_REDUCE(
                (world, fails) -> world.nonBlocking().allReduce(1, sum(fails)).await()),
        STARTED_EXCHANGE((world, fails) ->
                world.nonBlocking().exchange(Map.of(next(world), value(fails))).await()),
        PREPARED_ALL_REDUCE((world, fails) -> world.persistent()
                .allReduce(ints(1, fails), ints(3), Reductions.sum())
                .run()),
        SIDES_ALL_GATHER((world, fails) -> inSides(world, sides -> sides.allGather(value(fails)))),
        SIDES_ALL_TO_ALL((world, fails) ->
                inSides(world, sides -> sides.allToAll(Collections.nCopies(sides.remoteSize(), value(fails))))),
        SIDES_ALL_REDUCE(
                (world, fails) -> inSides(world, sides -> sides.allReduce(value(fails), (left, right) -> left))),
        SIDES_REDUCE_SCATTER((world, fails) -> inSides(
                world,
                sides -> sides.reduceScatter(
                        Collections.nCopies(sides.remoteSize(), value(fails)), (left, right) -> left))),
        WINDOW_PUT((world, fails) -> inWindow(world, window -> window.put(next(world), 0, ints(1, fails)))),
        WINDOW_GET((world, fails) -> inWindow(world, window -> window.get(next(world), 0, ints(1, fails)))),
        WINDOW_STARTED((world, fails) -> inWindow(
                world,
                window ->
                        window.nonBlocking().get(next(world), 0, ints(1, fails)).await()));

        @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
        private final Body body;

        Operation(Body body) {
            this.body = body;
        }

        interface Body {
            void run(Communicator world, boolean fails);
        }

        /** Returns the error of this member, or null. */
        @Nullable
        Throwable run(Communicator world, boolean fails) {
            try {
                body.run(world, fails);
                return null;
            } catch (RuntimeException | OutOfMemoryError e) {
                return e;
            }
        }
    }

    private interface Step<T> {
        void run(T with);
    }

    /** Returns an operator of the program's own, so that members can't tell one that fails before. */
    private static ReductionObject<Integer> sum(boolean fails) {
        return (left, right) -> {
            if (fails) {
                throw new IllegalStateException("no such sum");
            }
            return left + right;
        };
    }

    private static Object value(boolean fails) {
        return fails ? new Unsendable() : "value";
    }

    private static final class Unsendable implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("refuses");
        }
    }

    /** Returns three ints for each of some blocks, in memory that is closed if that is to fail. */
    private static DirectBuffer ints(int blocks, boolean fails) {
        if (!fails) {
            return ints(3 * blocks);
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, 3L * blocks);
            return DirectBuffer.of(memory, ElementType.INT);
        }
    }

    private static DirectBuffer ints(int length) {
        return DirectBuffer.of(new int[length]);
    }

    private static List<Integer> ones(Communicator world) {
        return Collections.nCopies(world.size(), 1);
    }

    private static Blocks threes(Communicator world) {
        int[] counts = new int[world.size()];
        Arrays.fill(counts, 3);
        return Blocks.of(counts);
    }

    private static int next(Communicator world) {
        return (world.rank() + 1) % world.size();
    }

    private static CartesianCommunicator ring(Communicator world) {
        return CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
    }

    private static void inSides(Communicator world, Step<Intercommunicator> step) {
        int side = world.rank() % 2;
        Intercommunicator sides = Intercommunicator.create(world.split(side), 0, world, 1 - side, 3);
        try {
            step.run(sides.within(LIMIT));
        } finally {
            sides.barrier(); // the group continues, too
        }
    }

    private static void inWindow(Communicator world, Step<Window> step) {
        Window window = world.allocateWindow(ElementType.INT, 3).within(LIMIT);
        window.fence();
        try {
            step.run(window);
        } finally {
            window.fence(); // the window continues, too
            window.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void shouldGoOnWhenOneMembersPartFails(Operation operation) {
        for (int size : new int[] {2, 3, 4}) {
            for (int odd : new int[] {0, size - 1}) {
                check(operation, size, odd);
            }
        }
    }

    private void check(Operation operation, int size, int odd) {
        List<List<@Nullable Throwable>> outcomes = run(size, member -> {
            Communicator world = member.within(LIMIT);
            Throwable first = operation.run(world, world.rank() == odd);
            world.barrier();
            Throwable second = operation.run(world, false);
            world.barrier();
            return Arrays.asList(first, second);
        });
        String shown = "size=%d odd=%d %s".formatted(size, odd, outcomes);
        boolean failed = outcomes.get(odd).getFirst() != null; // else no one has asked this member's operator
        for (List<@Nullable Throwable> of : outcomes) {
            assertThat(of.getLast()).as(shown).isNull();
            assertThat(failed || of.getFirst() == null).as(shown).isTrue();
            if (of.getFirst() instanceof TuttiException first) {
                assertThat(first)
                        .as(shown)
                        .isNotInstanceOfAny(DeadlineExceededException.class, MemberFailedException.class);
            }
        }
    }
}
