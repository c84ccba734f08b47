package tutti.bench;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tutti or a peer: how its jobs are started, and what they can do. */
interface Contender {

    /** Returns the name in results, which for a peer is that on the command line. */
    String label();

    /** Returns what the data go through. */
    String transport(Setup setup);

    /** Returns the number of processes that members live in. */
    int processes(Setup setup);

    /** Returns why this cannot run a benchmark, with the cure, or null if it can; starts nothing. */
    @Nullable
    String refusal(Benchmark benchmark, Setup setup);

    /** Returns the command of a job, which speaks as {@link Orders} says. */
    List<String> command(Setup setup) throws IOException, InterruptedException;
}
