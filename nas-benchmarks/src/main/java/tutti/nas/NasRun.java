package tutti.nas;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.bench.Transport;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;

/**
 * One kernel, run several times by the same members.
 *
 * @param jvms over which members are spread, at most as many as members
 * @param transport between the JVMs; null: what Tutti chooses, or there is only one
 * @param repeats how often it is run, one after the other
 */
record NasRun(
        Kernel kernel,
        ProblemClass problemClass,
        int members,
        int jvms,
        @Nullable Transport transport,
        int repeats) {

    /** Runs a kernel in JVMs of its own. */
    @FunctionalInterface
    interface Runner {
        /**
         * Runs to the end.
         *
         * @param jvmOptions for each of the JVMs
         * @param timeout for all repeats together
         * @param outcomes takes what each repeat brought
         * @throws NasException if that fails, or takes too long
         */
        void run(NasRun run, List<String> jvmOptions, Duration timeout, Consumer<Outcome> outcomes)
                throws InterruptedException;
    }

    @Override
    public String toString() {
        return "%s, class %s, %d member%s in %d JVM%s%s"
                .formatted(
                        kernel,
                        problemClass,
                        members,
                        members == 1 ? "" : "s",
                        jvms,
                        jvms == 1 ? "" : "s",
                        transport == null ? "" : " over " + transport);
    }
}
