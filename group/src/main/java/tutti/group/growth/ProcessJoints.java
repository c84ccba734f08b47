package tutti.group.growth;

import tutti.messaging.config.Job;
import tutti.messaging.progress.Scheduling;

/**
 * How groups of a job grow and are connected, as one process of it takes part.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public record ProcessJoints<M, G>(ProcessGrowth<M, G> growth, ProcessConnections<M, G> connections, LocalPorts ports) {

    /**
     * Makes the process' part.
     *
     * @param job of the groups
     * @param host where other processes reach this one
     * @param codec identity of the process' codec
     * @param votes of the process' members
     */
    public static <M, G> ProcessJoints<M, G> of(
            Job job,
            String host,
            String codec,
            LocalPorts ports,
            GrowthVotes<G> votes,
            JobEntry.Factory<M, G> factory) {
        JointEntries<M, G> entries = new JointEntries<>(job, Scheduling.OF_JVM, factory);
        return new ProcessJoints<>(
                new ProcessGrowth<>(job, host, ports.ofNewcomers(), Scheduling.OF_JVM, entries, votes),
                new ProcessConnections<>(job, host, codec, ports, entries),
                ports);
    }
}
