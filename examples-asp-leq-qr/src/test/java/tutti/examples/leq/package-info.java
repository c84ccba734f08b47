@NullMarked
package tutti.examples.leq;

import org.jspecify.annotations.NullMarked;
