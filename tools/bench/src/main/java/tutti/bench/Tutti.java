package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tutti itself, started as users start it. */
final class Tutti implements Contender {

    @Override
    public String label() {
        return "tutti";
    }

    @Override
    public String transport(Setup setup) {
        return setup.transport().toString();
    }

    @Override
    public int processes(Setup setup) {
        return setup.jvms();
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        return benchmark.isOfOneJvm() && setup.jvms() > 1
                ? "members of several JVMs share no number: benchmark=%s jvms=%d; choose --jvms 1"
                        .formatted(benchmark, setup.jvms())
                : setup.transport().refusal();
    }

    @Override
    public List<String> command(Setup setup) {
        List<String> arguments = new ArrayList<>(setup.transport().arguments());
        setup.settings().forEach(setting -> arguments.add("--tutti-" + setting));
        if (setup.virtualThreads()) {
            arguments.add(TuttiJob.VIRTUAL);
        }
        String[] all = arguments.toArray(String[]::new);
        MpiTools tools = setup.transport().mpi();
        return tools != null
                ? MpiJob.command(
                        tools, TuttiJob.class, setup.members(), setup.jvms(), setup.bindTo(), setup.jvmOptions(), all)
                : JavaJob.command(TuttiJob.class, setup.members(), setup.jvms(), setup, all);
    }
}
