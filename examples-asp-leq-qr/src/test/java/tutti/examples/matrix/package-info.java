@NullMarked
package tutti.examples.matrix;

import org.jspecify.annotations.NullMarked;
