/** EP: pairs of Gaussian random numbers, the kernel whose members meet only at the end. */
@NullMarked
package tutti.nas.ep;

import org.jspecify.annotations.NullMarked;
