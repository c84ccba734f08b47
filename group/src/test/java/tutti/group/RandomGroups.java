package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/**
 * The steps of a random program that derive something from a group: neighbors on a grid and in a graph, two groups that
 * talk to each other, groups of some members that come and go, attributes.
 */
final class RandomGroups {
    private static final int TAG = 7_000;
    private static final ReductionObject<String> JOIN = (left, right) -> left + right;

    private final Random random; // draws the same at all members
    private final Communicator world;
    private final Consumer<Runnable> later;
    private final int rank;
    private final int size;
    private @Nullable Intercommunicator sides;
    private @Nullable Integer attribute;

    RandomGroups(Random random, Communicator world, Consumer<Runnable> later) {
        this.random = random;
        this.world = world;
        this.later = later;
        rank = world.rank();
        size = world.size();
    }

    void step(int step, boolean isStarted) {
        switch (random.nextInt(7)) {
            case 0 -> graph(step, isStarted);
            case 1 -> halo(step, isStarted);
            case 2 -> grid(step, isStarted);
            case 3 -> collectivesOfSides(step, isStarted);
            case 4 -> messagesOfSides(step);
            case 5 -> merge(step);
            default -> derived(step);
        }
    }

    /** Members tell those of a random graph, some of them several times, some themselves. */
    private void graph(int step, boolean isStarted) {
        int[][] edges = new int[size][size]; // how many from one to another
        for (int[] row : edges) {
            Arrays.setAll(row, to -> Math.max(0, random.nextInt(5) - 2));
        }
        int[] destinations = repeated(to -> edges[rank][to]);
        int[] sources = repeated(from -> edges[from][rank]);
        Neighborhood graph = random.nextBoolean()
                ? Neighborhood.of(world, sources, destinations)
                : Neighborhood.ofDestinations(world, destinations);
        assertThat(graph.sources()).isEqualTo(sources);
        List<String> sent = IntStream.range(0, destinations.length)
                .mapToObj(edge -> step + ":" + rank + "." + occurrence(destinations, edge))
                .toList();
        List<String> expected = IntStream.range(0, sources.length)
                .mapToObj(edge -> step + ":" + sources[edge] + "." + occurrence(sources, edge))
                .toList();
        if (isStarted) {
            Request<List<@Nullable String>> request = graph.nonBlocking().allToAll(sent);
            later.accept(() -> assertThat(request.await()).isEqualTo(expected));
        } else {
            assertThat(graph.allToAll(sent)).isEqualTo(expected);
        }
    }

    private int[] repeated(java.util.function.IntUnaryOperator times) {
        return IntStream.range(0, size)
                .flatMap(other -> IntStream.generate(() -> other).limit(times.applyAsInt(other)))
                .toArray();
    }

    private static long occurrence(int[] ranks, int edge) {
        return IntStream.range(0, edge)
                .filter(earlier -> ranks[earlier] == ranks[edge])
                .count();
    }

    /** Members fill the layer around their blocks of a plane that closes on itself. */
    private void halo(int step, boolean isStarted) {
        int[] places = CartesianGrid.dimensions(size, 0, 0);
        CartesianCommunicator grid = CartesianCommunicator.of(world, CartesianGrid.periodic(places));
        int rows = 1 + random.nextInt(4);
        int columns = 1 + random.nextInt(40);
        int[] at = grid.coordinates();
        int[] block = new int[(rows + 2) * (columns + 2)];
        int[] expected = new int[block.length];
        for (int cell = 0; cell < block.length; cell++) {
            int row = cell / (columns + 2) - 1;
            int column = cell % (columns + 2) - 1;
            int wholeRow = Math.floorMod(at[0] * rows + row, places[0] * rows);
            int wholeColumn = Math.floorMod(at[1] * columns + column, places[1] * columns);
            expected[cell] = 1_000_000 * step + 1_000 * wholeRow + wholeColumn;
            boolean isOwn = row >= 0 && row < rows && column >= 0 && column < columns;
            block[cell] = isOwn ? expected[cell] : -1;
        }
        if (isStarted) {
            Request<?> request = grid.nonBlocking().exchangeHalo(DirectBuffer.of(block), 1, rows + 2, columns + 2);
            later.accept(() -> {
                var _ = request.await();
                assertThat(block).isEqualTo(expected);
            });
        } else {
            grid.exchangeHalo(DirectBuffer.of(block), 1, rows + 2, columns + 2);
            assertThat(block).isEqualTo(expected);
        }
    }

