/** Nothing but tests: of what is published, as a user gets it. */
@NullMarked
package tutti.it;

import org.jspecify.annotations.NullMarked;
