package tutti.collectives;

/** The collective operations; the code of each is part of the wire format. */
enum Operation {
    BARRIER(1, "barrier"),
    BROADCAST(2, "broadcast"),
    REDUCE(3, "reduce"),
    ALL_REDUCE(4, "allReduce"),
    SCATTER(5, "scatter"),
    GATHER(6, "gather"),
    ALL_GATHER(7, "allGather"),
    ALL_TO_ALL(8, "allToAll"),

    BROADCAST_BUFFERS(18, "broadcast of buffers"),
    REDUCE_BUFFERS(19, "reduce of buffers"),
    ALL_REDUCE_BUFFERS(20, "allReduce of buffers"),
    SCATTER_BUFFERS(21, "scatter of buffers"),
    GATHER_BUFFERS(22, "gather of buffers"),
    ALL_GATHER_BUFFERS(23, "allGather of buffers"),
    ALL_TO_ALL_BUFFERS(24, "allToAll of buffers"),

    SCATTER_BLOCKS(37, "scatter of buffers by blocks"),
    GATHER_BLOCKS(38, "gather of buffers by blocks"),
    ALL_GATHER_BLOCKS(39, "allGather of buffers by blocks"),
    ALL_TO_ALL_BLOCKS(40, "allToAll of buffers by blocks"),

    REDUCE_BUFFERS_BY(51, "reduce of buffers by a program's operator"),
    ALL_REDUCE_BUFFERS_BY(52, "allReduce of buffers by a program's operator");

    private final int code;
    private final String methodName;

    Operation(int code, String methodName) {
        this.code = code;
        this.methodName = methodName;
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
}
