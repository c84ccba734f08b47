/** FT: an equation solved by three-dimensional Fourier transforms; all data is transposed between members each time. */
@NullMarked
package tutti.nas.ft;

import org.jspecify.annotations.NullMarked;
