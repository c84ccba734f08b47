/**
 * Primitive arrays, and arrays of them, as a length and raw bytes.
 *
 * <p>Stateless. No locks.
 */
@NullMarked
package tutti.serialization.array;

import org.jspecify.annotations.NullMarked;
