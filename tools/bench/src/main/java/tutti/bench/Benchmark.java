package tutti.bench;

import java.time.Duration;
import java.util.Locale;

/** What is measured; named as in the OSU suite where that has a word. */
enum Benchmark {
    LATENCY,
    /** As {@link #LATENCY}, by operations that are started and then awaited. */
    LATENCY_NONBLOCKING,
    /** As {@link #LATENCY_NONBLOCKING}, by operations that were prepared once. */
    LATENCY_PERSISTENT,
    /** As {@link #LATENCY}, received from any that has sent. */
    LATENCY_ANY_SOURCE,
    /** As {@link #LATENCY}, with a column of a matrix of doubles. */
    LATENCY_STRIDED,
    /** A put into the other's window, and a flush. */
    PUT,
    /** A get from the other's window. */
    GET,
    BANDWIDTH,
    /** As {@link #BANDWIDTH}, with the whole window started at both ends and then awaited. */
    BANDWIDTH_NONBLOCKING,
    BIBANDWIDTH,
    MESSAGE_RATE,
    BARRIER,
    /** A fence of a window in which nothing is accessed. */
    FENCE,
    /** All members add to one number of a window. */
    FETCH_AND_ADD,
    /** All members add to one number of their JVM, by a {@link java.lang.invoke.VarHandle}. */
    VARHANDLE_ADD,
    /** All members but rank 0 take tasks without work: by additions to a number of rank 0's window. */
    TASKS_BY_COUNTER,
    /** All members but rank 0 ask that one for tasks without work, which receives from any. */
    TASKS_BY_MASTER,
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
    ALLTOALL,
    /** As {@link #ALLTOALL}, with counts and displacements. */
    ALLTOALLV,
    /** One value to each of both neighbors on a ring. */
    NEIGHBOR_ALLTOALL,
    SCAN,
    REDUCE_SCATTER,
    /** An allreduce that is started and then awaited. */
    IALLREDUCE,
    /** The same, prepared once and run again and again. */
    IALLREDUCE_PERSISTENT,
    /** As {@link #IALLREDUCE}, with {@link #WORK} between. */
    IALLREDUCE_OVERLAP,
    /** The largest of values that have a location each, and its location. */
    ALLREDUCE_MAXLOC,
    /** The product of complex numbers. */
    ALLREDUCE_COMPLEX,
    /** Each member adds up its numbers, and all their sums. */
    SUM,
    /** The same without rounding; a peer rounds. */
    EXACT_SUM;

    /** The work of a member beside an operation that it has started. */
    static final Duration WORK = Duration.ofMillis(1);

    /** Elements in a row of the matrix of which {@link #LATENCY_STRIDED} sends a column. */
    static final int ROW = 4096;

    /** Messages that are under way before one is answered. */
    static final int WINDOW = 64;

    /** Finds a benchmark by its name on the command line. */
    static Benchmark of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Tells whether exactly two members take part. */
    boolean isOfTwo() {
        return compareTo(BIBANDWIDTH) <= 0;
    }

    /** Tells whether no member ends its last iteration before all are in theirs, so that no barrier must follow. */
    boolean endsTogether() {
        return isOfTwo() || this == BARRIER;
    }

    /** Tells whether pairs of members exchange windows of messages. */
    boolean isWindowed() {
        return this == BANDWIDTH || this == BANDWIDTH_NONBLOCKING || this == BIBANDWIDTH || this == MESSAGE_RATE;
    }

    /** Tells whether members access a window. */
    boolean isOfWindow() {
        return this == PUT || this == GET || this == FENCE || isOfNumber();
    }

    /** Tells whether that window has one number, to which members add. */
    boolean isOfNumber() {
        return this == FETCH_AND_ADD || this == TASKS_BY_COUNTER;
    }

    /** Tells whether members take tasks. */
    boolean isOfTasks() {
        return this == TASKS_BY_COUNTER || this == TASKS_BY_MASTER;
    }

    /** Tells whether members must be of one JVM. */
    boolean isOfOneJvm() {
        return this == VARHANDLE_ADD;
    }

    /** Returns the only size that there is, 0 if nothing is moved, or -1 if values have any size. */
    int onlySize() {
        return switch (this) {
            case BARRIER, FENCE -> 0;
            case FETCH_AND_ADD, VARHANDLE_ADD, TASKS_BY_COUNTER, TASKS_BY_MASTER -> Long.BYTES;
            default -> -1;
        };
    }

    boolean isCollective() {
        return compareTo(BARRIER) >= 0;
    }

    boolean isReduction() {
        return switch (this) {
            case REDUCE,
                    REDUCE_MAX,
                    REDUCE_NOP,
                    ALLREDUCE,
                    SCAN,
                    REDUCE_SCATTER,
                    IALLREDUCE,
                    IALLREDUCE_PERSISTENT,
                    IALLREDUCE_OVERLAP -> true;
            default -> isOfPairs() || isLocalSum();
        };
    }

    /** Tells whether two elements are one value. */
    boolean isOfPairs() {
        return this == ALLREDUCE_MAXLOC || this == ALLREDUCE_COMPLEX;
    }

    private boolean isLocalSum() {
        return this == SUM || this == EXACT_SUM;
    }

    /** Tells whether elements are doubles in every array. */
    boolean isOfDoubles() {
        return isReduction() || this == LATENCY_STRIDED;
    }

    /** Tells whether only buffers have this. */
    boolean isOfBuffers() {
        return this == ALLTOALLV
                || this == LATENCY_PERSISTENT
                || this == IALLREDUCE_PERSISTENT
                || this == LATENCY_STRIDED
                || isOfWindow()
                || isOfTasks()
                || isOfPairs()
                || isLocalSum();
    }

    /** Tells whether only buffers over arrays have this. */
    boolean isOfArrays() {
        return this == LATENCY_STRIDED || isLocalSum();
    }

    /** Returns how many members' values are added up in the result, as far as that depends on the values' position. */
    int scale(int members) {
        return isSum() ? members : 1;
    }

    /** Returns what comes of members' ranks, reduced. */
    long reducedRanks(int members) {
        return switch (this) {
            case REDUCE_MAX, ALLREDUCE_MAXLOC -> members - 1L;
            case REDUCE_NOP, ALLREDUCE_COMPLEX -> 0;
            default -> (long) members * (members - 1) / 2;
        };
    }

    /** Tells whether what is reduced is added up. */
    boolean isSum() {
        return isReduction() && this != REDUCE_MAX && this != REDUCE_NOP && !isOfPairs();
    }

    /** Returns the number of operations in one iteration, by which its time is divided. */
    int operations(int members) {
        return switch (this) {
            case LATENCY, LATENCY_NONBLOCKING, LATENCY_PERSISTENT, LATENCY_ANY_SOURCE, LATENCY_STRIDED ->
                2; // half a round trip
            case BANDWIDTH, BANDWIDTH_NONBLOCKING -> WINDOW;
            case BIBANDWIDTH -> 2 * WINDOW;
            case MESSAGE_RATE -> WINDOW * (members / 2);
            case TASKS_BY_COUNTER, TASKS_BY_MASTER -> members - 1;
            default -> 1;
        };
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
