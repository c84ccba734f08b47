package tutti.bench;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A peer of two JVMs that needs nothing but Java. */
record JavaPeer(String label, Class<?> program, Set<Benchmark> benchmarks, Set<PayloadKind> payloads)
        implements Contender {

    /** Returns blocking TCP, the floor under everything between two JVMs. */
    static Contender socket() {
        return new JavaPeer(
                "socket", SocketJob.class, Set.of(Benchmark.LATENCY, Benchmark.BANDWIDTH), PayloadKind.SAME_BYTES);
    }

    /** Returns plain Java RMI. */
    static Contender rmi() {
        return new JavaPeer(
                "rmi",
                RmiJob.class,
                Set.of(Benchmark.LATENCY),
                Set.of(PayloadKind.ARRAY, PayloadKind.OBJECT, PayloadKind.INTS));
    }

    @Override
    public String transport(Setup setup) {
        return "tcp";
    }

    @Override
    public int processes(Setup setup) {
        return 2;
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        return Refusals.unless(this, benchmark, benchmarks, setup.payload(), payloads);
    }

    @Override
    public List<String> command(Setup setup) {
        return JavaJob.command(program, 2, 2, setup);
    }
}
