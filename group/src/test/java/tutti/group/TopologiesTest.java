package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.Reductions;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/** Grids and graphs of members, and exchanges among neighbors. */
class TopologiesTest extends EachDevice {

    @Test
    void shouldExchangeInEachDirectionOfAGrid() {
        forEachSize(world -> {
            for (boolean isPeriodic : new boolean[] {false, true}) {
                int[] dimensions = CartesianGrid.dimensions(world.size(), 0, 0);
                CartesianCommunicator grid = CartesianCommunicator.of(
                        world, CartesianGrid.of(dimensions, new boolean[] {isPeriodic, isPeriodic}));
                int rank = world.rank();
                List<String> sent = List.of(rank + " down 0", rank + " up 0", rank + " down 1", rank + " up 1");
                List<String> received = grid.allToAll(sent);
                List<String> expected = new ArrayList<>();
                for (int dimension = 0; dimension < 2; dimension++) {
                    int below = grid.shift(dimension, 1).source();
                    int above = grid.shift(dimension, 1).destination();
                    expected.add(below == NO_MEMBER ? null : below + " up " + dimension);
                    expected.add(above == NO_MEMBER ? null : above + " down " + dimension);
                }
                assertThat(received).isEqualTo(expected);
                assertThat(grid.nonBlocking().allToAll(sent).await()).isEqualTo(expected);
                assertThat(grid.persistent().allToAll(sent).run()).isEqualTo(expected);
                assertThat(grid.sources()).containsExactly(grid.grid().neighbors(rank));
                assertThat(grid.allGather(rank))
                        .isEqualTo(IntStream.of(grid.sources())
                                .mapToObj(source -> source == NO_MEMBER ? null : source)
                                .toList());
                int[] blocks = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3};
                int[] got = {-1, -1, -1, -1};
                grid.allToAll(DirectBuffer.of(blocks), DirectBuffer.of(got));
                int[] neighbors = grid.sources();
                assertThat(got)
                        .containsExactly(IntStream.range(0, 4)
                                .map(edge -> neighbors[edge] == NO_MEMBER ? -1 : 10 * neighbors[edge] + (edge ^ 1))
                                .toArray());
            }
        });
    }

    @Test
    void shouldExchangeLargeBlocksAmongNeighbors() {
        forEachSize(world -> {
            int size = world.size();
            CartesianCommunicator ring = CartesianCommunicator.of(world, CartesianGrid.periodic(size));
            int length = 300_000;
            double[] sent = new double[2 * length];
            Arrays.fill(sent, 0, length, world.rank());
            Arrays.fill(sent, length, 2 * length, -1.0 - world.rank());
            double[] got = new double[2 * length];
            ring.allToAll(DirectBuffer.of(sent), DirectBuffer.of(got));
            int below = Math.floorMod(world.rank() - 1, size);
            int above = (world.rank() + 1) % size;
            assertHalves(got, -1.0 - below, above);
            double[] all = new double[2 * length];
            ring.allGather(DirectBuffer.of(sent, 0, length), DirectBuffer.of(all));
            assertHalves(all, below, above);
        });
    }

    @Test
    void shouldStartAndPrepareExchangesOfBuffers() {
        forEachSize(world -> {
            int size = world.size();
            Neighborhood ring = CartesianCommunicator.of(world, CartesianGrid.periodic(size));
            int below = Math.floorMod(world.rank() - 1, size);
            int above = (world.rank() + 1) % size;
            int[] sent = new int[2];
            int[][] got = new int[8][2];
            DirectBuffer both = DirectBuffer.of(sent);
            DirectBuffer first = DirectBuffer.of(sent, 0, 1);
            Blocks ones = Blocks.of(1, 1);
            NonBlockingNeighborhood started = ring.nonBlocking();
            PersistentNeighborhood prepared = ring.persistent();
            List<PersistentRequest<?>> requests = List.of(
                    prepared.allToAll(both, DirectBuffer.of(got[0])),
                    prepared.allToAll(both, ones, DirectBuffer.of(got[1]), ones),
                    prepared.allGather(first, DirectBuffer.of(got[2])),
                    prepared.allGather(first, DirectBuffer.of(got[3]), ones));
            PersistentRequest<List<Integer>> object = prepared.allGather(world.rank());
            for (int step = 0; step < 3; step++) {
                sent[0] = 100 * step + world.rank();
                sent[1] = -sent[0];
                PersistentRequest.startAll(requests);
                PersistentRequest.awaitAll(requests);
                Request.awaitAll(List.of(
                        started.allToAll(both, DirectBuffer.of(got[4])),
                        started.allToAll(both, ones, DirectBuffer.of(got[5]), ones),
                        started.allGather(first, DirectBuffer.of(got[6])),
                        started.allGather(first, DirectBuffer.of(got[7]), ones)));
                int[] ofEach = {-100 * step - below, 100 * step + above};
                int[] ofOne = {100 * step + below, 100 * step + above};
                assertThat(got).isEqualTo(new int[][] {ofEach, ofEach, ofOne, ofOne, ofEach, ofEach, ofOne, ofOne});
                assertThat(object.run()).containsExactly(below, above);
                assertThat(started.allGather(world.rank()).await()).containsExactly(below, above);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> prepared.allToAll(DirectBuffer.of(new int[3]), both))
                    .withMessageContaining("one block for each neighbor");
        });
    }

    @Test
    void shouldPrepareAHaloExchange() {
        forEachSize(world -> {
            CartesianCommunicator ring = CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
            int[] block = new int[4];
            PersistentRequest<?> halo = ring.persistent().exchangeHalo(DirectBuffer.of(block), 1, 4);
            int below = Math.floorMod(world.rank() - 1, world.size());
            int above = (world.rank() + 1) % world.size();
            for (int step = 0; step < 3; step++) {
                block[1] = 100 * step + world.rank();
                block[2] = -block[1];
                halo.run();
                assertThat(block).startsWith(-100 * step - below).endsWith(100 * step + above);
                block[1]++;
                var _ = halo.start();
                halo.await();
                assertThat(block).startsWith(-100 * step - below).endsWith(100 * step + above + 1);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ring.persistent().exchangeHalo(DirectBuffer.of(block), 1, 2, 2))
                    .withMessageContaining("as many dimensions");
        });
    }

    /** Compares many elements, for which AssertJ takes long. */
    private static void assertHalves(double[] all, double first, double second) {
        int half = all.length / 2;
        assertThat(Arrays.stream(all, 0, half).allMatch(each -> each == first)).isTrue();
        assertThat(Arrays.stream(all, half, all.length).allMatch(each -> each == second))
                .isTrue();
    }

    /** Edges of a random directed graph, some several times, some to oneself. */
    @Test
    void shouldExchangeInAGraph() {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            long chosen = random.nextLong();
            forEachSize(world -> {
                int size = world.size();
                int[][] edges = new int[size][size]; // how many from one to another
                Random counts = new Random(chosen);
                for (int[] row : edges) {
                    Arrays.setAll(row, to -> Math.max(0, counts.nextInt(5) - 2));
                }
                int rank = world.rank();
                int[] destinations = repeated(size, to -> edges[rank][to]);
                int[] sources = repeated(size, from -> edges[from][rank]);
                Neighborhood known = Neighborhood.of(world, sources, destinations);
                Neighborhood found = Neighborhood.ofDestinations(world, destinations);
                assertThat(found.sources()).isEqualTo(sources);
                List<String> sent = IntStream.range(0, destinations.length)
                        .mapToObj(edge -> rank + "." + occurrence(destinations, edge))
                        .toList();
                List<String> expected = IntStream.range(0, sources.length)
                        .mapToObj(edge -> sources[edge] + "." + occurrence(sources, edge))
                        .toList();
                assertThat(known.allToAll(sent)).isEqualTo(expected);
                int[] counted = IntStream.of(destinations).map(to -> rank + to).toArray();
                int[] expectedCounts =
                        IntStream.of(sources).map(from -> rank + from).toArray();
                int[] elements = new int[IntStream.of(counted).sum()];
                Arrays.fill(elements, rank);
                int[] got = new int[IntStream.of(expectedCounts).sum()];
                found.allToAll(
                        DirectBuffer.of(elements), Blocks.of(counted), DirectBuffer.of(got), Blocks.of(expectedCounts));
                assertThat(got)
                        .isEqualTo(IntStream.range(0, sources.length)
                                .flatMap(edge ->
                                        IntStream.generate(() -> sources[edge]).limit(expectedCounts[edge]))
                                .toArray());
            });
        }
    }

    private static int occurrence(int[] ranks, int edge) {
        return (int) IntStream.range(0, edge)
                .filter(earlier -> ranks[earlier] == ranks[edge])
                .count();
    }

    private static int[] repeated(int size, java.util.function.IntUnaryOperator times) {
        return IntStream.range(0, size)
                .flatMap(rank -> IntStream.generate(() -> rank).limit(times.applyAsInt(rank)))
                .toArray();
    }

    @Test
    void shouldMakeGridsOfFewerDimensions() {
        run(8, world -> {
            CartesianCommunicator cube = CartesianCommunicator.of(world, CartesianGrid.of(2, 2, 2));
            assertThat(cube.coordinates()).containsExactly(world.rank() / 4, world.rank() / 2 % 2, world.rank() % 2);
            CartesianCommunicator plane = cube.sub(true, false, true);
            assertThat(plane.grid().dimensions()).containsExactly(2, 2);
            assertThat(plane.coordinates()).containsExactly(world.rank() / 4, world.rank() % 2);
            int sum = plane.communicator().allReduce(world.rank() / 2 % 2, Reductions.<Integer>sum());
            assertThat(sum).isEqualTo(4 * (world.rank() / 2 % 2));
            return true;
        });
    }

    @Test
    void shouldFillTheHaloOfABlock() {
        for (int[] interior : new int[][] {{4}, {3, 5}, {2, 3, 4}, {40, 300}}) {
            for (int width = 1; width <= 2; width++) {
                int layer = width;
                forEachSize(world -> {
                    int[] places = CartesianGrid.dimensions(world.size(), new int[interior.length]);
                    for (boolean isPeriodic : new boolean[] {false, true}) {
                        boolean[] periodic = new boolean[interior.length];
                        Arrays.fill(periodic, isPeriodic);
                        checkHalo(CartesianCommunicator.of(world, CartesianGrid.of(places, periodic)), interior, layer);
                    }
                });
            }
        }
    }

    private static void checkHalo(CartesianCommunicator grid, int[] interior, int width) {
        int[] extents = IntStream.of(interior).map(extent -> extent + 2 * width).toArray();
        int cells = IntStream.of(extents).reduce(1, (a, b) -> a * b);
        double[] block = new double[cells];
        double[] expected = new double[cells];
        for (int cell = 0; cell < cells; cell++) {
            int[] at = place(cell, extents);
            boolean isOwn = IntStream.range(0, at.length).allMatch(d -> at[d] >= width && at[d] < extents[d] - width);
            double global = valueAt(grid, interior, at, width);
            block[cell] = isOwn ? global : -1;
            expected[cell] = global;
        }
        double[] other = block.clone();
        grid.exchangeHalo(DirectBuffer.of(block), width, extents);
        assertThat(block).isEqualTo(expected);
        grid.nonBlocking().exchangeHalo(DirectBuffer.of(other), width, extents).await();
        assertThat(other).isEqualTo(expected);
    }

    private static int[] place(int cell, int[] extents) {
        int[] at = new int[extents.length];
        int rest = cell;
        for (int d = extents.length - 1; d >= 0; d--) {
            at[d] = rest % extents[d];
            rest /= extents[d];
        }
        return at;
    }

    /** Returns the number of a cell in the whole grid; -1 beyond a border. */
    private static double valueAt(CartesianCommunicator grid, int[] interior, int[] at, int width) {
        double value = 0;
        for (int d = 0; d < interior.length; d++) {
            int whole = grid.grid().dimensions()[d] * interior[d];
            int global = grid.coordinates()[d] * interior[d] + at[d] - width;
            if (grid.grid().periodic()[d]) {
                global = Math.floorMod(global, whole);
            } else if (global < 0 || global >= whole) {
                return -1;
            }
            value = value * 10_000 + global;
        }
        return value;
    }

    @Test
    void shouldSendToNobodyBeyondABorder() {
        run(3, world -> {
            int rank = world.rank();
            CartesianGrid.Shift up = CartesianGrid.of(3).shift(rank, 0, 1);
            assertThat(world.<Integer>sendReceive(rank, up.destination(), up.source()))
                    .isEqualTo(rank == 0 ? null : rank - 1);
            int[] got = {7};
            world.sendReceive(DirectBuffer.of(new int[] {rank}), up.destination(), DirectBuffer.of(got), up.source());
            assertThat(got).containsExactly(rank == 0 ? 7 : rank - 1);
            Request<Integer> received = world.nonBlocking().receive(up.source());
            world.nonBlocking().sendSync(rank, up.destination()).await();
            assertThat(received.await()).isEqualTo(rank == 0 ? null : rank - 1);
            world.sendSync("no one", NO_MEMBER);
            Status status = world.probe(NO_MEMBER);
            assertThat(status.source()).isEqualTo(NO_MEMBER);
            assertThat(status.length()).isZero();
            assertThat(world.receiveWithStatus(NO_MEMBER).source()).isEqualTo(NO_MEMBER);
            assertThat(world.receiveWithStatus(DirectBuffer.of(got), NO_MEMBER).length())
                    .isZero();
            return true;
        });
    }

    @Test
    void shouldRefuseWrongGrids() {
        assertThat(CartesianGrid.dimensions(12, 0, 0)).containsExactly(4, 3);
        assertThat(CartesianGrid.dimensions(12, 0, 2, 0)).containsExactly(3, 2, 2);
        assertThat(CartesianGrid.dimensions(7, 0, 0)).containsExactly(7, 1);
        assertThat(CartesianGrid.dimensions(24, 0, 0, 0)).containsExactly(4, 3, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> CartesianGrid.dimensions(7, 2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> CartesianGrid.dimensions(8, 2, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> CartesianGrid.of(0, 2));
        CartesianGrid grid = CartesianGrid.of(2, 3);
        assertThat(grid.rank(1, 2)).isEqualTo(5);
        assertThat(grid.rank(2, 0)).isEqualTo(NO_MEMBER);
        assertThat(CartesianGrid.periodic(2, 3).rank(-1, 3)).isEqualTo(3);
        assertThatIllegalArgumentException().isThrownBy(() -> grid.coordinates(6));
        run(2, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CartesianCommunicator.of(world, grid))
                    .withMessageContaining("members=2");
            CartesianCommunicator line = CartesianCommunicator.of(world, CartesianGrid.of(2));
            assertThatIllegalArgumentException().isThrownBy(() -> line.allToAll(List.of("one")));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.exchangeHalo(DirectBuffer.of(new int[3]), 2, 3))
                    .withMessageContaining("width=2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.exchangeHalo(DirectBuffer.of(new int[5]), 1, 4))
                    .withMessageContaining("cells=4");
            assertThatIllegalArgumentException().isThrownBy(() -> Neighborhood.of(world, 2));
            world.barrier();
            return true;
        });
    }
}
