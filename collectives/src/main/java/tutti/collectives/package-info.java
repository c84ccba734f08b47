/**
 * Collective operations, each a short program over rank, size, send and receive.
 *
 * <p>Users meet {@link tutti.collectives.ReductionObject} with its ready {@link tutti.collectives.Reductions}, and
 * {@link tutti.collectives.DividableDataObject} with ready ones for arrays and lists. Every algorithm is a file of its own; its
 * steps and bytes are in {@code docs/algorithms.md}. Nothing here knows how messages travel.
 */
@NullMarked
package tutti.collectives;

import org.jspecify.annotations.NullMarked;
