/** Section 1 of the suite: low-level operations. */
@NullMarked
package tutti.jgf.section1;

import org.jspecify.annotations.NullMarked;