    /** Neighbors on a line with ends get each other's numbers; nothing comes from beyond an end. */
    private void grid(int step, boolean isStarted) {
        CartesianCommunicator line = CartesianCommunicator.of(world, CartesianGrid.of(size));
        Integer below = rank == 0 ? null : 100 * step + rank - 1;
        Integer above = rank == size - 1 ? null : 100 * step + rank + 1;
        List<@Nullable Integer> expected = Arrays.asList(below, above);
        if (isStarted) {
            Request<List<@Nullable Integer>> request = line.nonBlocking().allGather(100 * step + rank);
            later.accept(() -> assertThat(request.await()).isEqualTo(expected));
        } else {
            long[] got = {-1, -1};
            line.allGather(DirectBuffer.of(new long[] {100L * step + rank}), DirectBuffer.of(got));
            assertThat(got).containsExactly(below == null ? -1 : below, above == null ? -1 : above);
            assertThat(line.allGather(100 * step + rank)).isEqualTo(expected);
        }
    }

    /** Returns the two groups of the members of even and of odd rank; null if there is one member only. */
    private @Nullable Intercommunicator sides() {
        if (sides == null && size > 1) {
            int side = rank % 2;
            sides = Intercommunicator.create(world.split(side), 0, world.withTag(TAG), 1 - side, TAG);
        }
        return sides;
    }

    private List<Integer> ranksOf(int side) {
        return IntStream.range(0, size).filter(r -> r % 2 == side).boxed().toList();
    }

    private void collectivesOfSides(int step, boolean isStarted) {
        int root = random.nextInt((size + 1) / 2); // of the even ones
        Intercommunicator between = sides();
        if (between == null) {
            return;
        }
        List<Integer> others = ranksOf(1 - rank % 2);
        long[] sum = {-1};
        between.allReduce(DirectBuffer.of(new long[] {rank + step}), DirectBuffer.of(sum), Reductions.sum());
        assertThat(sum[0]).isEqualTo(others.stream().mapToLong(r -> r + step).sum());
        if (isStarted) {
            Request<String> all = between.both().nonBlocking().allReduce(rank + ".", JOIN);
            String expected = Stream.concat(ranksOf(0).stream(), ranksOf(1).stream())
                    .map(r -> r + ".")
                    .reduce("", String::concat);
            later.accept(() -> assertThat(all.await()).isEqualTo(expected));
        }
        assertThat(between.<Integer>allGather(rank)).isEqualTo(others);
        if (rank % 2 == 0) {
            between.broadcastTo("even " + step, root);
            assertThat(between.reduceFrom(JOIN, root)).isEqualTo(between.rank() == root ? joined(others) : null);
        } else {
            assertThat(between.<String>broadcastFrom(root)).isEqualTo("even " + step);
            between.reduceTo(rank + ".", JOIN, root);
        }
    }

    private static String joined(List<Integer> ranks) {
        return ranks.stream().map(r -> r + ".").reduce("", String::concat);
    }

    /** Some members of each side send to some of the other; ranks are those of the other side. */
    private void messagesOfSides(int step) {
        int count = random.nextInt(2 * size) + 1;
        Intercommunicator between = sides();
        for (int i = 0; i < count; i++) {
            int source = random.nextInt(size);
            int destination = random.nextInt(size);
            boolean isBuffer = random.nextBoolean();
            if (between == null || source % 2 == destination % 2) {
                continue;
            }
            Intercommunicator tagged = between.withTag(step * 100 + i);
            int[] message = {source, step};
            if (source == rank) {
                tagged.sendAsync(isBuffer ? DirectBuffer.of(message) : message, destination / 2);
            }
            if (destination == rank) {
                int[] got = {-1, -1};
                if (isBuffer) {
                    tagged.receive(DirectBuffer.of(got), source / 2);
                } else {
                    Received<int[]> received = tagged.receiveWithStatus(Communicator.ANY_SOURCE);
                    assertThat(received.source()).isEqualTo(source / 2);
                    got = received.value();
                }
                assertThat(got).containsExactly(message);
            }
        }
    }

    private void merge(int step) {
        int high = random.nextInt(2);
        Intercommunicator between = sides();
        if (between == null) {
            return;
        }
        Communicator merged = between.merge(rank % 2 == high);
        List<Integer> expected = Stream.concat(ranksOf(1 - high).stream(), ranksOf(high).stream())
                .map(r -> r + step)
                .toList();
        assertThat(merged.allGather(rank + step)).isEqualTo(expected);
        merged.leave();
    }

    /** A group of some members, which share nothing with this one, works and ends. */
    private void derived(int step) {
        int first = random.nextInt(size);
        boolean isDuplicate = random.nextBoolean();
        assertThat(world.attributes().get(RandomGroups.class)).isEqualTo(attribute);
        attribute = step;
        world.attributes().put(RandomGroups.class, step);
        if (!isDuplicate && rank < first) {
            world.splitNone();
            return;
        }
        Communicator part = isDuplicate ? world.duplicate() : world.split(0, -rank);
        List<Integer> expected = isDuplicate
                ? IntStream.range(0, size).boxed().toList()
                : IntStream.range(first, size)
                        .map(r -> size - 1 - r + first)
                        .boxed()
                        .toList();
        assertThat(part.attributes()).isEmpty();
        assertThat(part.allGather(rank)).isEqualTo(expected);
        part.leave();
    }
}
