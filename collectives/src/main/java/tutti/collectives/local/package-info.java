/**
 * A member's call, and how the members of one process synchronize in it through the memory of the process.
 *
 * <p>{@link tutti.collectives.local.LocalCollectives} begins a call: {@link tutti.collectives.local.CollectiveCall} is
 * its life from begin to end or failure, {@link tutti.collectives.local.LocalSync} its waits. What the members of the
 * process share in a call is in its {@link tutti.collectives.local.CallState}; what a member keeps from call to call is
 * in its slot.
 *
 * <p>Each object of a call is used by the thread of its member. States, slots, and what members share in a call are
 * thread-safe without locks. The one lock, the monitor of {@code LocalFailures}, is taken when a call fails;
 * messaging's locks are taken inside it, never around it. Callbacks of messaging ({@code LocalListener}) take it at
 * most, and never block.
 */
@NullMarked
package tutti.collectives.local;

import org.jspecify.annotations.NullMarked;
