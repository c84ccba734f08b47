/**
 * The command {@code tutti shell}: a line of Java is compiled once and runs on all members of a job.
 *
 * <p>The thread that reads lines compiles them and waits; each member has a thread and a class loader of its own, so
 * that each has its own variables. Members of several JVMs get the compiled classes by pipes.
 */
@NullMarked
package tutti.launcher.shell;

import org.jspecify.annotations.NullMarked;
