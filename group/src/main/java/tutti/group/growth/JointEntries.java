package tutti.group.growth;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthException.Why;
import tutti.messaging.config.Job;
import tutti.messaging.progress.Scheduling;
import tutti.serialization.OperationInterruptedException;

/**
 * How the members of a group enter a larger job together, or not at all.
 *
 * <p>One thread of each process joins the job. Each member enters the group there, and then all agree, in the old
 * group, whether all have come; if not, all leave that job. A member that is lost meanwhile breaks the old group, which
 * ends every wait here. Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
final class JointEntries<M, G> {
    private static final System.Logger LOG = System.getLogger(JointEntries.class.getName());
    private static final String DONE = "";

    private final Job job;
    private final Scheduling scheduling;
    private final JobEntry.Factory<M, G> entries;
    private final Map<String, SharedJoin<JobEntry<M, G>>> joins = new ConcurrentHashMap<>(); // by process of a meeting

    JointEntries(Job job, Scheduling scheduling, JobEntry.Factory<M, G> entries) {
        this.job = job;
        this.scheduling = scheduling;
        this.entries = entries;
    }

    /**
     * What a member enters.
     *
     * @param root rank in the old group of the member whose process is the first of the group's in the larger job
     * @param rank of this member in the larger group
     * @param entered what this member does there before all agree that it is good
     * @param votes keeps that this member agrees
     * @param failed what to say if not all could enter
     */
    record Entry<G>(LargerJob larger, int root, int rank, Consumer<G> entered, GrowthVotes<G> votes, String failed) {}

    /** Has this process begin to join. */
    SharedJoin<JobEntry<M, G>> begin(GrowingGroup group, LargerJob larger, int root) {
        Job place = larger.placeOf(job, group, root);
        if (place.process() == larger.first() && !place.device().equals(job.device())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "messages between hosts of the larger job go through grpc, as the setting device=%s allows: no launcher of MPI has started all its processes; group=%s"
                            .formatted(job.device(), larger.group()));
        }
        return new SharedJoin<JobEntry<M, G>>(
                        scheduling,
                        "tutti-grow-" + job.process(),
                        listening -> entries.join(place, larger.members(), listening))
                .start();
    }

    /** This process has begun to join: its members share that. */
    void share(GrowingGroup group, LargerJob larger, int root, SharedJoin<JobEntry<M, G>> join) {
        joins.put(key(group, larger, root), join);
    }

    private String key(GrowingGroup group, LargerJob larger, int root) {
        int own = larger.placeOf(job, group, root).process(); // both sides of a connection may be in this process
        return "%s:%d %d".formatted(larger.masterHost(), larger.masterPort(), own);
    }

    /**
     * Has a member enter; called by all of the group.
     *
     * @throws GrowthException at all members, if one could not
     */
    G enter(M member, GrowingGroup group, Entry<G> entry) {
        String key = key(group, entry.larger(), entry.root());
        SharedJoin<JobEntry<M, G>> join =
                joins.computeIfAbsent(key, unknown -> begin(group, entry.larger(), entry.root()));
        @Nullable G made = null;
        String failure = DONE;
        try {
            JobEntry<M, G> place = join.await(() -> !group.isEnded());
            LargerJob larger = entry.larger();
            made = place.enter(member, larger.group(), entry.rank(), larger.members(), larger.limit());
            entry.entered().accept(made);
            if (!entry.votes().vote(group, made, cause -> giveUp(join, cause))) {
                failure = "the group is being shrunk";
            }
        } catch (ExecutionException e) {
            failure = text(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException | OperationInterruptedException e) {
            failure = text(e);
            if (!group.isEnded()) {
                Thread.currentThread().interrupt();
            }
        } catch (RuntimeException | Error e) {
            failure = text(e);
        }
        return agree(group, entry, join, key, made, failure);
    }

    static String text(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /** Hears from all members whether they are in the larger group. */
    private G agree(
            GrowingGroup group,
            Entry<G> entry,
            SharedJoin<JobEntry<M, G>> join,
            String key,
            @Nullable G made,
            String failure) {
        List<String> failures;
        try {
            failures = group.allGather(failure);
        } catch (RuntimeException e) { // the old group is broken
            if (failure.equals(DONE)) {
                join.ifJoined(JobEntry::keep); // all may have agreed: who shrinks the old group finds out
            } else {
                giveUp(join, e);
            }
            throw e;
        }
        joins.remove(key, join);
        for (int rank = 0; rank < failures.size(); rank++) {
            if (!failures.get(rank).equals(DONE)) {
                GrowthException notAgreed = new GrowthException(
                        Why.NOT_AGREED,
                        "%s: group=%s rank=%d: %s; the group works on"
                                .formatted(entry.failed(), group.name(), rank, failures.get(rank)));
                entry.votes().notGrown(group);
                giveUp(join, notAgreed);
                throw notAgreed;
            }
        }
        if (made == null) {
            throw new IllegalStateException("entered no group: " + key);
        }
        entry.votes().grown(group);
        join.ifJoined(JobEntry::keep);
        return made;
    }

    private void giveUp(SharedJoin<JobEntry<M, G>> join, RuntimeException cause) {
        join.giveUp(text(cause), entry -> entry.abandon(cause));
    }
}
