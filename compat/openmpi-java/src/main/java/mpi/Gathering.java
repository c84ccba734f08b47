package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.group.Neighborhood;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Makes the collective operations that move items. An argument that is null is in place, or does not matter at this
 * rank.
 */
final class Gathering {
    private static final DirectBuffer NOTHING = DirectBuffer.of(MemorySegment.NULL, ElementType.BYTE);

    private Gathering() {}

    static boolean isRoot(Place place, int root) {
        Ranks.root(place, root);
        return place.bridge() == null ? root == place.local().rank() : root == MPI.ROOT;
    }

    /** Returns whether a rank that is not the root has a part. */
    private static boolean takesPart(Place place, int root) {
        return place.bridge() == null || root >= 0;
    }

    /**
     * Returns what this rank sends to the root or gets from it.
     *
     * @param items null if they are in place, or the rank has none
     * @param inPlace gives the root's block of what all have together, where there is such
     */
    private static DirectBuffer own(
            Place place, int root, @Nullable Items items, @Nullable Supplier<DirectBuffer> inPlace) {
        if (items != null) {
            return takesPart(place, root) ? items.view() : NOTHING;
        }
        return inPlace == null ? NOTHING : inPlace.get();
    }

    static Collective barrier() {
        return new Collective(
                c -> c.barrier(), c -> c.barrier(), bridge -> bridge.sides().barrier());
    }

    static Collective bcast(Place place, Items items, int root) {
        Ranks.root(place, root);
        DirectBuffer data = root == MPI.PROC_NULL ? NOTHING : items.view();
        return new Collective(
                c -> c.broadcast(data, root), c -> c.broadcast(data, root), bridge -> bridge.broadcast(data, root));
    }

    static Collective gather(Place place, @Nullable Items send, @Nullable Items receive, int root) {
        boolean isRoot = isRoot(place, root);
        int ranks = place.peers();
        DirectBuffer all = isRoot && receive != null ? receive.view(ranks) : null;
        DirectBuffer mine = own(
                place,
                root,
                send,
                all == null ? null : () -> Items.slice(all, place.local().rank(), ranks));
        return new Collective(
                c -> c.gather(mine, all, root),
                c -> c.gather(mine, all, root),
                bridge -> bridge.gather(mine, Items.split(all, ranks), root));
    }

    static Collective gatherv(Place place, @Nullable Items send, Items.@Nullable OfEach receive, int root) {
        boolean isRoot = isRoot(place, root);
        int ranks = place.peers();
        Memory.Parts all = isRoot && receive != null ? receive.parts(ranks) : null;
        DirectBuffer mine = own(
                place,
                root,
                send,
                all == null ? null : () -> Items.slice(all, place.local().rank()));
        DirectBuffer buffer = all == null ? null : all.buffer();
        Blocks blocks = all == null ? null : all.blocks();
        return new Collective(
                c -> c.gather(mine, buffer, blocks, root),
                c -> c.gather(mine, buffer, blocks, root),
                bridge -> bridge.gather(mine, Items.split(all, ranks), root));
    }

    static Collective scatter(Place place, @Nullable Items send, @Nullable Items receive, int root) {
        boolean isRoot = isRoot(place, root);
        int ranks = place.peers();
        DirectBuffer all = isRoot && send != null ? send.view(ranks) : null;
        DirectBuffer mine = own(
                place,
                root,
                receive,
                all == null ? null : () -> Items.slice(all, place.local().rank(), ranks));
        return new Collective(
                c -> c.scatter(all, mine, root),
                c -> c.scatter(all, mine, root),
                bridge -> bridge.scatter(Items.split(all, ranks), mine, root));
    }

    static Collective scatterv(Place place, Items.@Nullable OfEach send, @Nullable Items receive, int root) {
        boolean isRoot = isRoot(place, root);
        int ranks = place.peers();
        Memory.Parts all = isRoot && send != null ? send.parts(ranks) : null;
        DirectBuffer mine = own(
                place,
                root,
                receive,
                all == null ? null : () -> Items.slice(all, place.local().rank()));
        DirectBuffer buffer = all == null ? null : all.buffer();
        Blocks blocks = all == null ? null : all.blocks();
        return new Collective(
                c -> c.scatter(buffer, blocks, mine, root),
                c -> c.scatter(buffer, blocks, mine, root),
                bridge -> bridge.scatter(Items.split(all, ranks), mine, root));
    }

