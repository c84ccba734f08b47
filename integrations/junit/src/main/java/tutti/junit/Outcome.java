package tutti.junit;

import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the test went for one member.
 *
 * @param failure what it threw, or, if it has not ended, an exception with the stack trace of its thread; null if it
 *     ended well
 * @param at when it ended, or was looked at
 * @param doing what it was last seen to do, in words
 */
record Outcome(int rank, int process, State state, @Nullable Throwable failure, Instant at, String doing)
        implements Serializable {
    /** The ways of a test's end, for one member. */
    enum State {
        ENDED,
        /** It threw something of its own. */
        FAILED,
        /** It threw that an assumption does not hold. */
        ABORTED,
        /** It threw that another has failed, or that it was interrupted when the test was over. */
        RELEASED,
        /** It has not ended, and was computing or waiting for something else than the group. */
        SILENT,
        /** It has not ended, and was waiting in an operation. */
        WAITING;

        boolean isUnfinished() {
            return this == SILENT || this == WAITING;
        }
    }

    /** Returns it with another exception, that can travel in its stead. */
    Outcome with(@Nullable Throwable other) {
        return new Outcome(rank, process, state, other, at, doing);
    }
}
