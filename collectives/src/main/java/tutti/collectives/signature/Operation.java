package tutti.collectives.signature;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The list of all collective operations: the code of each on the wire, its name, where its members meet, and its
 * algorithms.
 *
 * <p>An operation with several algorithms uses the one that a table chooses for the call. Its class in {@code
 * tutti.collectives.operation} says what each name stands for.
 */
public enum Operation {
    BARRIER(1, "barrier", Meeting.IN_SEGMENT, "dissemination"),
    BROADCAST(2, "broadcast", Meeting.IN_PROCESS, "binomial"),
    REDUCE(3, "reduce", Meeting.IN_PROCESS, "binomial"),
    ALL_REDUCE(4, "allReduce", Meeting.IN_PROCESS, "tree"),
    SCATTER(5, "scatter", Meeting.NOWHERE, "binomial"),
    GATHER(6, "gather", Meeting.NOWHERE, "binomial"),
    ALL_GATHER(7, "allGather", Meeting.NOWHERE, "bruck"),
    ALL_TO_ALL(8, "allToAll", Meeting.NOWHERE, "pairwise"),
    ALL_TO_ALL_VALUES(62, "allToAll of values by ranks", Meeting.NOWHERE, "pairwise"),
    SCAN(10, "scan", Meeting.NOWHERE, "doubling"),
    EXCLUSIVE_SCAN(11, "exclusiveScan", Meeting.NOWHERE, "doubling"),
    REDUCE_SCATTER(12, "reduceScatter", Meeting.NOWHERE, "pairwise"),
    EXCHANGE(13, "exchange", Meeting.NOWHERE, "sparse"),
    NEIGHBOR_ALL_GATHER(14, "neighborAllGather", Meeting.NOWHERE, "direct"),
    NEIGHBOR_ALL_TO_ALL(15, "neighborAllToAll", Meeting.NOWHERE, "direct"),
    FIND_SOURCES(16, "ofDestinations of a neighborhood", Meeting.NOWHERE, "sparse"),
    MAKE_NEIGHBORHOOD(17, "making of a neighborhood", Meeting.NOWHERE, "tree"),

    BROADCAST_BUFFERS(18, "broadcast of buffers", Meeting.IN_PROCESS, "binomial", "chain", "scatter-ring"),
    REDUCE_BUFFERS(19, "reduce of buffers", Meeting.IN_PROCESS, "binomial", "exchange"),
    ALL_REDUCE_BUFFERS(20, "allReduce of buffers", Meeting.IN_SEGMENT, "tree", "doubling", "halving", "exchange"),
    SCATTER_BUFFERS(21, "scatter of buffers", Meeting.NOWHERE, "binomial", "linear"),
    GATHER_BUFFERS(22, "gather of buffers", Meeting.NOWHERE, "binomial", "linear"),
    ALL_GATHER_BUFFERS(23, "allGather of buffers", Meeting.IN_SEGMENT, "bruck", "ring"),
    ALL_TO_ALL_BUFFERS(24, "allToAll of buffers", Meeting.IN_SEGMENT, "bruck", "pairwise"),

    SCAN_BUFFERS(26, "scan of buffers", Meeting.NOWHERE, "doubling"),
    EXCLUSIVE_SCAN_BUFFERS(27, "exclusiveScan of buffers", Meeting.NOWHERE, "doubling"),

    NEIGHBOR_ALL_GATHER_BUFFERS(30, "neighborAllGather of buffers", Meeting.NOWHERE, "direct"),
    NEIGHBOR_ALL_TO_ALL_BUFFERS(31, "neighborAllToAll of buffers", Meeting.NOWHERE, "direct"),
    HALO(32, "halo", Meeting.NOWHERE, "dimensions"),
    EXCHANGE_BUFFERS(33, "exchangeBuffers", Meeting.NOWHERE, "sparse"),

    SCATTER_BLOCKS(37, "scatter of buffers by blocks", Meeting.NOWHERE, "linear"),
    GATHER_BLOCKS(38, "gather of buffers by blocks", Meeting.NOWHERE, "linear"),
    ALL_GATHER_BLOCKS(39, "allGather of buffers by blocks", Meeting.OF_PROCESSES, "ring"),
    ALL_TO_ALL_BLOCKS(40, "allToAll of buffers by blocks", Meeting.IN_SEGMENT, "pairwise"),
    ALL_TO_ALL_BY_RANK(41, "allToAll of buffers by ranks", Meeting.NOWHERE, "pairwise"),
    REDUCE_SCATTER_BLOCKS(44, "reduceScatter of buffers by blocks", Meeting.IN_SEGMENT, "pairwise"),

