package tutti.group.file;

/** The operations on files: as members compare them, and as messages name them. */
enum FileCall {
    OPEN("open"),
    SET_SIZE("setSize"),
    PREALLOCATE("preallocate"),
    FORCE("force"),
    SET_ATOMIC("setAtomic"),
    SHARE("SharedFileView.of"),
    OVER("over"),
    SEEK("seek"),
    READ_AT("readAt"),
    WRITE_AT("writeAt"),
    READ("read"),
    WRITE("write"),
    READ_AT_ALL("readAtAll"),
    WRITE_AT_ALL("writeAtAll"),
    READ_ALL("readAll"),
    WRITE_ALL("writeAll"),
    READ_SHARED("read shared"),
    WRITE_SHARED("write shared"),
    READ_ORDERED("readOrdered"),
    WRITE_ORDERED("writeOrdered");

    private final String text;

    FileCall(String text) {
        this.text = text;
    }

    /** Returns a number with one bit, which no other operation has. */
    @SuppressWarnings("EnumOrdinal") // never stored; all members run the same code
    long bit() {
        return 1L << ordinal();
    }

    boolean isWrite() {
        return switch (this) {
            case WRITE_AT, WRITE, WRITE_AT_ALL, WRITE_ALL, WRITE_SHARED, WRITE_ORDERED -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
