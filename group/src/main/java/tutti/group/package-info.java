/**
 * The front door: members, their groups, and how a process takes part in a job.
 *
 * <p>A program subclasses {@link tutti.group.ColMember}, makes a {@link tutti.group.ColGroupMaster} in each process, adds its
 * members to a named group, and calls the operations that each member has.
 */
@NullMarked
package tutti.group;

import org.jspecify.annotations.NullMarked;
