package tutti.launcher;

/** The command line asks for something that cannot be; the message says what would be right. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
