/**
 * Who may take part in a job: proofs by a shared secret, TLS made from it, and what strangers can hold.
 *
 * <p>Threads: interceptors are called by gRPC's threads; all classes are thread-safe.
 */
@NullMarked
package tutti.messaging.security;

import org.jspecify.annotations.NullMarked;
