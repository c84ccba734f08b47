package tutti.group.window;

import java.util.Arrays;

/**
 * What the members of one simulated group have begun in a window and what they know to be done, by origin and target.
 */
final class WindowLedger {
    static final int PUTS = 0;
    static final int INCREMENTS = 1; // under an exclusive lock
    static final int ADDS = 2; // by fetch-and-add
    static final int SWAPS = 3; // by compare-and-swap
    private static final int KINDS = 4;

    private final long[][][] begun;
    private final long[][][] done;
    private final long[][] promised; // puts that an origin ends before the target goes on

    WindowLedger(int size) {
        begun = new long[KINDS][size][size];
        done = new long[KINDS][size][size];
        promised = new long[size][size];
    }

    /** A member begins its work, perhaps in the replay of a world that has ended. */
    void reset(int origin) {
        for (int kind = 0; kind < KINDS; kind++) {
            Arrays.fill(begun[kind][origin], 0);
            Arrays.fill(done[kind][origin], 0);
        }
        Arrays.fill(promised[origin], 0);
    }

    /** Counts one more, and returns its number. */
    long begin(int kind, int origin, int target) {
        return ++begun[kind][origin][target];
    }

    /** What was begun is known to be done. */
    void done(int kind, int origin, int target) {
        done[kind][origin][target] = begun[kind][origin][target];
    }

    /** The puts that were begun are done before the target leaves the operation that ends this epoch. */
    void promise(int origin, int target) {
        promised[origin][target] = begun[PUTS][origin][target];
    }

    long begunBy(int kind, int origin, int target) {
        return begun[kind][origin][target];
    }

    long doneBy(int kind, int origin, int target) {
        return done[kind][origin][target];
    }

    long promised(int origin, int target) {
        return promised[origin][target];
    }

    long begunByAll(int kind, int target) {
        return ofAll(begun[kind], target);
    }

    long doneByAll(int kind, int target) {
        return ofAll(done[kind], target);
    }

    private static long ofAll(long[][] numbers, int target) {
        return Arrays.stream(numbers).mapToLong(ofOrigin -> ofOrigin[target]).sum();
    }
}
