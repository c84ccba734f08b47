/**
 * The threads that act for members, how a member's process learns of their end, and how that process ends.
 *
 * <p>Any thread enters. {@link tutti.group.member.MemberThreads} has the only lock; while it is held no other lock is
 * taken and nothing of the user's is called.
 */
@NullMarked
package tutti.group.member;

import org.jspecify.annotations.NullMarked;
