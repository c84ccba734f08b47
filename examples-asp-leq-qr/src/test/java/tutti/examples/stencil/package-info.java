@NullMarked
package tutti.examples.stencil;

import org.jspecify.annotations.NullMarked;
