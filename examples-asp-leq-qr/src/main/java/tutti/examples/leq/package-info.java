/** A solver of linear equations: an example after the paper's section 4.2. */
@NullMarked
package tutti.examples.leq;

import org.jspecify.annotations.NullMarked;
