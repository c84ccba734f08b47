package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import tutti.group.RandomBuffers.Placed;
import tutti.group.RandomMember.Drawn;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The steps of a random program that are operations among neighbors: in graphs and on grids. */
final class RandomNeighbors {
    private final RandomMember member;
    private final Random random;
    private final int rank;
    private final int size;

    RandomNeighbors(RandomMember member) {
        this.member = member;
        random = member.random;
        rank = member.rank;
        size = member.size;
    }

    void step() {
        switch (random.nextInt(5)) {
            case 0 -> graph();
            case 1 -> symmetricGraph();
            case 2 -> grid();
            case 3 -> halo();
            default -> subGrid();
        }
    }

    /** The end of a message where it is sent: the rank of a member, and the number of its edge there. */
    private record Sender(int rank, int edge) {}

    /** What each of this member's edges brings: null where there is no member. */
    private record Edges(int destinations, List<Sender> senders) {}

    // ---------------------------------------------------------------- graphs

    /** Members tell those of a random graph, some of them several times, some themselves. */
    private void graph() {
        List<List<Integer>> destinations = new ArrayList<>();
        List<List<Integer>> sources = new ArrayList<>();
        for (int each = 0; each < size; each++) {
            destinations.add(new ArrayList<>());
            sources.add(new ArrayList<>());
        }
        for (int edges = random.nextInt(3 * size); edges > 0; edges--) {
            int from = random.nextInt(size);
            int to = random.nextInt(size);
            destinations.get(from).add(to);
            sources.get(to).add(from);
        }
        boolean isTold = random.nextBoolean();
        for (int each = 0; each < size; each++) {
            if (!isTold) {
                sources.get(each).sort(null); // as ofDestinations has them
                continue;
            }
            Collections.shuffle(sources.get(each), random);
            for (List<Integer> ranks : List.of(sources.get(each), destinations.get(each))) {
                if (random.nextBoolean()) {
                    ranks.add(random.nextInt(ranks.size() + 1), NO_MEMBER);
                }
            }
        }
        int[] from = array(sources.get(rank));
        int[] to = array(destinations.get(rank));
        Neighborhood graph = (Neighborhood)
                (isTold
                        ? member.call(Neighborhood.class, "of(Communicator,int[],int[])", member.world, from, to)
                        : member.call(Neighborhood.class, "ofDestinations(Communicator,int[])", member.world, to));
        assertThat(graph.sources()).isEqualTo(from);
        assertThat(graph.destinations()).isEqualTo(to);
        exchange(graph, edges(sources, destinations));
    }

