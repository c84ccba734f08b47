/**
 * Elements of primitive types in memory, and the little-endian bytes that they are on the wire.
 *
 * <p>Stateless: as thread-safe as the memory is. No locks.
 */
@NullMarked
package tutti.serialization.memory;

import org.jspecify.annotations.NullMarked;
