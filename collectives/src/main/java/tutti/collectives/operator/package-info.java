/**
 * The loops that combine two arrays or buffers element by element, for each ready operator and element type.
 *
 * <p>All are pure functions of their arguments, and write into the left one. Any thread may call them; no lock.
 */
@NullMarked
package tutti.collectives.operator;

import org.jspecify.annotations.NullMarked;
