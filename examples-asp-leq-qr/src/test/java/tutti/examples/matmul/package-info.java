@NullMarked
package tutti.examples.matmul;

import org.jspecify.annotations.NullMarked;
