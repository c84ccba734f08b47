/** Section 3 of the suite: whole applications. */
@NullMarked
package tutti.jgf.section3;

import org.jspecify.annotations.NullMarked;
