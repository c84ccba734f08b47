/**
 * Jacobi's iteration on grids of two and three dimensions, with the cells around each block exchanged in one call.
 *
 * <p>A member's cells are used by its thread only.
 */
@NullMarked
package tutti.examples.stencil;

import org.jspecify.annotations.NullMarked;
