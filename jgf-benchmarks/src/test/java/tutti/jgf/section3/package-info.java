@NullMarked
package tutti.jgf.section3;

import org.jspecify.annotations.NullMarked;
