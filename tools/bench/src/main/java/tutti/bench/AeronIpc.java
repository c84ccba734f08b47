package tutti.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aeron between two JVMs through shared memory, with its media driver in the first of them. */
final class AeronIpc implements Contender {
    /** By name, for this process has none of Aeron's classes. */
    private static final String PROGRAM = "tutti.bench.AeronJob";

    /** What Aeron needs on this version of Java; and its checks of bounds are off. */
    private static final List<String> JVM_OPTIONS = List.of(
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dagrona.disable.bounds.checks=true");

    @Override
    public String label() {
        return "aeron";
    }

    @Override
    public String transport(Setup setup) {
        return "shared-memory";
    }

    @Override
    public int processes(Setup setup) {
        return 2;
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        return Refusals.unless(
                this,
                benchmark,
                Set.of(Benchmark.LATENCY, Benchmark.BANDWIDTH),
                setup.payload(),
                PayloadKind.SAME_BYTES);
    }

    @Override
    public List<String> command(Setup setup) throws IOException {
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        options.addAll(setup.jvmOptions());
        return JavaJob.command(PROGRAM, 2, 2, setup.bindTo(), PeerJars.find(), options);
    }
}
