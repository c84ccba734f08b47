package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.Deadline;
import tutti.messaging.trace.OperationRecord;

/**
 * What holds for one operation of a member.
 *
 * @param limit how long it may take, or null
 * @param record what Flight Recorder is told of it, or null if no one records
 */
record CallContext(@Nullable Deadline limit, @Nullable OperationRecord record) {
    /** Of an operation that may take as long as it likes and is not recorded. */
    static final CallContext NONE = new CallContext(null, null);
}
