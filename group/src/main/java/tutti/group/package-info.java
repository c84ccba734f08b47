/**
 * The front door: members, their groups, and how a process takes part in a job.
 *
 * <p>A program subclasses {@link tutti.group.ColMember}, makes a {@link tutti.group.ColGroupMaster} in each process,
 * adds its members to a named group, and calls the operations that each member has.
 *
 * <p>Any thread enters. Packages below know nothing of this one. Locks are taken in this order, each for a moment: a
 * member's own, that of {@code MemberHandles}, that of {@code ActiveGroups}; none is held while a message is awaited.
 */
@NullMarked
package tutti.group;

import org.jspecify.annotations.NullMarked;
