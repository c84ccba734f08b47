/**
 * What the members of a collective call must agree on: the operation, its root and its operator, as codes on the wire
 * and as text.
 *
 * <p>{@link tutti.collectives.signature.Operation} is the one list of all collective operations. Immutable; no lock.
 */
@NullMarked
package tutti.collectives.signature;

import org.jspecify.annotations.NullMarked;
