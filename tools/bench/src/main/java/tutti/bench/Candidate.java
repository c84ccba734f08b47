package tutti.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tutti with one algorithm for an operation.
 *
 * @param algorithm its name
 * @param table file with a table that always chooses it
 */
record Candidate(String algorithm, Path table) implements Contender {
    private static final Tutti TUTTI = new Tutti();

    @Override
    public String label() {
        return algorithm;
    }

    @Override
    public String transport(Setup setup) {
        return TUTTI.transport(setup);
    }

    @Override
    public int processes(Setup setup) {
        return TUTTI.processes(setup);
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        return TUTTI.refusal(benchmark, setup);
    }

    @Override
    public List<String> command(Setup setup) throws IOException, InterruptedException {
        List<String> settings = new ArrayList<>(setup.settings());
        settings.add("algorithms=" + table.toAbsolutePath());
        return TUTTI.command(setup.withSettings(settings));
    }
}
