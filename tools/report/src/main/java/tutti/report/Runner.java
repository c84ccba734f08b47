package tutti.report;

import java.time.Duration;
import java.util.List;

/** Runs a command of {@code tutti} to its end. */
interface Runner {
    Answer run(List<String> command, Duration timeout) throws InterruptedException;
}
