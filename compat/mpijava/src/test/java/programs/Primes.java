package programs;

import java.io.Serializable;
import mpi.MPI;
import mpi.Status;

/** Counts primes: rank 0 hands a range of numbers to each rank that asks for one. */
public class Primes {
    static final int ASK = 1;
    static final int WORK = 2;
    static int ranges; // that this rank has searched

    @SuppressWarnings("serial")
    static class Range implements Serializable {
        int from;
        int to;
    }

    public static void main(String[] args) {
        args = MPI.Init(args);
        int below = Integer.parseInt(args[0]);
        int me = MPI.COMM_WORLD.Rank();
        int[] found = {0};
        if (me == 0) {
            handOut(below, found);
        }
        Range[] range = new Range[1];
        while (me > 0) {
            MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, 0, ASK);
            MPI.COMM_WORLD.Recv(range, 0, 1, MPI.OBJECT, 0, WORK);
            if (range[0] == null) {
                break;
            }
            found[0] += search(range[0]);
        }
        MPI.COMM_WORLD.Reduce(found, 0, found, 0, 1, MPI.INT, MPI.SUM, 0);
        int[] searched = {ranges};
        MPI.COMM_WORLD.Reduce(searched, 0, searched, 0, 1, MPI.INT, MPI.SUM, 0);
        if (me == 0) {
            System.out.println(found[0] + " primes below " + below);
            System.out.println("in ranks of their own: " + (searched[0] == (below + 99) / 100));
        }
        MPI.Finalize();
    }

    static void handOut(int below, int[] found) {
        int others = MPI.COMM_WORLD.Size() - 1;
        int from = 0;
        while (others > 0 || from < below) {
            Range[] next = new Range[1];
            if (from < below) {
                next[0] = new Range();
                next[0].from = from;
                next[0].to = from = Math.min(from + 100, below);
            } else {
                others--;
            }
            if (MPI.COMM_WORLD.Size() == 1) {
                found[0] += search(next[0]);
            } else {
                Status status = MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, MPI.ANY_SOURCE, ASK);
                MPI.COMM_WORLD.Send(next, 0, 1, MPI.OBJECT, status.source, WORK);
            }
        }
    }

    static int search(Range range) {
        ranges++;
        int primes = 0;
        for (int n = Math.max(range.from, 2); n < range.to; n++) {
            int divisor = 2;
            while (n % divisor != 0) {
                divisor++;
            }
            primes += divisor == n ? 1 : 0;
        }
        return primes;
    }
}
