package tutti.collectives.algorithm;

/**
 * Barrier in ceil(log2 P) rounds: in round k each member tells the one 2^k ahead, and hears from the one 2^k behind.
 *
 * <p>After round k a member knows that the 2^(k+1) - 1 members behind it have come. For any P. Hensgen, Finkel, Manber:
 * "Two algorithms for barrier synchronization", 1988, doi:10.1007/BF01379320.
 */
public final class DisseminationBarrier {
    private DisseminationBarrier() {}

    public static void run(Peers peers) {
        for (int distance = 1; distance < peers.size(); distance *= 2) {
            peers.send(peers.at(distance), peers.capture(null));
            peers.receive(peers.at(-distance)).release();
        }
    }
}
