package tutti.collectives;

import java.util.EnumSet;
import java.util.Set;

/** The collective operations; the code of each is part of the wire format. */
enum Operation {
    BARRIER(1, "barrier", "dissemination"),
    BROADCAST(2, "broadcast", "binomial"),
    REDUCE(3, "reduce", "binomial"),
    ALL_REDUCE(4, "allReduce", "tree"),
    SCATTER(5, "scatter", "binomial"),
    GATHER(6, "gather", "binomial"),
    ALL_GATHER(7, "allGather", "bruck"),
    ALL_TO_ALL(8, "allToAll", "pairwise"),

    BROADCAST_BUFFERS(18, "broadcast of buffers", Algorithm.BY_TABLE),
    REDUCE_BUFFERS(19, "reduce of buffers", Algorithm.BY_TABLE),
    ALL_REDUCE_BUFFERS(20, "allReduce of buffers", Algorithm.BY_TABLE),
    SCATTER_BUFFERS(21, "scatter of buffers", Algorithm.BY_TABLE),
    GATHER_BUFFERS(22, "gather of buffers", Algorithm.BY_TABLE),
    ALL_GATHER_BUFFERS(23, "allGather of buffers", Algorithm.BY_TABLE),
    ALL_TO_ALL_BUFFERS(24, "allToAll of buffers", Algorithm.BY_TABLE),

    SCATTER_BLOCKS(37, "scatter of buffers by blocks", "linear"),
    GATHER_BLOCKS(38, "gather of buffers by blocks", "linear"),
    ALL_GATHER_BLOCKS(39, "allGather of buffers by blocks", "ring"),
    ALL_TO_ALL_BLOCKS(40, "allToAll of buffers by blocks", "pairwise"),

    REDUCE_BUFFERS_BY(51, "reduce of buffers by a program's operator", "binomial"),
    ALL_REDUCE_BUFFERS_BY(52, "allReduce of buffers by a program's operator", "doubling");

    /** Those in which the members of one process meet in its memory. */
    private static final Set<Operation> MEETINGS = EnumSet.of(
            BARRIER,
            BROADCAST,
            REDUCE,
            ALL_REDUCE,
            BROADCAST_BUFFERS,
            REDUCE_BUFFERS,
            ALL_REDUCE_BUFFERS,
            ALL_GATHER_BUFFERS);

    /** Those in which the leaders of processes meet in memory that these share. */
    private static final Set<Operation> IN_COMMONS = EnumSet.of(BARRIER, ALL_REDUCE_BUFFERS);

    private final int code;
    private final String methodName;
    private final String algorithm;

    Operation(int code, String methodName, String algorithm) {
        this.code = code;
        this.methodName = methodName;
        this.algorithm = algorithm;
    }

    /** Names of algorithms, for records, that are not those of {@link BufferAlgorithms}. */
    static final class Algorithm {
        /** All members meet in memory: they send no messages. */
        static final String MEMORY = "memory";

        /** Nothing yet; the one that {@link AlgorithmTable} chooses is told later. */
        static final String BY_TABLE = "";

        private Algorithm() {}
    }

    /** Returns the number that travels in headers; 0 is left to messages that belong to no operation. */
    int code() {
        return code;
    }

    /** Returns the operation's name as users write it. */
    String methodName() {
        return methodName;
    }

    /** Returns the operation's name as users write it, for a code that may come from another version. */
    static String nameOf(int code) {
        for (Operation operation : values()) {
            if (operation.code == code) {
                return operation.methodName;
            }
        }
        return code == Verification.CODE ? Verification.NAME : "operation " + code;
    }

    /** Returns whether the leaders of processes may meet in memory that these share, in the operation with a code. */
    static boolean mayMeetInCommons(int code) {
        return IN_COMMONS.stream().anyMatch(operation -> operation.code == code);
    }

    /** Names the algorithm of the operation with a code, in a group all of whose members live in one process, or not. */
    static String algorithmOf(int code, boolean isInOneProcess) {
        for (Operation operation : values()) {
            if (operation.code == code) {
                return isInOneProcess && MEETINGS.contains(operation) ? Algorithm.MEMORY : operation.algorithm;
            }
        }
        return ALL_GATHER.algorithm; // that of the check before a call
    }
}
