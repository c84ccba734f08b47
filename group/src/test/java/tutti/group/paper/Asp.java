package tutti.group.paper;

import java.util.stream.IntStream;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/** All-pairs shortest paths: the paper's figure 1. */
class Asp extends ColMember {
    static final int FAR = 1_000_000;

    ColGroup group;
    int n, rank, nodes;
    int[][] tab; // the distance table

    Asp(int n) {
        this.n = n;
    }

    void setGroup(ColGroup group) {
        this.group = group;
    }

    void doAsp() {
        int k;
        for (k = 0; k < n; k++) {
            // send the row to all members:
            tab[k] = broadcast(group, tab[k], owner(k));
            // do ASP computation
            for (int i : ownRows()) {
                for (int j = 0; j < n; j++) {
                    tab[i][j] = Math.min(tab[i][j], tab[i][k] + tab[k][j]);
                }
            }
        }
    }

    @Override
    public void run() {
        rank = group.rank(this);
        nodes = group.size();
        // initialize local data
        tab = new int[n][];
        for (int i : ownRows()) {
            tab[i] = row(i, n);
        }
        doAsp();
        done();
    }

    int owner(int k) {
        return new Partition(n, nodes).owner(k);
    }

    int[] ownRows() {
        Partition rows = new Partition(n, nodes);
        return IntStream.range(rows.offset(rank), rows.offset(rank + 1)).toArray();
    }

    /** A ring with one way, and a few ways across. */
    static int[] row(int i, int n) {
        int[] row = new int[n];
        for (int j = 0; j < n; j++) {
            row[j] = i == j ? 0 : (i + 1) % n == j ? 1 : (i * 7 + 3) % n == j ? 2 : FAR;
        }
        return row;
    }
}
