package tutti.group.launch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Processes that Open MPI's {@code mpirun} started, or another launcher of PRRTE. */
final class OpenMpiProvider implements EngineProvider {
    private static final String CURE = "start it by mpirun";

    @Override
    public String name() {
        return "open-mpi";
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        EngineEnvironment mpi = new EngineEnvironment(name(), environment);
        if (!mpi.has("OMPI_COMM_WORLD_RANK")) {
            return ofPmix(mpi);
        }
        int processes = mpi.number("OMPI_COMM_WORLD_SIZE", CURE);
        if (processes == 1) {
            return null;
        }
        String namespace = environment.getOrDefault("PMIX_NAMESPACE", environment.get("OMPI_MCA_ess_base_jobid"));
        boolean onOneHost = String.valueOf(processes).equals(mpi.text("OMPI_COMM_WORLD_LOCAL_SIZE"));
        String master =
                onOneHost && namespace != null ? "127.0.0.1:" + ProcessPlacement.port(namespace.hashCode()) : null;
        return mpi.place(
                mpi.number("OMPI_COMM_WORLD_RANK", CURE),
                processes,
                master,
                namespace == null ? null : "open-mpi " + namespace);
    }

    /** An engine that offers PMIx tells the rank, but the size in variables of its own. */
    private static @Nullable ProcessPlacement ofPmix(EngineEnvironment mpi) {
        boolean othersSaySize = mpi.has("SLURM_STEP_ID") || mpi.has("PMI_SIZE") || mpi.has("TUTTI_SIZE");
        if (mpi.has("PMIX_RANK") && !othersSaySize) {
            mpi.needed(
                    "OMPI_COMM_WORLD_SIZE",
                    "start it by mpirun or srun, or set TUTTI_RANK, TUTTI_SIZE and TUTTI_MASTER");
        }
        return null;
    }
}
