package tutti.group;

import org.jspecify.annotations.Nullable;

/**
 * The place of one process in its job, as a {@link JobProvider} finds it.
 *
 * @param process index of this process, in [0, processes)
 * @param processes number of processes of the job
 * @param master {@code host:port} at which process 0 is to listen, the same in all processes; null if the engine does
 *     not say it: then the setting {@code master} must
 * @param job text that all processes of this job have and no other job of this user has. From it and the secret in the
 *     user's home folder, which all hosts must share, the processes derive the job's secret. Null if there is none:
 *     then a job over hosts must be given a secret
 */
public record JobPlace(
        int process,
        int processes,
        @Nullable String master,
        @Nullable String job) {
    /** Checks the range of the index. */
    public JobPlace {
        if (process < 0 || process >= processes) {
            throw new IllegalArgumentException(
                    "process index must lie in [0, processes): process=%d processes=%d".formatted(process, processes));
        }
    }
}
