package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * AllGather of small equal blocks in ceil(log2 P) rounds for any P, as {@link BruckAllGather} does for objects.
 *
 * <p>Blocks are collected in the order of the ranks from this one on, and turned into their places at the end.
 */
public final class BruckBufferAllGather {
    private BruckBufferAllGather() {}

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target) {
        int size = peers.size();
        long length = own.length();
        DirectBuffer held = peers.scratch(own.type(), size * length);
        held.slice(0, length).copyFrom(own);
        for (int distance = 1; distance < size; distance *= 2) {
            long count = Math.min(distance, size - distance) * length;
            peers.send(peers.at(-distance), held.slice(0, count));
            peers.receive(peers.at(distance), held.slice(distance * length, count));
        }
        long before = peers.rank() * length; // elements of lower ranks, which lie at the end
        target.slice(before, size * length - before).copyFrom(held.slice(0, size * length - before));
        target.slice(0, before).copyFrom(held.slice(size * length - before, before));
    }
}
