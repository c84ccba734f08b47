package tutti.launcher;

/** The command line asks for something that cannot be; the message says what would be right. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean isOfOptions;

    UsageException(String message) {
        this(message, true);
    }

    private UsageException(String message, boolean isOfOptions) {
        super(message);
        this.isOfOptions = isOfOptions;
    }

    /** Makes one about the program, against which no option helps. */
    static UsageException ofProgram(String message) {
        return new UsageException(message, false);
    }

    boolean isOfOptions() {
        return isOfOptions;
    }
}
