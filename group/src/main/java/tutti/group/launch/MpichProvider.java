package tutti.group.launch;

import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processes that a launcher with PMI started: {@code mpiexec} of MPICH and its relatives (Hydra). */
final class MpichProvider implements EngineProvider {
    private static final String CURE = "start it by mpiexec";

    private final Supplier<@Nullable String> proxy;

    /** Looks for Hydra's process of this host, of which all others here are children. */
    MpichProvider() {
        this(MpichProvider::proxyAboveThis);
    }

    MpichProvider(Supplier<@Nullable String> proxy) {
        this.proxy = proxy;
    }

    @Override
    public String name() {
        return "mpich";
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        EngineEnvironment mpi = new EngineEnvironment(name(), environment);
        if (!mpi.has("PMI_RANK")) {
            return null;
        }
        int processes = mpi.number("PMI_SIZE", CURE);
        if (processes == 1) {
            return null;
        }
        boolean onOneHost = String.valueOf(processes).equals(mpi.text("MPI_LOCALNRANKS"));
        String job = onOneHost ? proxy.get() : null;
        String master = job == null ? null : "127.0.0.1:" + ProcessPlacement.port(job.hashCode());
        return mpi.place(mpi.number("PMI_RANK", CURE), processes, master, job == null ? null : "mpich " + job);
    }

    private static @Nullable String proxyAboveThis() {
        return Stream.iterate(
                        ProcessHandle.current().parent(),
                        each -> each.isPresent(),
                        each -> each.get().parent())
                .map(each -> each.get())
                .filter(each -> each.info().command().orElse("").contains("pmi_proxy"))
                .map(each -> each.pid() + " " + each.info().startInstant().orElse(Instant.EPOCH))
                .findFirst()
                .orElse(null);
    }
}