    private static int[] array(List<Integer> ranks) {
        return ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Pairs the i-th edges between two members. */
    private Edges edges(List<List<Integer>> sources, List<List<Integer>> destinations) {
        List<Sender> senders = new ArrayList<>();
        List<Integer> own = sources.get(rank);
        for (int edge = 0; edge < own.size(); edge++) {
            int source = own.get(edge);
            long earlier = own.subList(0, edge).stream()
                    .filter(other -> other == source)
                    .count();
            senders.add(
                    source == NO_MEMBER
                            ? null
                            : new Sender(source, nthEdge(destinations.get(source), rank, (int) earlier)));
        }
        return new Edges(destinations.get(rank).size(), senders);
    }

    private static int nthEdge(List<Integer> destinations, int to, int number) {
        return IntStream.range(0, destinations.size())
                .filter(edge -> destinations.get(edge) == to)
                .skip(number)
                .findFirst()
                .orElseThrow();
    }

    /** A graph in which each tells those who tell it. */
    private void symmetricGraph() {
        List<List<Integer>> both = new ArrayList<>();
        IntStream.range(0, size).forEach(_ -> both.add(new ArrayList<>()));
        for (int pairs = random.nextInt(2 * size); pairs > 0; pairs--) {
            int one = random.nextInt(size);
            int other = random.nextInt(size);
            both.get(one).add(other);
            if (one != other) {
                both.get(other).add(one);
            }
        }
        Object graph = member.call(Neighborhood.class, "of(Communicator,int[])", member.world, array(both.get(rank)));
        exchange(graph, edges(both, both));
    }

    // ---------------------------------------------------------------- exchanges

    private String text(Sender sender) {
        return sender == null ? null : member.from(sender.rank()) + "#" + sender.edge();
    }

    /** Returns how many elements are sent along an edge. */
    private int count(Sender sender) {
        return sender == null ? 2 : (5 * sender.rank() + 3 * sender.edge() + member.step()) % 4;
    }

    private long[] values(Sender sender, int length) {
        return sender == null
                ? LongStream.generate(() -> 99).limit(length).toArray() // as they were
                : RandomBuffers.values(sender.rank(), sender.edge() + member.step(), length);
    }

    private List<Sender> ownEdges(Edges edges) {
        return IntStream.range(0, edges.destinations())
                .mapToObj(edge -> new Sender(rank, edge))
                .toList();
    }

    private void exchange(Object neighbors, Edges edges) {
        switch (random.nextInt(3)) {
            case 0 -> objects(neighbors, edges);
            case 1 -> equalBlocks(neighbors, edges, random.nextInt(8) == 0 ? 5_000 : random.nextInt(9));
            default -> unequalBlocks(neighbors, edges);
        }
    }

    private void objects(Object neighbors, Edges edges) {
        List<String> arriving = edges.senders().stream().map(this::text).toList();
        member.collective(
                neighbors,
                () -> Drawn.of(
                        arriving,
                        "allToAll(List)",
                        ownEdges(edges).stream().map(this::text).toList()));
        List<String> gathered = edges.senders().stream()
                .map(sender -> sender == null ? null : member.from(sender.rank()))
                .toList();
        member.collective(neighbors, () -> Drawn.of(gathered, "allGather(Object)", member.from(rank)));
    }

    private RandomMemory memory(long... values) {
        return RandomMemory.of(member.own, ElementType.SHORT, values);
    }

    private RandomMemory empty(int length) {
        return RandomMemory.empty(member.own, ElementType.SHORT, length);
    }

    private void equalBlocks(Object neighbors, Edges edges, int length) {
        List<Sender> senders = edges.senders();
        member.collective(neighbors, () -> {
            RandomMemory result = empty(length * senders.size());
            return Drawn.then(
                    () -> result.check(joined(senders, length)),
                    "allToAll(DirectBuffer,DirectBuffer)",
                    memory(joined(ownEdges(edges), length)).buffer(),
                    result.buffer());
        });
        List<Sender> firstEdges = firstEdges(senders);
        member.collective(neighbors, () -> {
            RandomMemory result = empty(length * senders.size());
            return Drawn.then(
                    () -> result.check(joined(firstEdges, length)),
                    "allGather(DirectBuffer,DirectBuffer)",
                    memory(values(new Sender(rank, 0), length)).buffer(),
                    result.buffer());
        });
    }

    /** Returns senders that send along each edge what they send along the first. */
    private static List<Sender> firstEdges(List<Sender> senders) {
        return senders.stream()
                .map(sender -> sender == null ? null : new Sender(sender.rank(), 0))
                .toList();
    }

    private long[] joined(List<Sender> senders, int length) {
        return senders.stream()
                .flatMapToLong(sender -> LongStream.of(values(sender, length)))
                .toArray();
    }

    private void unequalBlocks(Object neighbors, Edges edges) {
        List<Sender> senders = edges.senders();
        List<Sender> ownEdges = ownEdges(edges);
        Placed sending = placed(ownEdges);
        Placed receiving = placed(senders);
        member.collective(neighbors, () -> {
            RandomMemory result = empty(receiving.length());
            return Drawn.then(
                    () -> result.check(filled(receiving, senders)),
                    "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                    memory(filled(sending, ownEdges)).buffer(),
                    sending.blocks(),
                    result.buffer(),
                    receiving.blocks());
        });
        List<Sender> firstEdges = firstEdges(senders);
        Placed gathering = placed(firstEdges);
        Sender first = new Sender(rank, 0);
        member.collective(neighbors, () -> {
            RandomMemory result = empty(gathering.length());
            return Drawn.then(
                    () -> result.check(filled(gathering, firstEdges)),
                    "allGather(DirectBuffer,DirectBuffer,Blocks)",
                    memory(values(first, count(first))).buffer(),
                    result.buffer(),
                    gathering.blocks());
        });
    }

    private Placed placed(List<Sender> senders) {
        return Placed.of(member.own, senders.stream().mapToInt(this::count).toArray());
    }

    private long[] filled(Placed placed, List<Sender> senders) {
        return placed.filled(edge -> values(senders.get(edge), count(senders.get(edge))));
    }

    // ---------------------------------------------------------------- grids

    private CartesianCommunicator cartesian() {
        int[] places = CartesianGrid.dimensions(size, new int[1 + random.nextInt(3)]);
        boolean[] periodic = new boolean[places.length];
        for (int d = 0; d < periodic.length; d++) {
            periodic[d] = random.nextBoolean();
        }
        return (CartesianCommunicator) member.call(
                CartesianCommunicator.class,
                "of(Communicator,CartesianGrid)",
                member.world,
                CartesianGrid.of(places, periodic));
    }

    /** What is sent downwards comes from above. */
    private void grid() {
        CartesianCommunicator grid = cartesian();
        int[] neighbors = grid.grid().neighbors(rank);
        List<Sender> senders = new ArrayList<>();
        for (int edge = 0; edge < neighbors.length; edge++) {
            senders.add(neighbors[edge] == NO_MEMBER ? null : new Sender(neighbors[edge], edge ^ 1));
        }
        exchange(grid, new Edges(neighbors.length, senders));
    }

    /** Members fill the layer around their blocks of a whole that is closed in some dimensions. */
    private void halo() {
        CartesianCommunicator grid = cartesian();
        int dimensions = grid.grid().dimensions().length;
        int width = 1 + random.nextInt(2);
        int[] interior = random.ints(dimensions, width, width + 5).toArray();
        int[] extents = IntStream.of(interior).map(each -> each + 2 * width).toArray();
        int[] expected = new int[IntStream.of(extents).reduce(1, Math::multiplyExact)];
        int[] given = new int[expected.length];
        for (int cell = 0; cell < expected.length; cell++) {
            expected[cell] = whole(grid, interior, width, indices(cell, extents));
            given[cell] = isOwn(interior, width, indices(cell, extents)) ? expected[cell] : -1;
        }
        member.collective(grid, () -> {
            int[] block = given.clone();
            return Drawn.then(
                    () -> assertThat(block).isEqualTo(expected),
                    "exchangeHalo(DirectBuffer,int,int[])",
                    DirectBuffer.of(block),
                    width,
                    extents);
        });
    }

    private static int[] indices(int cell, int[] extents) {
        int[] indices = new int[extents.length];
        int rest = cell;
        for (int d = extents.length - 1; d >= 0; d--) {
            indices[d] = rest % extents[d];
            rest /= extents[d];
        }
        return indices;
    }

    private static boolean isOwn(int[] interior, int width, int[] indices) {
        return IntStream.range(0, interior.length)
                .allMatch(d -> indices[d] >= width && indices[d] < width + interior[d]);
    }

    /** Returns the number that a cell of this member's block has in the whole, or -1 if it lies outside of it. */
    private int whole(CartesianCommunicator grid, int[] interior, int width, int[] indices) {
        int number = member.step();
        for (int d = 0; d < interior.length; d++) {
            int cells = grid.grid().dimensions()[d] * interior[d];
            int at = grid.coordinates()[d] * interior[d] + indices[d] - width;
            if (!grid.grid().periodic()[d] && (at < 0 || at >= cells)) {
                return -1;
            }
            number = 100 * number + Math.floorMod(at, cells);
        }
        return number;
    }

    /** Members at the same place in the dimensions that are not kept make a grid of their own. */
    private void subGrid() {
        CartesianCommunicator grid = cartesian();
        boolean[] kept = new boolean[grid.grid().dimensions().length];
        for (int d = 0; d < kept.length; d++) {
            kept[d] = random.nextBoolean();
        }
        CartesianCommunicator sub = (CartesianCommunicator) member.call(grid, "sub(boolean[])", kept);
        List<Integer> expected = IntStream.range(0, size)
                .filter(other -> IntStream.range(0, kept.length)
                        .allMatch(d -> kept[d] || grid.grid().coordinates(other)[d] == grid.coordinates()[d]))
                .boxed()
                .toList();
        assertThat(sub.communicator().<Integer>allGather(rank)).isEqualTo(expected);
        assertThat(sub.coordinates())
                .isEqualTo(IntStream.range(0, kept.length)
                        .filter(d -> kept[d])
                        .map(d -> grid.coordinates()[d])
                        .toArray());
        sub.communicator().leave();
    }
}
