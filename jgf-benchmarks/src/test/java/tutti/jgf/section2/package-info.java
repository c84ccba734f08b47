@NullMarked
package tutti.jgf.section2;

import org.jspecify.annotations.NullMarked;