    static Collective allGather(Place place, @Nullable Items send, Items receive) {
        int ranks = place.peers();
        DirectBuffer all = receive.view(ranks);
        DirectBuffer own = send == null ? Items.slice(all, intraRank(place), ranks) : send.view();
        return new Collective(
                c -> c.allGather(own, all),
                c -> c.allGather(own, all),
                bridge -> bridge.exchange(Collections.nCopies(ranks, own), Items.split(all, ranks)));
    }

    static Collective allGatherv(Place place, @Nullable Items send, Items.OfEach receive) {
        int ranks = place.peers();
        Memory.Parts all = receive.parts(ranks);
        DirectBuffer own = send == null ? Items.slice(all, intraRank(place)) : send.view();
        return new Collective(
                c -> c.allGather(own, all.buffer(), all.blocks()),
                c -> c.allGather(own, all.buffer(), all.blocks()),
                bridge -> bridge.exchange(Collections.nCopies(ranks, own), Items.split(all, ranks)));
    }

    /** Returns the rank whose block is in place; between two groups nothing is. */
    private static int intraRank(Place place) {
        if (place.bridge() != null) {
            throw new MpiFailure(ErrorClass.COMM, "nothing is in place in an intercommunicator; pass two buffers");
        }
        return place.local().rank();
    }

    static Collective allToAll(Place place, Items send, Items receive) {
        int ranks = place.peers();
        DirectBuffer from = send.view(ranks);
        DirectBuffer to = receive.view(ranks);
        return new Collective(
                c -> c.allToAll(from, to),
                c -> c.allToAll(from, to),
                bridge -> bridge.exchange(Items.split(from, ranks), Items.split(to, ranks)));
    }

    static Collective allToAllv(Place place, Memory.Parts from, Memory.Parts to) {
        int ranks = place.peers();
        return new Collective(
                c -> c.allToAll(from.buffer(), from.blocks(), to.buffer(), to.blocks()),
                c -> c.allToAll(from.buffer(), from.blocks(), to.buffer(), to.blocks()),
                bridge -> bridge.exchange(Items.split(from, ranks), Items.split(to, ranks)));
    }

    // ---------------------------------------------------------------- among neighbors

    private static Neighborhood neighborhood(Place place) {
        Neighborhood neighborhood = place.neighborhood();
        if (neighborhood == null) {
            throw new MpiFailure(
                    ErrorClass.TOPOLOGY, "communicator has no topology; make one with createCart or createGraph");
        }
        return neighborhood;
    }

    static Collective neighborAllGather(Place place, Items send, Items receive) {
        Neighborhood neighbors = neighborhood(place);
        int[] counts = new int[neighbors.sources().length];
        Arrays.fill(counts, receive.count());
        return neighborAllGatherv(neighbors, send, new Items.OfEach(receive.buffer(), counts, null, receive.type()));
    }

    static Collective neighborAllGatherv(Place place, Items send, Items.OfEach receive) {
        return neighborAllGatherv(neighborhood(place), send, receive);
    }

    private static Collective neighborAllGatherv(Neighborhood neighbors, Items send, Items.OfEach receive) {
        DirectBuffer own = send.view();
        Memory.Parts all = receive.parts(neighbors.sources().length);
        return new Collective(
                c -> neighbors.allGather(own, all.buffer(), all.blocks()),
                c -> neighbors.nonBlocking().allGather(own, all.buffer(), all.blocks()),
                null);
    }

    static Collective neighborAllToAll(Place place, Items send, Items receive) {
        Neighborhood neighbors = neighborhood(place);
        int[] sent = new int[neighbors.destinations().length];
        Arrays.fill(sent, send.count());
        int[] received = new int[neighbors.sources().length];
        Arrays.fill(received, receive.count());
        return neighborAllToAllv(
                neighbors,
                new Items.OfEach(send.buffer(), sent, null, send.type()),
                new Items.OfEach(receive.buffer(), received, null, receive.type()));
    }

    static Collective neighborAllToAllv(Place place, Items.OfEach send, Items.OfEach receive) {
        return neighborAllToAllv(neighborhood(place), send, receive);
    }

    private static Collective neighborAllToAllv(Neighborhood neighbors, Items.OfEach send, Items.OfEach receive) {
        Memory.Parts from = send.parts(neighbors.destinations().length);
        Memory.Parts to = receive.parts(neighbors.sources().length);
        return new Collective(
                c -> neighbors.allToAll(from.buffer(), from.blocks(), to.buffer(), to.blocks()),
                c -> neighbors.nonBlocking().allToAll(from.buffer(), from.blocks(), to.buffer(), to.blocks()),
                null);
    }
}
