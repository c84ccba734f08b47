/** The README's program. */
@NullMarked
package tutti.examples.hello;

import org.jspecify.annotations.NullMarked;
