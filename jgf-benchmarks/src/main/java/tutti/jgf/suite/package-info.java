/**
 * What benchmarks of the suite are made of: the members that run them, timers, checks and outcomes.
 *
 * <p>A benchmark is called by all members at once, each in its own thread.
 */
@NullMarked
package tutti.jgf.suite;

import org.jspecify.annotations.NullMarked;
