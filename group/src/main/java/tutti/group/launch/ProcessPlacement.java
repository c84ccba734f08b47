package tutti.group.launch;

import org.jspecify.annotations.Nullable;
import tutti.messaging.bootstrap.FreePorts;

/**
 * The place of one process in its job, as a provider finds it.
 *
 * @param process index of this process, in [0, processes)
 * @param processes number of processes of the job
 * @param master {@code host:port} at which process 0 is to listen; null if the engine does not say it
 * @param job text that all processes of this job have and no other job of this user has, or null
 */
public record ProcessPlacement(
        int process,
        int processes,
        @Nullable String master,
        @Nullable String job) {
    /**
     * Returns a port for a job that has a number: the same in all its processes, and another for the next jobs.
     *
     * <p>It is below those that systems give to connections by themselves, and none that other jobs are given.
     */
    static int port(long job) {
        return FreePorts.END + Math.floorMod(job, FreePorts.END_OF_DERIVED - FreePorts.END);
    }
}
