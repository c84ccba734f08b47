package tutti.group.growth;

import java.time.Duration;
import java.util.function.Consumer;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;

/**
 * What a process has of a job that a group grows into.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public interface JobEntry<M, G> {
    /**
     * Has a member enter the group that is to be, and waits until all have.
     *
     * @param limit how long to wait
     */
    G enter(M member, String groupName, int rank, int size, Duration limit);

    /** All agree that the group has grown. Called once by each member. */
    void keep();

    /** The group has not grown: leaves the job, without waiting. Called any number of times. */
    void abandon(Throwable cause);

    /** Joins a job. */
    interface Factory<M, G> {
        /**
         * Joins a job, and waits until all its processes have.
         *
         * @param members of the whole job
         * @param listening told when this process listens
         */
        JobEntry<M, G> join(Job job, int members, Consumer<Meeting> listening);
    }
}
