package tutti.group.launch;

import java.util.Map;
import java.util.Set;
import tutti.messaging.config.DeviceList;
import tutti.messaging.config.Job;

/** Reads the setting {@code device}. */
final class DeviceSetting {
    private static final String NAME = "device";

    /** Providers that know the variables of launchers of MPI; others are asked where these mean another job. */
    private static final Set<String> PROVIDERS = Set.of("open-mpi", "mpich", "slurm");

    private DeviceSetting() {}

    /**
     * Returns it in the form in which processes compare it.
     *
     * @param job the place of this process
     * @throws IllegalArgumentException if it is no list of devices
     */
    static String of(Settings settings, Job job) {
        String text = settings.text(NAME);
        if (text == null) {
            return Job.GRPC;
        }
        try {
            return DeviceList.textOf(text, isStartedByMpi(settings, job));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(settings.said(NAME) + " " + e.getMessage(), e);
        }
    }

    /** Returns whether a launcher of MPI, or Slurm for MPI, has started this process as this one of the job. */
    private static boolean isStartedByMpi(Settings settings, Job job) {
        String provider = settings.text("provider");
        Map<String, String> environment = settings.asEnvironment();
        return (provider == null || PROVIDERS.contains(provider))
                && (isPlace(job, environment, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")
                        || isPlace(job, environment, "PMI_RANK", "PMI_SIZE")
                        || isPlace(job, environment, "PMIX_RANK", "SLURM_STEP_NUM_TASKS"));
    }

    private static boolean isPlace(Job job, Map<String, String> environment, String rank, String size) {
        return Integer.toString(job.process()).equals(environment.get(rank))
                && Integer.toString(job.processes()).equals(environment.get(size));
    }
}
