package tutti.examples.annealing;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.ColMember;
import tutti.group.Communicator;

/**
 * A member that gets the places from rank 0, computes its rows of all distances, and runs a program on them.
 *
 * @param <R> what the program finds
 */
final class DistanceMember<R> extends ColMember {
    private final Supplier<@Nullable Places> input; // asked at rank 0 only
    private final Program<R> program;
    private @Nullable Result<R> result;

    /** What runs on the distances, in all members. */
    @FunctionalInterface
    interface Program<R> {
        R run(Communicator world, DistanceRows rows);
    }

    /**
     * What rank 0 has at the end.
     *
     * @param nanos time of the distances and the program
     */
    record Result<R>(Places places, R found, long nanos) {}

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the places, or null if there are none to be had
     */
    DistanceMember(Supplier<@Nullable Places> input, Program<R> program) {
        this.input = input;
        this.program = program;
    }

    @Override
    public void run() {
        Communicator world = communicator(group());
        Places places = world.broadcast(world.rank() == 0 ? input.get() : null, 0);
        if (places == null) {
            return;
        }
        world.barrier();
        long start = System.nanoTime();
        R found = program.run(world, new DistanceRows(world, places));
        if (world.rank() == 0) {
            result = new Result<>(places, found, System.nanoTime() - start);
        }
    }

    /** Returns what rank 0 found; null at the others, and where there were no places. */
    @Nullable
    Result<R> result() {
        return result;
    }
}
