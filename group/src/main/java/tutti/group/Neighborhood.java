package tutti.group;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.operation.BufferNeighborAllToAll;
import tutti.collectives.operation.Exchange;
import tutti.collectives.operation.NeighborAllToAll;
import tutti.serialization.DirectBuffer;

/**
 * The members that one sends to and receives from again and again, in a graph or a grid (MPI 4.1, sections 8.5 and
 * 8.6).
 *
 * <p>Its operations are collective operations of the group: all members call them in the same order, with the same
 * graph. Each member exchanges messages with its neighbors alone. A member may be its own neighbor, and a neighbor may
 * be there several times: the i-th message from one member to another is that of the i-th edge between them.
 *
 * <p>Immutable; thread-safe as the communicator is.
 */
public class Neighborhood {
    private final Communicator communicator;
    private final Neighbors neighbors;

    Neighborhood(Communicator communicator, Neighbors neighbors) {
        this.communicator = communicator;
        this.neighbors = neighbors;
    }

    /**
     * Makes the neighborhood of a member that knows both sides. Local: sends nothing.
     *
     * @param sources ranks that send to this member, {@link Communicator#NO_MEMBER} for none
     * @param destinations ranks that this member sends to
     */
    public static Neighborhood of(Communicator communicator, int[] sources, int[] destinations) {
        return new Neighborhood(
                communicator, Neighbors.of(ranks(communicator, sources), ranks(communicator, destinations)));
    }

    /**
     * Makes the neighborhood of a graph whose edges go both ways, from the ranks that this member shares an edge with.
     * Local.
     */
    public static Neighborhood of(Communicator communicator, int... both) {
        return of(communicator, both, both);
    }

    /**
     * Makes the neighborhood of a member that knows only whom it sends to; called by all members, which tell each
     * other.
     *
     * @param destinations ranks that this member sends to
     */
    public static Neighborhood ofDestinations(Communicator communicator, int... destinations) {
        Map<Integer, Integer> edges = new TreeMap<>();
        for (int destination : ranks(communicator, destinations)) {
            edges.merge(destination, 1, Integer::sum);
        }
        edges.remove(Neighbors.NONE);
        SortedMap<Integer, Integer> told = communicator.run(Call.of(Exchange.ofEdges(edges)));
        int[] sources = told.entrySet().stream()
                .flatMapToInt(source -> IntStream.generate(source::getKey).limit(source.getValue()))
                .toArray();
        return of(communicator, sources, destinations);
    }

    static int[] ranks(Communicator communicator, int[] given) {
        return Arrays.stream(given)
                .map(rank -> {
                    if (rank == Communicator.NO_MEMBER) {
                        return Neighbors.NONE;
                    }
                    communicator.check("neighbor", rank);
                    return rank;
                })
                .toArray();
    }

    /** Returns the group's communicator. */
    public final Communicator communicator() {
        return communicator;
    }

    /** Returns the ranks that send to this member, in the order of results. */
    public final int[] sources() {
        return given(neighbors.allSources());
    }

    /** Returns the ranks that this member sends to, in the order of values. */
    public final int[] destinations() {
        return given(neighbors.allDestinations());
    }

    private static int[] given(int[] ranks) {
        return Arrays.stream(ranks)
                .map(rank -> rank == Neighbors.NONE ? Communicator.NO_MEMBER : rank)
                .toArray();
    }

    // ---------------------------------------------------------------- objects

    /**
     * Sends a value to all neighbors, and receives one of each.
     *
     * @return values in the order of {@link #sources}; null where there is none
     */
    public final <T extends @Nullable Object> List<@Nullable T> allGather(T value) {
        return communicator.<List<@Nullable T>>run(gathering(value));
    }

    /** Starts {@link #allGather(Object)}. */
    public final <T extends @Nullable Object> Request<List<@Nullable T>> startAllGather(T value) {
        return communicator.<List<@Nullable T>>start(gathering(value));
    }

