package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * AllToAll of small equal blocks in ceil(log2 P) rounds for any P, in which blocks travel through third members.
 *
 * <p>The block for the rank d ahead moves 2^k ranks in each round k whose bit is set in d. Bruck et al.: "Efficient
 * algorithms for all-to-all communications in multiport message-passing systems", 1997, doi:10.1109/71.642949.
 */
public final class BruckBufferAllToAll {
    private BruckBufferAllToAll() {}

    public static void run(Peers peers, DirectBuffer data, DirectBuffer target) {
        int size = peers.size();
        long length = data.length() / size;
        DirectBuffer moving = peers.scratch(0, data); // by the distance that each block has to go
        DirectBuffer packed = peers.scratch(1, data);
        for (int distance = 0; distance < size; distance++) {
            block(moving, distance, length).copyFrom(block(data, peers.at(distance), length));
        }
        for (int step = 1; step < size; step *= 2) {
            long count = 0;
            for (int distance = step; distance < size; distance++) {
                if ((distance & step) != 0) {
                    block(packed, count++, length).copyFrom(block(moving, distance, length));
                }
            }
            peers.send(peers.at(step), packed.slice(0, count * length));
            peers.receive(peers.at(-step), packed.slice(0, count * length));
            count = 0;
            for (int distance = step; distance < size; distance++) {
                if ((distance & step) != 0) {
                    block(moving, distance, length).copyFrom(block(packed, count++, length));
                }
            }
        }
        for (int distance = 0; distance < size; distance++) {
            block(target, peers.at(-distance), length).copyFrom(block(moving, distance, length));
        }
    }

    private static DirectBuffer block(DirectBuffer blocks, long index, long length) {
        return blocks.slice(index * length, length);
    }
}
