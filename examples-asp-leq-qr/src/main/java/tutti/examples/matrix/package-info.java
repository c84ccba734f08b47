/**
 * Dense and sparse matrices that are scattered and gathered by blocks of rows, and the paper's Figure 8, which times
 * that.
 */
@NullMarked
package tutti.examples.matrix;

import org.jspecify.annotations.NullMarked;
