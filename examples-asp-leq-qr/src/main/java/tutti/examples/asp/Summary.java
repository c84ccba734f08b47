package tutti.examples.asp;

import java.io.Serializable;
import tutti.examples.support.Checksum;
import tutti.examples.support.Times;

/**
 * What a block of rows of the finished table amounts to; blocks merge into the whole table's.
 *
 * @param times how long it took
 * @param unreachable number of pairs without a path
 * @param longest longest of the shortest paths, -1 if there is none
 * @param from its first vertex
 * @param to its last vertex
 * @param checksum hash of all distances, the same however the rows are spread
 */
record Summary(Times times, long unreachable, int longest, int from, int to, long checksum) implements Serializable {
    private static final Times NONE = new Times(0, 0, 0, 0);

    static Summary of(int[][] table, int first, int last, Times times) {
        Summary summary = new Summary(times, 0, -1, -1, -1, 0);
        for (int i = first; i < last; i++) {
            summary = summary.merge(ofRow(i, table[i]));
        }
        return summary;
    }

    private static Summary ofRow(int i, int[] row) {
        long unreachable = 0;
        int farthest = -1;
        for (int j = 0; j < row.length; j++) {
            if (row[j] == Floyd.INFINITY) {
                unreachable++;
            } else if (i != j && (farthest < 0 || row[j] > row[farthest])) {
                farthest = j;
            }
        }
        return new Summary(NONE, unreachable, farthest < 0 ? -1 : row[farthest], i, farthest, Checksum.of(i, row));
    }

    /** Of equally long paths the left one's stays, so with blocks in rank order the lowest vertex wins. */
    Summary merge(Summary right) {
        Summary path = right.longest > longest ? right : this;
        return new Summary(
                times.merge(right.times),
                unreachable + right.unreachable,
                path.longest,
                path.from,
                path.to,
                checksum + right.checksum);
    }
}
