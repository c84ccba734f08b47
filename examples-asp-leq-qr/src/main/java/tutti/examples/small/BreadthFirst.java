package tutti.examples.small;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Breadth-first search: in each level members tell the owners of vertices that these were reached, and only those. */
@Command(
        name = "bfs",
        sortOptions = false,
        description = "Finds how far all crossings of a town are from the middle, by streets of which some are closed.")
public final class BreadthFirst extends ProgramCommand {
    /** The distance of a vertex that was not reached. */
    static final int UNREACHED = -1;

    @Option(names = "--side", paramLabel = "N", description = "Crossings of a side (default: ${DEFAULT-VALUE}).")
    private int side = 300;

    @Option(names = "--closed", paramLabel = "PERCENT", description = "Closed streets (default: ${DEFAULT-VALUE}).")
    private int closed = 30;

    BreadthFirst(String... args) {
        super("bfs", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new BreadthFirst(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            if (side < 1 || side > 10_000 || closed < 0 || closed > 100) {
                return refused(
                        new InputException(
                                "--side=%d --closed=%d: a town has 1 to 10000 crossings a side, and 0 to 100 percent of its streets are closed"
                                        .formatted(side, closed)),
                        master);
            }
            master.start("bfs", Member::new);
        }
        return 0;
    }

    private final class Member extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            int middle = side / 2 * side + side / 2;
            int[] distances = distances(world, side * side, new Town(side, closed)::neighbors, middle);
            long reached = world.allReduce(
                    IntStream.of(distances).filter(d -> d != UNREACHED).count(), Reductions.sum());
            int farthest = world.allReduce(IntStream.of(distances).max().orElse(UNREACHED), Reductions.max());
            if (world.rank() == 0) {
                out().println("bfs: %d x %d crossings, members: %d".formatted(side, side, world.size()));
                out().println("reached: %d, farthest: %d streets away".formatted(reached, farthest));
            }
        }
    }

    /**
     * Finds the distances of all vertices from one; called by all members.
     *
     * @param neighbors of a vertex; asked at its owner only
     * @return the distances of this member's vertices: its block in a {@link Partition} of all
     */
    static int[] distances(Communicator world, int size, IntFunction<int[]> neighbors, int start) {
        Partition vertices = new Partition(size, world.size());
        int first = vertices.offset(world.rank());
        int[] distances = new int[vertices.size(world.rank())];
        Arrays.fill(distances, UNREACHED);

        List<Integer> frontier = world.rank() == 0 ? List.of(start) : List.of(); // neighbors of the level before
        for (int level = 0; world.allReduce(frontier.size(), Reductions.sum()) > 0; level++) {
            Map<Integer, List<Integer>> reached = frontier.stream().collect(groupingBy(vertices::owner));
            List<Integer> next = new ArrayList<>();
            for (List<Integer> own : world.exchange(reached).values()) {
                for (int vertex : own) {
                    if (distances[vertex - first] == UNREACHED) {
                        distances[vertex - first] = level;
                        IntStream.of(neighbors.apply(vertex)).forEach(next::add);
                    }
                }
            }
            frontier = next;
        }
        return distances;
    }

    /** Crossings in rows; each street is open or closed, as a random number of its own says. */
    private record Town(int side, int percentClosed) {
        int[] neighbors(int crossing) {
            int row = crossing / side;
            int column = crossing % side;
            return IntStream.of(
                            column > 0 && isOpen(crossing - 1, 0) ? crossing - 1 : UNREACHED,
                            column < side - 1 && isOpen(crossing, 0) ? crossing + 1 : UNREACHED,
                            row > 0 && isOpen(crossing - side, 1) ? crossing - side : UNREACHED,
                            row < side - 1 && isOpen(crossing, 1) ? crossing + side : UNREACHED)
                    .filter(neighbor -> neighbor != UNREACHED)
                    .toArray();
        }

        /** Tells whether one can go from a crossing to the next one in its row (0) or its column (1). */
        private boolean isOpen(int crossing, int direction) {
            return new SplittableRandom(2L * crossing + direction).nextInt(100) >= percentClosed;
        }
    }
}
