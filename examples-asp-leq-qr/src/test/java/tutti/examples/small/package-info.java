@NullMarked
package tutti.examples.small;

import org.jspecify.annotations.NullMarked;
