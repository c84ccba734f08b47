package tutti.nas.is;

import java.util.Arrays;
import java.util.List;
import tutti.collectives.Blocks;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.nas.kernel.NasRandom;
import tutti.serialization.DirectBuffer;

/** One member's part in the ranking: its share of the keys, and then all keys of its buckets. */
final class KeyRanking {
    private static final int NUMBERS_TO_A_KEY = 4;

    private final KeyProblem problem;
    private final Communicator world;
    private final int[] keys; // of this member's share
    private final int[] keysByBucket;

    /** Number of keys in each bucket; behind them the values of the tested keys: one reduction does for both. */
    private final int[] counts;

    private final int[] totals; // the same of all members
    private final int[] starts; // first of each bucket in keysByBucket

    /** The ranks that this member knows of those to be tested, 0 for the others. */
    private final int[] testedRanks = new int[KeyProblem.ITERATIONS * KeyProblem.TESTS];

    private int[] received = {}; // the first receivedCount are all keys of this member's buckets
    private int receivedCount;
    private int firstKey; // the least that may be in this member's buckets
    private int endKey;
    private int lesserKeys; // how many are in the buckets before this member's
    private int[] rankInBuckets = {}; // by key - firstKey

    KeyRanking(KeyProblem problem, Communicator world) {
        this.problem = problem;
        this.world = world;
        keys = new int[problem.keys() / world.size()];
        keysByBucket = new int[keys.length];
        counts = new int[problem.buckets() + KeyProblem.TESTS];
        totals = new int[counts.length];
        starts = new int[problem.buckets()];
        drawKeys();
    }

    /** Draws this member's share: each key is a sum of four random numbers. */
    private void drawKeys() {
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip((long) NUMBERS_TO_A_KEY * keys.length * world.rank());
        double scale = (double) problem.maxKey() / NUMBERS_TO_A_KEY;
        for (int i = 0; i < keys.length; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (scale * sum);
        }
    }

    /** Ranks all keys, after two have changed. */
    void rank(int iteration) {
        if (world.rank() == 0) {
            keys[iteration] = iteration;
            keys[iteration + KeyProblem.ITERATIONS] = problem.maxKey() - iteration;
        }
        fillBuckets();
        world.allReduce(DirectBuffer.of(counts), DirectBuffer.of(totals), Reductions.sum());
        exchange();
        countKeys();
        noteTestedRanks(iteration);
    }

    /** Sorts this member's share by bucket. */
    private void fillBuckets() {
        int shift = problem.bucketShift();
        Arrays.fill(counts, 0);
        for (int key : keys) {
            counts[key >> shift]++;
        }
        for (int bucket = 1; bucket < starts.length; bucket++) {
            starts[bucket] = starts[bucket - 1] + counts[bucket - 1];
        }
        int[] next = starts.clone();
        for (int key : keys) {
            keysByBucket[next[key >> shift]++] = key;
        }
        int first = keys.length * world.rank();
        for (int test = 0; test < KeyProblem.TESTS; test++) {
            int index = problem.testIndices()[test] - first;
            if (index >= 0 && index < keys.length) {
                counts[starts.length + test] = keys[index];
            }
        }
    }

    /** Sends buckets to the members that are to have them; each gets about as many keys as every other. */
    private void exchange() {
        int[] sent = new int[world.size()];
        int before = 0;
        lesserKeys = 0;
        firstKey = 0;
        endKey = 0;
        receivedCount = 0;
        for (int bucket = 0; bucket < starts.length; bucket++) {
            int owner = Math.min(before / keys.length, world.size() - 1); // the last ones may be empty
            sent[owner] += counts[bucket];
            if (owner == world.rank()) {
                if (receivedCount == 0) {
                    lesserKeys = before;
                    firstKey = bucket << problem.bucketShift();
                }
                endKey = (bucket + 1) << problem.bucketShift();
                receivedCount += totals[bucket];
            }
            before += totals[bucket];
        }
        int[] coming = new int[world.size()];
        world.allToAll(DirectBuffer.of(sent), DirectBuffer.of(coming));
        if (received.length < receivedCount) {
            received = new int[receivedCount];
        }
        world.allToAll(
                DirectBuffer.of(keysByBucket),
                Blocks.of(sent),
                DirectBuffer.of(received, 0, receivedCount),
                Blocks.of(coming));
    }

    /** Finds the rank of each key in this member's buckets, among these. */
    private void countKeys() {
        int range = endKey - firstKey;
        if (rankInBuckets.length < range) {
            rankInBuckets = new int[range];
        } else {
            Arrays.fill(rankInBuckets, 0, range, 0);
        }
        for (int i = 0; i < receivedCount; i++) {
            rankInBuckets[received[i] - firstKey]++;
        }
        int lesser = 0;
        for (int i = 0; i < range; i++) {
            int count = rankInBuckets[i];
            rankInBuckets[i] = lesser;
            lesser += count;
        }
    }

    private void noteTestedRanks(int iteration) {
        for (int test = 0; test < KeyProblem.TESTS; test++) {
            int key = totals[starts.length + test];
            boolean isHere = key >= firstKey && key < endKey;
            testedRanks[(iteration - 1) * KeyProblem.TESTS + test] =
                    isHere ? lesserKeys + rankInBuckets[key - firstKey] : 0;
        }
    }

    /** Returns the ranks of the tested keys in all iterations; every member must call this. */
    int[] testedRanks() {
        int[] all = new int[testedRanks.length];
        world.allReduce(DirectBuffer.of(testedRanks), DirectBuffer.of(all), Reductions.sum());
        return all;
    }

    /**
     * Moves all keys to their ranks, and returns how many are not less than the one before; every member must call
     * this, after the last iteration.
     */
    int keysInOrder() {
        int[] sorted = new int[receivedCount];
        int[] next = rankInBuckets.clone();
        for (int i = 0; i < receivedCount; i++) {
            sorted[next[received[i] - firstKey]++] = received[i];
        }
        int previous = largestBefore(sorted);
        int inOrder = 0;
        for (int key : sorted) {
            inOrder += key >= previous ? 1 : 0;
            previous = key;
        }
        return world.allReduce(inOrder, Reductions.sum());
    }

    /** Returns the largest key of the members with lower ranks, or 0 if they have none. */
    private int largestBefore(int[] sorted) {
        List<Integer> last = world.allGather(sorted.length == 0 ? 0 : sorted[sorted.length - 1]);
        return last.subList(0, world.rank()).stream().mapToInt(key -> key).max().orElse(0);
    }
}
