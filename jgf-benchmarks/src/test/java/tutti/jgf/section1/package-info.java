@NullMarked
package tutti.jgf.section1;

import org.jspecify.annotations.NullMarked;
