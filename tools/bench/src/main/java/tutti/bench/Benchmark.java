package tutti.bench;

import java.util.Locale;

/** What is measured; named as in the OSU suite where that has a word. */
enum Benchmark {
    LATENCY,
    BANDWIDTH,
    BIBANDWIDTH,
    MESSAGE_RATE,
    BARRIER,
    BROADCAST,
    REDUCE,
    /** The largest of each element. */
    REDUCE_MAX,
    /** Nothing is computed: of two values the first is the result. */
    REDUCE_NOP,
    ALLREDUCE,
    SCATTER,
    GATHER,
    ALLGATHER,
    ALLTOALL;

    /** Messages that are under way before one is answered. */
    static final int WINDOW = 64;

    /** Finds a benchmark by its name on the command line. */
    static Benchmark of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Tells whether exactly two members take part. */
    boolean isOfTwo() {
        return this == LATENCY || this == BANDWIDTH || this == BIBANDWIDTH;
    }

    /** Tells whether pairs of members exchange windows of messages. */
    boolean isWindowed() {
        return this == BANDWIDTH || this == BIBANDWIDTH || this == MESSAGE_RATE;
    }

    boolean isCollective() {
        return compareTo(BARRIER) >= 0;
    }

    boolean isReduction() {
        return this == REDUCE || this == REDUCE_MAX || this == REDUCE_NOP || this == ALLREDUCE;
    }

    /** Returns how many members' values are added up in the result, as far as that depends on the values' position. */
    int scale(int members) {
        return isSum() ? members : 1;
    }

    /** Returns what comes of members' ranks, reduced. */
    long reducedRanks(int members) {
        return switch (this) {
            case REDUCE_MAX -> members - 1L;
            case REDUCE_NOP -> 0;
            default -> (long) members * (members - 1) / 2;
        };
    }

    /** Tells whether what is reduced is added up. */
    boolean isSum() {
        return this == REDUCE || this == ALLREDUCE;
    }

    /** Returns the number of operations in one iteration, by which its time is divided. */
    int operations(int members) {
        return switch (this) {
            case LATENCY -> 2; // half a round trip
            case BANDWIDTH -> WINDOW;
            case BIBANDWIDTH -> 2 * WINDOW;
            case MESSAGE_RATE -> WINDOW * (members / 2);
            default -> 1;
        };
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
