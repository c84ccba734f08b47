package tutti.messaging.runtime;

/** What Tutti knows of an exception of the program: it is suppressed in it, so that traces and texts show it. */
public final class FailureDetail extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 8; // a program may throw one exception again and again

    private FailureDetail(String text) {
        super(text, null, false, false);
    }

    /** Adds a detail to an exception; the last one is the one that texts show. */
    public static void add(Throwable failure, String text) {
        if (failure.getSuppressed().length < MOST) {
            failure.addSuppressed(new FailureDetail(text));
        }
    }

    /** Returns the detail that was added last as the end of a text, or nothing. */
    static String suffix(Throwable failure) {
        String suffix = "";
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof FailureDetail detail) {
                suffix = " (" + detail.getMessage() + ")";
            }
        }
        return suffix;
    }
}
