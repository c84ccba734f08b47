/**
 * What Flight Recorder is told of operations, traffic and members.
 *
 * <p>Threads: a record belongs to the thread that calls the operation; sums of a member are thread-safe. No lock.
 */
@NullMarked
package tutti.messaging.trace;

import org.jspecify.annotations.NullMarked;
