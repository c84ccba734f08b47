/**
 * Processes, and members that exchange messages: capture, order, match, wake and route.
 *
 * <p>A {@link tutti.messaging.Messenger} is a process' post office. Each member of a group holds an
 * {@link tutti.messaging.Endpoint}, which addresses the others by rank. Transports, one inside a JVM and one over gRPC, carry
 * messages between processes and know nothing of what they mean.
 */
@NullMarked
package tutti.messaging;

import org.jspecify.annotations.NullMarked;
