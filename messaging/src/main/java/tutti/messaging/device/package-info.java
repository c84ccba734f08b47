/**
 * How messages get from one process to another: the contract of devices, frames, and the queue of what is to be
 * written.
 *
 * <p>A {@link tutti.messaging.device.Device} knows processes, not members. It gives a {@link
 * tutti.messaging.device.PeerLink} to each process that is spoken to and hands what arrives to an {@link
 * tutti.messaging.device.InboundHandler}. Begin at {@link tutti.messaging.device.Device}.
 *
 * <p>Threads: thread-safe; nothing here blocks but closing. Lock order: a sender's stream, a deferred link, the send
 * queue or the writer of a ring; the queue's lock is held for list operations only, never while a frame is written.
 */
@NullMarked
package tutti.messaging.device;

import org.jspecify.annotations.NullMarked;
