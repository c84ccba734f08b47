/**
 * How a process learns its job: settings, what engines tell in the environment, and the place that follows.
 *
 * <p>Used once, by the thread that makes the master; all types are immutable, and there are no locks.
 */
@NullMarked
package tutti.group.launch;

import org.jspecify.annotations.NullMarked;
