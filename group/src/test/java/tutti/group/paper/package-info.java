/**
 * The programs of the paper's figures, in the names of this library and otherwise in their shape.
 *
 * <p>They use what users use: the public API only.
 */
@NullMarked
package tutti.group.paper;

import org.jspecify.annotations.NullMarked;
