@NullMarked
package tutti.nas;

import org.jspecify.annotations.NullMarked;
