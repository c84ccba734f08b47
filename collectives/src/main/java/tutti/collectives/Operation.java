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
    ALL_TO_ALL(8, "allToAll");

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

    /** Returns the operation's name as users write it, for a code that may come from another version. */
    static String nameOf(int code) {
        for (Operation operation : values()) {
            if (operation.code == code) {
                return operation.methodName;
            }
        }
        return "operation " + code;
    }
}
