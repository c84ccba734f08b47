/**
 * Objects by identity and by number.
 *
 * <p>A table is used by one thread at a time. No locks.
 */
@NullMarked
package tutti.serialization.identity;

import org.jspecify.annotations.NullMarked;
