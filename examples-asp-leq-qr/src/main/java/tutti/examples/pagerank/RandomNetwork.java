package tutti.examples.pagerank;

import java.util.Random;
import java.util.stream.LongStream;

/** Generates a network in which few vertices are linked to by many, as in the web. */
final class RandomNetwork {
    private static final int MOST_LINKS = 8;

    private RandomNetwork() {}

    /** Generates a network; half of all links lead to wherever an earlier one leads, so that who has gets more. */
    static Network generate(int size, boolean undirected) {
        Random random = new Random(size);
        NetworkBuilder network = new NetworkBuilder(undirected);
        int[] targets = new int[size * MOST_LINKS];
        int arcs = 0;
        for (int vertex = 1; vertex < size; vertex++) {
            for (int links = random.nextInt(MOST_LINKS + 1); links > 0; links--) {
                boolean follow = arcs > 0 && random.nextBoolean();
                targets[arcs] = follow ? targets[random.nextInt(arcs)] : random.nextInt(vertex);
                network.arc(vertex + 1L, targets[arcs++] + 1L);
            }
        }
        return network.build("generated", LongStream.rangeClosed(1, size).toArray());
    }
}
