/**
 * Messages, receives and sends of one member: numbering, matching, flow control, and the requests that users wait for.
 *
 * <p>{@link tutti.messaging.match.SendStream} numbers what one member sends another in one context and bounds what is
 * under way; {@link tutti.messaging.match.MatchQueue} matches what arrives with what is posted, by source and tag, as
 * MPI has it. A {@link tutti.messaging.match.Payload} is what a message carries.
 *
 * <p>Threads: members, and whichever thread delivers what has arrived; thread-safe unless a class says otherwise. Lock
 * order: send stream, arrival order of a source, match queue, request. Receipts and callbacks run outside of a queue's
 * lock.
 */
@NullMarked
package tutti.messaging.match;

import org.jspecify.annotations.NullMarked;
