package programs.jgf;

import java.util.Arrays;
import java.util.Collection;
import mpi.MPI;

/**
 * The Java Grande benchmarks as they are written for mpiJava: rank 0 prints which results are valid. Arguments are
 * sections at small sizes, all of them if there are none, or one of the suite's sizes of sections 2 and 3.
 */
public class JavaGrande {
    static int validations; // of this rank

    public static void main(String[] args) {
        args = MPI.Init(args);
        Collection<String> chosen = Arrays.asList(args);
        boolean all = chosen.isEmpty();
        if (all || chosen.contains("section1")) {
            new LowLevel().run();
        }
        if (all || chosen.contains("section2")) {
            Kernels.series(12);
            Kernels.crypt(20000);
            Kernels.luFact(60, 6);
            Kernels.sparse(300, 2000, 10);
            Sor.run(34, 10);
        }
        if (all || chosen.contains("section3")) {
            Applications.molDyn(3, 20);
            Applications.monteCarlo(30);
            Applications.rayTracer(150, 2676692);
        }
        if (chosen.contains("sizeA") || chosen.contains("sizeB")) {
            FullSize.run(chosen.contains("sizeB"));
        }
        MPI.Finalize();
    }

    /** Says at rank 0 whether a value is what it should be. */
    static void validate(String name, double expected, double actual, double tolerance) {
        if (MPI.COMM_WORLD.Rank() == 0) {
            validations++;
            boolean valid = Math.abs(actual - expected) <= tolerance;
            System.out.println(
                    name + (valid ? ": valid" : ": Validation failed: expected=" + expected + " actual=" + actual));
            if (!valid) {
                throw new IllegalStateException(name + ": expected=" + expected + " actual=" + actual);
            }
        }
    }

    /** Returns the first of the items of a rank, where all but the last ranks have equally many. */
    static int first(int items, int rank) {
        int most = (items + MPI.COMM_WORLD.Size() - 1) / MPI.COMM_WORLD.Size();
        return Math.min(items, rank * most);
    }
}
