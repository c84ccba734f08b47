@NullMarked
package tutti.junit;

import org.jspecify.annotations.NullMarked;
