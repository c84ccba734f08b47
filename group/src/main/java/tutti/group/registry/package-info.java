/**
 * The groups of a job by name, kept by process 0: building them in two phases, and leaving the job together.
 *
 * <p>One virtual thread of process 0 listens to each process, and one of each process to process 0; a request that
 * waits has a thread of its own. The lock of {@link tutti.group.registry.Registry} is the only one; what it calls back
 * takes no lock of the group module.
 */
@NullMarked
package tutti.group.registry;

import org.jspecify.annotations.NullMarked;
