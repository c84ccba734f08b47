/**
 * Which classes may pass, and where they are looked up.
 *
 * <p>Immutable. No locks.
 */
@NullMarked
package tutti.serialization.filter;

import org.jspecify.annotations.NullMarked;
