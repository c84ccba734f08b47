@NullMarked
package tutti.jgf;

import org.jspecify.annotations.NullMarked;
