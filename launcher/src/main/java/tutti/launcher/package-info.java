/** The {@code tutti} command: starts the JVMs of a job, shows their output and ends them together. */
@NullMarked
package tutti.launcher;

import org.jspecify.annotations.NullMarked;
