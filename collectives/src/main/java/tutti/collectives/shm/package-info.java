/**
 * How the processes of one host meet in memory that they share, without messages.
 *
 * <p>{@link tutti.collectives.shm.SharedSegment} says how they meet, {@link tutti.collectives.shm.SegmentLayout} where
 * things lie, and {@link tutti.collectives.shm.SegmentSetup} how the memory is made, which is the leader's. One member
 * of a process at a time meets the others, in one call after the other; all members write and read slots. Words in the
 * memory are atomic; there is no lock.
 */
@NullMarked
package tutti.collectives.shm;

import org.jspecify.annotations.NullMarked;
