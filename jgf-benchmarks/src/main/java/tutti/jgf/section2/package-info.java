/** Section 2 of the suite: kernels. */
@NullMarked
package tutti.jgf.section2;

import org.jspecify.annotations.NullMarked;
