package tutti.bench;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The library PCJ, whose jar is on the class path of its own processes only; it lays out its threads as Tutti its
 * members.
 */
final class Pcj implements Contender {
    /** By name, for this process has none of PCJ's classes. */
    private static final String PROGRAM = "tutti.bench.PcjJob";

    private static final Set<Benchmark> BENCHMARKS = EnumSet.of(
            Benchmark.LATENCY,
            Benchmark.BARRIER,
            Benchmark.BROADCAST,
            Benchmark.REDUCE,
            Benchmark.ALLREDUCE,
            Benchmark.SCATTER,
            Benchmark.GATHER);

    @Override
    public String label() {
        return "pcj";
    }

    @Override
    public String transport(Setup setup) {
        return setup.jvms() == 1 ? "local" : "tcp";
    }

    @Override
    public int processes(Setup setup) {
        return setup.jvms();
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        return Refusals.unless(
                this, benchmark, BENCHMARKS, setup.payload(), EnumSet.of(PayloadKind.ARRAY, PayloadKind.OBJECT));
    }

    @Override
    public List<String> command(Setup setup) throws IOException {
        // PCJ starts the other JVMs itself, with the options of the first.
        return JavaJob.command(
                PROGRAM,
                1,
                1,
                null, // its JVMs are children of the first, and would all be bound to the same cores
                PeerJars.find(),
                setup.jvmOptions(),
                Integer.toString(setup.members()),
                Integer.toString(setup.jvms()));
    }
}
