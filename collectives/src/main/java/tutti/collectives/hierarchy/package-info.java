/**
 * The levels of a call: the members of each process through its memory, then the leaders of the processes.
 *
 * <p>{@link tutti.collectives.hierarchy.CallPeers} shows an algorithm either all members or the leaders alone.
 * Everything runs in the threads of the members; what they share is in the state of the call ({@code
 * tutti.collectives.local}); no lock.
 */
@NullMarked
package tutti.collectives.hierarchy;

import org.jspecify.annotations.NullMarked;
