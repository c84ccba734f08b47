/**
 * How frames get from one process to another: the interface of devices, the frames, and the queue of what is to be written.
 *
 * <p>A {@link tutti.messaging.device.Device} knows processes, not members. It opens a {@link tutti.messaging.device.PeerLink} to each process that
 * is spoken to and hands what arrives to an {@link tutti.messaging.device.InboundHandler}.
 *
 * <p>Threads: thread-safe; nothing here blocks. Lock order: the send queue's lock is held for list operations only, never while a frame is written.
 */
@NullMarked
package tutti.messaging.device;

import org.jspecify.annotations.NullMarked;
