/**
 * How the leaders of the processes of one host meet in memory that the processes share, without messages.
 *
 * <p>{@link tutti.collectives.shm.SharedSegment} says how they meet, {@link tutti.collectives.shm.SegmentLayout} where
 * things lie, and {@link tutti.collectives.shm.SegmentSetup} how the memory is made. Used by the leader's thread, in
 * one call after the other. Words in the memory are atomic; there is no lock.
 */
@NullMarked
package tutti.collectives.shm;

import org.jspecify.annotations.NullMarked;
