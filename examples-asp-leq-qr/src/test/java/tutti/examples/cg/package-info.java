@NullMarked
package tutti.examples.cg;

import org.jspecify.annotations.NullMarked;
