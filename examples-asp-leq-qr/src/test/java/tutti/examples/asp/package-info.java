@NullMarked
package tutti.examples.asp;

import org.jspecify.annotations.NullMarked;