    REDUCE_BUFFERS_BY(51, "reduce of buffers by a program's operator", Meeting.NOWHERE, "binomial"),
    ALL_REDUCE_BUFFERS_BY(52, "allReduce of buffers by a program's operator", Meeting.NOWHERE, "doubling"),

    ALLOCATE_WINDOW(42, "allocateWindow", Meeting.NOWHERE, "bruck"),
    CREATE_WINDOW(53, "createWindow", Meeting.NOWHERE, "bruck"),
    FENCE(54, "fence", Meeting.IN_SEGMENT, "dissemination"),
    CLOSE_WINDOW(55, "close of a window", Meeting.IN_SEGMENT, "dissemination"),

    SPLIT(45, "split", Meeting.IN_PROCESS, "bruck"),
    SPLIT_BY_HOST(46, "splitByHost", Meeting.IN_PROCESS, "bruck"),
    SPLIT_BY_PROCESS(47, "splitByProcess", Meeting.IN_PROCESS, "bruck"),
    DUPLICATE(48, "duplicate", Meeting.IN_PROCESS, "bruck"),

    SIDE_REDUCE(56, "reduce between two groups", Meeting.NOWHERE, "binomial"),
    SIDE_ALL_REDUCE(57, "allReduce between two groups", Meeting.NOWHERE, "binomial"),
    SIDE_REDUCE_SCATTER(58, "reduceScatter between two groups", Meeting.NOWHERE, "direct"),
    SIDE_REDUCE_BUFFERS(59, "reduce of buffers between two groups", Meeting.NOWHERE, "binomial"),
    SIDE_ALL_REDUCE_BUFFERS(60, "allReduce of buffers between two groups", Meeting.NOWHERE, "binomial"),
    SIDE_REDUCE_SCATTER_BLOCKS(61, "reduceScatter of buffers between two groups", Meeting.NOWHERE, "direct");

    /** The code of the check of all members' next call, which is no operation of its own. */
    public static final int CHECK_CODE = 9;

    /** The algorithm of a call in which all members meet in memory: they send no messages. */
    private static final String MEMORY = "memory";

    private final int code;
    private final String methodName;
    private final String tableName;
    private final Meeting meeting;

    @SuppressWarnings("ImmutableEnumChecker") // it is of List.of
    private final List<String> algorithms;

    Operation(int code, String methodName, Meeting meeting, String... algorithms) {
        this.code = code;
        this.methodName = methodName;
        this.meeting = meeting;
        tableName = methodName.split(" ", 2)[0];
        this.algorithms = List.of(algorithms);
    }

    /** Where members meet instead of sending each other messages. */
    private enum Meeting {
        NOWHERE,
        /** Members of one process in its memory. */
        IN_PROCESS,
        /** These too; and those of several processes in memory that processes share. */
        IN_SEGMENT,
        /** Those of several processes alone; the members of one exchange messages. */
        OF_PROCESSES
    }

    /** Returns the number that travels in headers; 0 is left to messages that belong to no operation. */
    public int code() {
        return code;
    }

    /** Returns the operation's name as users write it, and what it is on. */
    public String methodName() {
        return methodName;
    }

    /** Returns the name that tables use. */
    public String tableName() {
        return tableName;
    }

    /** Returns the names of the algorithms, in the order in which people read them. */
    public List<String> algorithms() {
        return algorithms;
    }

    /** Returns whether there are several algorithms, so that a table must choose. */
    public boolean isChosen() {
        return algorithms.size() > 1;
    }

    /** Returns whether members may meet in memory that processes share. */
    public boolean mayUseSegment() {
        return meeting == Meeting.IN_SEGMENT || meeting == Meeting.OF_PROCESSES;
    }

    /** Returns the operation with a code, which may come from another version. */
    public static Optional<Operation> of(int code) {
        return Arrays.stream(values())
                .filter(operation -> operation.code == code)
                .findFirst();
    }

    /** Returns the name of the operation with a code, which may come from another version. */
    public static String nameOf(int code) {
        return code == CHECK_CODE
                ? "the check before the next call (TUTTI_VERIFY)"
                : of(code).map(Operation::methodName).orElse("operation " + code);
    }

    /**
     * Names the algorithm of the operation with a code, for records; empty if a table chooses it later.
     *
     * @param isInOneProcess whether all members of the group live in one process
     */
    public static String algorithmOf(int code, boolean isInOneProcess) {
        Operation operation = of(code).orElse(ALL_GATHER); // the check is one
        if (isInOneProcess && (operation.meeting == Meeting.IN_PROCESS || operation.meeting == Meeting.IN_SEGMENT)) {
            return MEMORY;
        }
        return operation.isChosen() ? "" : operation.algorithms.getFirst();
    }
}
