/**
 * The algorithms, one file each: short programs over rank, size, send and receive ({@link
 * tutti.collectives.algorithm.Peers}).
 *
 * <p>Their steps and bytes are in {@code docs/algorithms.md}, which a test compares with what they do. Nothing here
 * knows how messages travel, or where members live. An algorithm runs in the thread of the member that calls it, and
 * keeps nothing between calls but {@link tutti.collectives.algorithm.Scratch} memory; no lock.
 */
@NullMarked
package tutti.collectives.algorithm;

import org.jspecify.annotations.NullMarked;
