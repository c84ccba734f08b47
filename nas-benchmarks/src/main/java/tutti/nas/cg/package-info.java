/** CG: the smallest eigenvalue of a sparse matrix; vectors are added up and exchanged in each of 25 inner steps. */
@NullMarked
package tutti.nas.cg;

import org.jspecify.annotations.NullMarked;
