/** The command {@code tutti bench}: micro-benchmarks of Tutti and of its peers, alternating in one run. */
@NullMarked
package tutti.bench;

import org.jspecify.annotations.NullMarked;
