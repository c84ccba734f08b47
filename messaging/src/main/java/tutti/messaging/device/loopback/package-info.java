/**
 * The device to the own process: messages are handed over by reference, and nothing is encoded.
 *
 * <p>Threads: what is sent is delivered in the sender's thread. No locks.
 */
@NullMarked
package tutti.messaging.device.loopback;

import org.jspecify.annotations.NullMarked;
