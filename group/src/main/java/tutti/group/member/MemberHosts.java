package tutti.group.member;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a process has of the jobs that a member is in: of the one that it was added to first, and of those that groups
 * of it have grown into.
 *
 * <p>Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public final class MemberHosts<M, G> {
    private final Object member;
    private volatile @Nullable MemberHost<M, G> first;
    private volatile Map<Object, MemberHost<M, G>> byJob = Map.of(); // most members are in one job

    /**
     * Makes an empty set.
     *
     * @param member for people
     */
    public MemberHosts(Object member) {
        this.member = member;
    }

    /**
     * A member is about to be in a group of a job.
     *
     * @throws IllegalStateException if it is in another job already, which has not grown into this one
     */
    public synchronized void add(Object job, MemberHost<M, G> host) {
        if (first == null) {
            first = host;
        }
        MemberHost<M, G> known = byJob.get(job);
        if (known == null && (byJob.isEmpty() || host.isGrown())) {
            Map<Object, MemberHost<M, G>> more = new HashMap<>(byJob);
            more.put(job, host);
            byJob = Map.copyOf(more);
        } else if (!host.equals(known)) {
            throw new IllegalStateException("member belongs to another master: " + member);
        }
    }

    /** A job that could not grow is given up. */
    public synchronized void remove(Object job) {
        Map<Object, MemberHost<M, G>> fewer = new HashMap<>(byJob);
        fewer.remove(job);
        byJob = Map.copyOf(fewer);
    }

    /** Returns that of the job to which the member was added first. */
    public MemberHost<M, G> first() {
        return Objects.requireNonNull(first, "member was never added to a group");
    }

    /** Returns that of a job. */
    public MemberHost<M, G> of(Object job) {
        return Objects.requireNonNull(byJob.get(job), "member is not in that job");
    }

    /** Returns those of all jobs. */
    public Collection<MemberHost<M, G>> all() {
        return byJob.values();
    }
}