    private <T extends @Nullable Object> Call<List<@Nullable T>> gathering(T value) {
        return Call.<List<@Nullable T>>of(NeighborAllToAll.ofOne(neighbors, value));
    }

    /**
     * Sends each neighbor a value of its own, and receives one of each.
     *
     * @param values in the order of {@link #destinations}
     * @return values in the order of {@link #sources}; null where there is none
     */
    public final <T extends @Nullable Object> List<@Nullable T> allToAll(List<T> values) {
        return communicator.<List<@Nullable T>>run(exchanging(values));
    }

    /** Starts {@link #allToAll(List)}. */
    public final <T extends @Nullable Object> Request<List<@Nullable T>> startAllToAll(List<T> values) {
        return communicator.<List<@Nullable T>>start(exchanging(values));
    }

    private <T extends @Nullable Object> Call<List<@Nullable T>> exchanging(List<T> values) {
        return Call.<List<@Nullable T>>of(NeighborAllToAll.of(neighbors, Arguments.given("values", values)));
    }

    // ---------------------------------------------------------------- buffers

    /**
     * Sends the same elements to all neighbors, and receives as many of each.
     *
     * @param receive gets blocks in the order of {@link #sources}; that of a missing one is not changed
     */
    public final void allGather(DirectBuffer send, DirectBuffer receive) {
        allGather(send, receive, equal(neighbors.sources(), send));
    }

    /**
     * Sends the same elements to all neighbors, and receives into a block for each, in the order of {@link #sources}.
     */
    public final void allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        communicator.run(gathering(send, receive, blocks));
    }

    /** Starts {@link #allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public final Request<@Nullable Void> startAllGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return communicator.start(gathering(send, receive, blocks));
    }

    private Call<@Nullable Void> gathering(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return Call.of(BufferNeighborAllToAll.ofOne(
                neighbors,
                Arguments.given("send", send),
                Arguments.given("receive", receive),
                Arguments.given("blocks", blocks)));
    }

    /**
     * Sends each neighbor one of the equal blocks of a buffer, and receives a block of each.
     *
     * @param send blocks in the order of {@link #destinations}
     * @param receive gets blocks in the order of {@link #sources}; that of a missing one is not changed
     */
    public final void allToAll(DirectBuffer send, DirectBuffer receive) {
        allToAll(
                send,
                blocks("send", send, neighbors.destinations()),
                receive,
                blocks("receive", receive, neighbors.sources()));
    }

    /** Sends each neighbor its block of a buffer, and receives into a block for each. */
    public final void allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        communicator.run(exchanging(send, sendBlocks, receive, receiveBlocks));
    }

    /** Starts {@link #allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public final Request<@Nullable Void> startAllToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return communicator.start(exchanging(send, sendBlocks, receive, receiveBlocks));
    }

    private Call<@Nullable Void> exchanging(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return Call.of(BufferNeighborAllToAll.of(
                neighbors,
                Arguments.given("send", send),
                Arguments.given("sendBlocks", sendBlocks),
                Arguments.given("receive", receive),
                Arguments.given("receiveBlocks", receiveBlocks)));
    }

    private static Blocks equal(int count, DirectBuffer block) {
        long[] counts = new long[count];
        Arrays.fill(counts, Arguments.given("send", block).length());
        return Blocks.of(counts);
    }

    private static Blocks blocks(String role, DirectBuffer whole, int count) {
        long length = Arguments.given(role, whole).length();
        if (count == 0 ? length > 0 : length % count != 0) {
            throw new IllegalArgumentException(
                    "%s buffer must hold one block for each neighbor: buffer=%s neighbors=%d; pass Blocks for unequal ones"
                            .formatted(role, whole.shape(), count));
        }
        long[] counts = new long[count];
        Arrays.fill(counts, count == 0 ? 0 : length / count);
        return Blocks.of(counts);
    }

    @Override
    public String toString() {
        return "%s[%s of %s]".formatted(getClass().getSimpleName(), neighbors, communicator);
    }
}
