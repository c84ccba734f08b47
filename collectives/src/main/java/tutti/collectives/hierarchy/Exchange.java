package tutti.collectives.hierarchy;

import tutti.collectives.algorithm.Peers;
import tutti.serialization.DirectBuffer;

/** What the leaders of the processes do with each other in an operation on buffers. */
@FunctionalInterface
public interface Exchange {

    /**
     * Does one leader's part.
     *
     * @param leaders the leaders as a group of their own, in which the rank of each is the position of its process
     * @param part what the members of this process contribute together
     */
    void run(Peers leaders, DirectBuffer part);
}
