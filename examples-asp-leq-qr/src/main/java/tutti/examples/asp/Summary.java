package tutti.examples.asp;

import java.io.Serializable;

/**
 * What a block of rows of the finished table amounts to; blocks merge into the whole table's.
 *
 * @param nanos time of the computation, of the slowest member
 * @param unreachable number of pairs without a path
 * @param longest longest of the shortest paths, -1 if there is none
 * @param from its first vertex
 * @param to its last vertex
 * @param checksum hash of all distances, the same however the rows are spread
 */
record Summary(long nanos, long unreachable, int longest, int from, int to, long checksum) implements Serializable {
    static Summary of(int[][] table, int first, int last, long nanos) {
        Summary summary = new Summary(nanos, 0, -1, -1, -1, 0);
        for (int i = first; i < last; i++) {
            summary = summary.merge(ofRow(i, table[i]));
        }
        return summary;
    }

    private static Summary ofRow(int i, int[] row) {
        long unreachable = 0;
        int farthest = -1;
        long hash = i;
        for (int j = 0; j < row.length; j++) {
            hash = mix(hash ^ row[j]);
            if (row[j] == Floyd.INFINITY) {
                unreachable++;
            } else if (i != j && (farthest < 0 || row[j] > row[farthest])) {
                farthest = j;
            }
        }
        return new Summary(0, unreachable, farthest < 0 ? -1 : row[farthest], i, farthest, mix(hash));
    }

    /** Of equally long paths the left one's stays, so with blocks in rank order the lowest vertex wins. */
    Summary merge(Summary right) {
        Summary path = right.longest > longest ? right : this;
        return new Summary(
                Math.max(nanos, right.nanos),
                unreachable + right.unreachable,
                path.longest,
                path.from,
                path.to,
                checksum + right.checksum);
    }

    /** One step of the SplitMix64 generator: every input bit changes about half of the output. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
