/** MG: a multigrid solver; members exchange the planes at their borders, on grids of all sizes. */
@NullMarked
package tutti.nas.mg;

import org.jspecify.annotations.NullMarked;
