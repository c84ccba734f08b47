package mpi;

import java.util.Arrays;

/**
 * Measures, through this API, the patterns of which figures of MPJ Express are known, and prints both:
 * {@code docs/performance.md} says how to start it. Two ranks exchange messages; four call collective operations.
 */
public final class MpjExpressPatterns {
    private static final int BLOCKS = 15;
    private static final double SECONDS = 0.1; // of a block
    private static final double WARM_UP_SECONDS = 5;
    private static final double UNKNOWN = Double.NaN;

    private MpjExpressPatterns() {}

    /** What both ranks of a message, or all of an operation, do once. */
    private interface Step {
        void run();
    }

    /** Measures by two ranks or four. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        tell("pattern; here, us; MPJ Express in one JVM, us; over TCP, us; times as fast");
        if (MPI.COMM_WORLD.Size() == 2) {
            exchange("1 B", new byte[1], 1, MPI.BYTE, 24, 36);
            exchange("64 KiB", new byte[1 << 16], 1 << 16, MPI.BYTE, 20, 52);
            exchange("1 MiB", new byte[1 << 20], 1 << 20, MPI.BYTE, 101, 720);
            exchange("int[128][128]", new Object[] {new int[128][128]}, 1, MPI.OBJECT, 94, 322);
        } else {
            report("barrier", 1, MPI.COMM_WORLD::Barrier, 63, UNKNOWN);
            for (int numbers : new int[] {1 << 13, 1 << 19}) {
                double[] own = new double[numbers];
                double[] sums = new double[numbers];
                Arrays.fill(own, rank);
                Step step = () -> MPI.COMM_WORLD.Allreduce(own, 0, sums, 0, numbers, MPI.DOUBLE, MPI.SUM);
                report("allreduce %d KiB".formatted(numbers / 128), 1, step, numbers == 1 << 13 ? 167 : 5660, UNKNOWN);
            }
        }
        MPI.Finalize();
    }

    private static void exchange(String name, Object buffer, int count, Datatype type, double inJvm, double overTcp) {
        int rank = MPI.COMM_WORLD.Rank();
        report(
                name,
                2,
                () -> {
                    if (rank == 0) {
                        MPI.COMM_WORLD.Send(buffer, 0, count, type, 1, 1);
                        MPI.COMM_WORLD.Recv(buffer, 0, count, type, 1, 1);
                    } else {
                        MPI.COMM_WORLD.Recv(buffer, 0, count, type, 0, 1);
                        MPI.COMM_WORLD.Send(buffer, 0, count, type, 0, 1);
                    }
                },
                inJvm,
                overTcp);
    }

    private static void report(String name, int messages, Step step, double inJvm, double overTcp) {
        long runs = 1;
        for (double warmUp = 0; warmUp < WARM_UP_SECONDS; ) { // until the compiler has seen it
            double seconds = seconds(step, runs);
            warmUp += seconds;
            if (seconds < SECONDS) {
                runs *= 2;
            }
        }
        double[] micros = new double[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            micros[block] = seconds(step, runs) / runs / messages * 1e6;
        }
        Arrays.sort(micros);
        double median = micros[BLOCKS / 2];
        tell("%s; %.2f (%.2f to %.2f); %.0f; %.0f; %.1f and %.1f"
                .formatted(
                        name, median, micros[0], micros[BLOCKS - 1], inJvm, overTcp, inJvm / median, overTcp / median));
    }

    private static double seconds(Step step, long runs) {
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        for (long i = 0; i < runs; i++) {
            step.run();
        }
        double[] seconds = {(System.nanoTime() - start) / 1e9};
        MPI.COMM_WORLD.Bcast(seconds, 0, 1, MPI.DOUBLE, 0);
        return seconds[0];
    }

    private static void tell(String line) {
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.println(line);
        }
    }
}
