package tutti.messaging.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tutti.messaging.failure.FailureDetector;
import tutti.messaging.failure.ProcessEndedException;

/**
 * Processes that this one has lost after a pause of its own: they may be well, and have given this one up.
 *
 * <p>The doubt is over when all have had time to give this one up. If this process pauses again and again, it is over
 * after twice the limit, counted in ticks, which do not pass during a pause.
 *
 * <p>Thread-safe, but {@link #isOver} is called by one thread at a time.
 */
final class DoubtfulLosses {
    private final FailureDetector failureDetector;
    private final Set<Integer> processes = ConcurrentHashMap.newKeySet();
    private int ticks; // since the first of them

    DoubtfulLosses(FailureDetector failureDetector) {
        this.failureDetector = failureDetector;
    }

    /** Notes a loss if it is doubtful: not if the process is known to have ended. */
    void note(int process, Throwable cause) {
        if (failureDetector.hasPausedLately() && !ProcessEndedException.isCauseOf(cause)) {
            processes.add(process);
        }
    }

    boolean contains(int process) {
        return processes.contains(process);
    }

    int size() {
        return processes.size();
    }

    /** Called at each tick; returns whether there were such losses that are no longer in doubt, and forgets them. */
    boolean isOver() {
        if (processes.isEmpty()) {
            return false;
        }
        ticks++;
        if (failureDetector.hasPausedLately() && ticks <= 2 * failureDetector.ticksPerLimit()) {
            return false;
        }
        ticks = 0;
        processes.clear();
        return true;
    }
}
