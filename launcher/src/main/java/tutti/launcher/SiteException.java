package tutti.launcher;

import java.io.IOException;

/** The JVMs of a job can't be started where they are to run; the message says why, and what to do. */
final class SiteException extends IOException {
    private static final long serialVersionUID = 1;

    SiteException(String message) {
        super(message);
    }
}
