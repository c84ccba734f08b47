/**
 * The collective operations as members call them: one class for each, and {@link
 * tutti.collectives.operation.Collectives} to run them.
 *
 * <p>To add an operation, write a {@code Collective} here and an entry in {@link
 * tutti.collectives.signature.Operation}. An operation runs in the thread of its member; calls of one member in one
 * group come one after the other. No lock.
 */
@NullMarked
package tutti.collectives.operation;

import org.jspecify.annotations.NullMarked;
