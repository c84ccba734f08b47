/**
 * What Flight Recorder is told of operations, traffic and members.
 *
 * <p>Threads: a member's own, and those that end what it has started. Locks: the record of an operation, then the sums
 * of its member.
 */
@NullMarked
package tutti.messaging.trace;

import org.jspecify.annotations.NullMarked;
