package tutti.examples.kmeans;

import java.io.Serializable;

/**
 * One member's points, as its neighbour keeps them for a newcomer; no one changes them.
 *
 * @param size how many points there are of all members
 * @param dimensions of each
 * @param points coordinates of the member's own, one point behind the other
 */
@SuppressWarnings("ArrayRecordComponent") // no one compares them
record Share(int size, int dimensions, double[] points) implements Serializable {}
