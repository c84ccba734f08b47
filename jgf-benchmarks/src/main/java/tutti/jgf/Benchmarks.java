package tutti.jgf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tutti.jgf.section1.Alltoall;
import tutti.jgf.section1.Barrier;
import tutti.jgf.section1.Bcast;
import tutti.jgf.section1.Gather;
import tutti.jgf.section1.PingPong;
import tutti.jgf.section1.Reduce;
import tutti.jgf.section1.Scatter;
import tutti.jgf.section2.Crypt;
import tutti.jgf.section2.LuFact;
import tutti.jgf.section2.Series;
import tutti.jgf.section2.Sor;
import tutti.jgf.section2.SparseMatmult;
import tutti.jgf.section3.MolDyn;
import tutti.jgf.section3.MonteCarlo;
import tutti.jgf.section3.RayTracer;
import tutti.jgf.suite.Benchmark;

/** All benchmarks of the suite. */
public final class Benchmarks {

    /** In the order in which they are run. */
    public static final List<Benchmark> ALL = List.of(
            new PingPong(),
            new Barrier(),
            new Bcast(),
            new Scatter(),
            new Gather(),
            new Reduce(),
            new Alltoall(),
            new Series(),
            new LuFact(),
            new Sor(),
            new Crypt(),
            new SparseMatmult(),
            new MolDyn(),
            new MonteCarlo(),
            new RayTracer());

    private Benchmarks() {}

    /** Finds a benchmark by its name, in which case does not matter. */
    static Optional<Benchmark> named(String name) {
        return ALL.stream()
                .filter(benchmark -> benchmark.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the benchmarks of a section. */
    static List<Benchmark> ofSection(int section) {
        return ALL.stream().filter(benchmark -> benchmark.section() == section).toList();
    }
}
