/**
 * How processes that come later are taken into groups: agreement in the old group, and a job for the larger one.
 *
 * <p>Threads: members' own; one for each join, which the members of a process share. No lock is held while any waits.
 */
@NullMarked
package tutti.group.growth;

import org.jspecify.annotations.NullMarked;
