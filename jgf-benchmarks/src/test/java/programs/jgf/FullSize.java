package programs.jgf;

import mpi.MPI;

/** Sections 2 and 3 at the suite's sizes, with the suite's reference values. */
class FullSize {
    /** Sums in another order differ in their last digits: the suite's 1e-12 is 4 to 9 of them. */
    private static final double OTHER_ORDER = 1e-9;

    private FullSize() {}

    static void run(boolean sizeB) {
        double start = MPI.Wtime();
        Kernels.series(sizeB ? 100000 : 10000);
        start = tell("Series", start);
        Kernels.crypt(sizeB ? 20000000 : 3000000);
        start = tell("Crypt", start);
        Kernels.luFact(sizeB ? 1000 : 500, sizeB ? 12 : 6);
        start = tell("LUFact", start);
        double sparse = Kernels.sparse(sizeB ? 100000 : 50000, sizeB ? 500000 : 250000, 200);
        reference("SparseMatmult", sizeB ? 150.0130719633895 : 75.02484945753453, sparse, OTHER_ORDER);
        start = tell("SparseMatmult", start);
        double sor = Sor.run(sizeB ? 1500 : 1000, 100);
        reference("SOR", sizeB ? 1.1234778980135105 : 0.498574406322512, sor, 1e-12);
        start = tell("SOR", start);
        double energy = Applications.molDyn(sizeB ? 13 : 8, 50);
        reference("MolDyn", sizeB ? 7397.392307839352 : 1731.4306625334357, 24 * energy, OTHER_ORDER);
        start = tell("MolDyn", start);
        Applications.monteCarlo(sizeB ? 60000 : 10000);
        start = tell("MonteCarlo", start);
        Applications.rayTracer(sizeB ? 500 : 150, sizeB ? 29827635 : 2676692);
        tell("RayTracer", start);
    }

    /** Only rank 0 has the results. */
    private static void reference(String name, double expected, double actual, double tolerance) {
        JavaGrande.validate(name + "'s reference value", expected, actual, tolerance);
    }

    private static double tell(String name, double start) {
        double now = MPI.Wtime();
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.printf("%s: %.2f s with its check%n", name, now - start);
        }
        return now;
    }
}
