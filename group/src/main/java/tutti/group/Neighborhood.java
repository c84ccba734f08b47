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
import tutti.collectives.operation.MakeNeighborhood;
import tutti.collectives.operation.NeighborAllToAll;
import tutti.serialization.DirectBuffer;

/**
 * The members that one sends to and receives from again and again, in a graph or a grid (MPI 4.1, sections 8.5 and
 * 8.6).
 *
 * <p>Its operations are collective operations of the group: all members call them in the same order. Each member
 * exchanges messages with its neighbors alone. A member may be its own neighbor, and a neighbor may be there several
 * times: the i-th message from one member to another is that of the i-th edge between them. {@link #nonBlocking} starts
 * the same operations, {@link #persistent} prepares them.
 *
 * <p>To make one is a collective operation, too, in which members compare what they say, at the cost of an allReduce of
 * three numbers: a graph whose ends do not match is refused at all of them, and the group still works.
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
     * Makes the neighborhood of a member that knows both sides; called by all members. Waits for all.
     *
     * @param sources ranks that send to this member, {@link Communicator#NO_MEMBER} for none
     * @param destinations ranks that this member sends to
     * @throws IllegalArgumentException at all members, with the same text, if one has another as a destination more or
     *     less often than the other has it as a source; at this member alone if a rank lies outside the group
     */
    public static Neighborhood of(Communicator communicator, int[] sources, int[] destinations) {
        Neighbors neighbors = Neighbors.of(ranks(communicator, sources), ranks(communicator, destinations));
        agree(communicator, MakeNeighborhood.of(neighbors));
        return new Neighborhood(communicator, neighbors);
    }

    /**
     * Makes the neighborhood of a graph whose edges go both ways, from the ranks that this member shares an edge with;
     * called by all members. Waits for all.
     *
     * @throws IllegalArgumentException as {@link #of(Communicator, int[], int[])}
     */
    public static Neighborhood of(Communicator communicator, int... both) {
        return of(communicator, both, both);
    }

    /**
     * Makes the neighborhood of a member that knows only whom it sends to; called by all members, which tell each
     * other. Waits for all.
     *
     * @param destinations ranks that this member sends to
     */
    public static Neighborhood ofDestinations(Communicator communicator, int... destinations) {
        int[] checked = ranks(communicator, destinations);
        Map<Integer, Integer> edges = new TreeMap<>();
        for (int destination : checked) {
            edges.merge(destination, 1, Integer::sum);
        }
        edges.remove(Neighbors.NONE);
        SortedMap<Integer, Integer> told = communicator.run(Call.of(Exchange.ofEdges(edges)));
        int[] sources = told.entrySet().stream()
                .flatMapToInt(source -> IntStream.generate(source::getKey).limit(source.getValue()))
                .toArray();
        return new Neighborhood(communicator, Neighbors.of(sources, checked));
    }

    /** Lets all members compare what they say; called by all. */
    static void agree(Communicator communicator, MakeNeighborhood making) {
        String difference = communicator.run(Call.<@Nullable String>of(making));
        if (difference != null) {
            throw new IllegalArgumentException(difference);
        }
    }

    private static int[] ranks(Communicator communicator, int[] given) {
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

    /**
     * Returns the same neighbors in another view of the group, as one with a deadline, or in a duplicate of it. Local:
     * sends nothing.
     *
     * @throws IllegalArgumentException if the other has other members, or in another order
     */
    public Neighborhood on(Communicator other) {
        return new Neighborhood(requireSame(other), neighbors);
    }

    /** Returns another communicator if it has the same members. */
    final Communicator requireSame(Communicator other) {
        if (!other.members().equals(communicator.members())) {
            throw new IllegalArgumentException(
                    "a neighborhood stays among its members, and group=%s has other members than group=%s; make another one there"
                            .formatted(other.name(), communicator.name()));
        }
        return other;
    }

    /** Returns the same operations, which start, and return without waiting. */
    public NonBlockingNeighborhood nonBlocking() {
        return new NonBlockingNeighborhood(this);
    }

    /** Returns the same operations, prepared once to be run many times. */
    public PersistentNeighborhood persistent() {
        return new PersistentNeighborhood(this);
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

    final Neighbors neighbors() {
        return neighbors;
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

    /**
     * Sends each neighbor a value of its own, and receives one of each.
     *
     * @param values in the order of {@link #destinations}
     * @return values in the order of {@link #sources}; null where there is none
     */
    public final <T extends @Nullable Object> List<@Nullable T> allToAll(List<T> values) {
        return communicator.<List<@Nullable T>>run(exchanging(values));
    }

    // ---------------------------------------------------------------- buffers

    /**
     * Sends the same elements to all neighbors, and receives as many of each.
     *
     * @param receive gets blocks in the order of {@link #sources}; that of a missing one is not changed
     */
    public final void allGather(DirectBuffer send, DirectBuffer receive) {
        communicator.run(gathering(send, receive));
    }

    /**
     * Sends the same elements to all neighbors, and receives into a block for each, in the order of {@link #sources}.
     */
    public final void allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        communicator.run(gathering(send, receive, blocks));
    }

    /**
     * Sends each neighbor one of the equal blocks of a buffer, and receives a block of each.
     *
     * @param send blocks in the order of {@link #destinations}
     * @param receive gets blocks in the order of {@link #sources}; that of a missing one is not changed
     */
    public final void allToAll(DirectBuffer send, DirectBuffer receive) {
        communicator.run(exchanging(send, receive));
    }

    /**
     * Sends each neighbor its block of a buffer, and receives into a block for each.
     *
     * @throws tutti.messaging.BufferMismatchException at the receiver, if it expects another number of elements than
     *     was sent; at all members, before anything is sent, with {@code --tutti-verify=full}
     */
    public final void allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        communicator.run(exchanging(send, sendBlocks, receive, receiveBlocks));
    }

    // ---------------------------------------------------------------- calls

    final <T extends @Nullable Object> Call<List<@Nullable T>> gathering(T value) {
        return Call.<List<@Nullable T>>of(NeighborAllToAll.ofOne(neighbors, value));
    }

    final <T extends @Nullable Object> Call<List<@Nullable T>> exchanging(List<T> values) {
        return Call.<List<@Nullable T>>of(NeighborAllToAll.of(neighbors, Arguments.given("values", values)));
    }

    final Call<@Nullable Void> gathering(DirectBuffer send, DirectBuffer receive) {
        long[] counts = new long[neighbors.sources()];
        Arrays.fill(counts, Arguments.given("send", send).length());
        return gathering(send, receive, Blocks.of(counts));
    }

    final Call<@Nullable Void> gathering(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return Call.of(BufferNeighborAllToAll.ofOne(
                neighbors,
                Arguments.given("send", send),
                Arguments.given("receive", receive),
                Arguments.given("blocks", blocks)));
    }

    final Call<@Nullable Void> exchanging(DirectBuffer send, DirectBuffer receive) {
        return exchanging(
                send,
                blocks("send", send, neighbors.destinations()),
                receive,
                blocks("receive", receive, neighbors.sources()));
    }

    final Call<@Nullable Void> exchanging(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return Call.of(BufferNeighborAllToAll.of(
                neighbors,
                Arguments.given("send", send),
                Arguments.given("sendBlocks", sendBlocks),
                Arguments.given("receive", receive),
                Arguments.given("receiveBlocks", receiveBlocks)));
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
