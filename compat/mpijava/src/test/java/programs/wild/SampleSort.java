package programs.wild;

import java.util.Arrays;
import mpi.MPI;
import mpi.Status;

/** Sorts numbers: ranks agree on splitters from samples, exchange what belongs to others, and sort what they get. */
public class SampleSort {
    private static final int COUNT = 3000;

    private static int number(int i) {
        int mixed = i * 0x9E3779B9;
        return (mixed ^ mixed >>> 15) % 100_000;
    }

    private static int[] own(int me, int size) {
        int from = (int) ((long) me * me * COUNT / ((long) size * size)); // the later ranks have more
        int to = (int) ((me + 1L) * (me + 1) * COUNT / ((long) size * size));
        int[] numbers = new int[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(from + i);
        }
        Arrays.sort(numbers);
        return numbers;
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = starts[i - 1] + counts[i - 1];
        }
        return starts;
    }

    private static int[] exchange(int[] numbers) {
        int size = MPI.COMM_WORLD.Size();
        int[] samples = new int[size * size];
        int[] mine = new int[size];
        for (int i = 0; i < size; i++) {
            mine[i] = numbers[i * numbers.length / size];
        }
        MPI.COMM_WORLD.Allgather(mine, 0, size, MPI.INT, samples, 0, size, MPI.INT);
        Arrays.sort(samples);
        int[] counts = new int[size];
        for (int number : numbers) {
            int target = 0;
            while (target < size - 1 && number >= samples[(target + 1) * size]) {
                target++;
            }
            counts[target]++;
        }
        int[] arriving = new int[size];
        MPI.COMM_WORLD.Alltoall(counts, 0, 1, MPI.INT, arriving, 0, 1, MPI.INT);
        int[] received = new int[Arrays.stream(arriving).sum()];
        MPI.COMM_WORLD.Alltoallv(
                numbers, 0, counts, starts(counts), MPI.INT, received, 0, arriving, starts(arriving), MPI.INT);
        Arrays.sort(received);
        return received;
    }

    /** Returns the greatest number of the ranks before, which the one before this says. */
    private static int before(int[] sorted) {
        int me = MPI.COMM_WORLD.Rank();
        int last = me == MPI.COMM_WORLD.Size() - 1 ? MPI.PROC_NULL : me + 1;
        int[] greatest = {Integer.MIN_VALUE};
        MPI.COMM_WORLD.Recv(greatest, 0, 1, MPI.INT, me == 0 ? MPI.PROC_NULL : me - 1, 3);
        int own = sorted.length == 0 ? greatest[0] : sorted[sorted.length - 1];
        MPI.COMM_WORLD.Rsend(new int[] {own}, 0, 1, MPI.INT, last, 3);
        return greatest[0];
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] sorted = exchange(own(me, size));
        int before = before(sorted);
        Check.that(sorted.length == 0 || before <= sorted[0], before + " comes before");
        int[] end = {sorted.length};
        MPI.COMM_WORLD.Scan(end, 0, end, 0, 1, MPI.INT, MPI.SUM);
        double[] weighted = {0}; // by the place in the whole
        for (int i = 0; i < sorted.length; i++) {
            weighted[0] += (end[0] - sorted.length + i) * (double) sorted[i];
        }
        double[] sum = new double[1];
        MPI.COMM_WORLD.Reduce(weighted, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        int[] counts = new int[size];
        MPI.COMM_WORLD.Gather(new int[] {sorted.length}, 0, 1, MPI.INT, counts, 0, 1, MPI.INT, 0);
        int[] all = me == 0 ? new int[COUNT] : null;
        int[] places = me == 0 ? starts(counts) : null;
        MPI.COMM_WORLD.Gatherv(sorted, 0, sorted.length, MPI.INT, all, 0, me == 0 ? counts : null, places, MPI.INT, 0);
        if (me == 0) {
            int[] expected = new int[COUNT];
            for (int i = 0; i < COUNT; i++) {
                expected[i] = number(i);
            }
            Arrays.sort(expected);
            Check.same(expected, all);
            System.out.printf("sort: weighted=%.0f%n", sum[0]);
        }
        Status none = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.that(none == null, "all messages were received");
        MPI.Finalize();
    }
}
