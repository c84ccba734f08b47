/**
 * The device over shared memory of one host: a ring for each direction of a pair, and memory for the collectives of a
 * group.
 *
 * <p>Threads: writers of a ring take turns under its monitor; one thread at a time reads. A doorbell wakes a reader or
 * writer that sleeps. Another device's connections call it as peers come and end. Lock order: a sender's stream, then
 * the writer of a ring; the reader's lock, then those of a delivery.
 */
@NullMarked
package tutti.messaging.device.shm;

import org.jspecify.annotations.NullMarked;
