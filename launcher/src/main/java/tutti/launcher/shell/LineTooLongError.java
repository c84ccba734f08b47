package tutti.launcher.shell;

import java.time.Duration;

/** A line has taken longer than it may. An error, so that a loop that catches exceptions ends, too. */
final class LineTooLongError extends Error {
    private static final long serialVersionUID = 1;

    LineTooLongError(Duration limit) {
        super("the line took longer than %d s; --deadline sets half of it".formatted(limit.toSeconds()));
    }
}
