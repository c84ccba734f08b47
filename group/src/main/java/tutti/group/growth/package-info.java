/**
 * How processes that come later are taken into groups, and groups of two jobs connected: agreement in the old groups,
 * and a larger job for all.
 *
 * <p>Threads: members' own; one for each join, which the members of a process share. No lock is held while any waits.
 */
@NullMarked
package tutti.group.growth;

import org.jspecify.annotations.NullMarked;
