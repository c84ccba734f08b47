/** Nothing but tests: of what all modules keep to. */
@NullMarked
package tutti.architecture;

import org.jspecify.annotations.NullMarked;
