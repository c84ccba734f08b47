package tutti.group;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.Collectives;
import tutti.group.launch.DeadlockChoice;
import tutti.group.launch.JobArguments;
import tutti.group.launch.VerifyLevel;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.GroupDescriptions;
import tutti.messaging.match.Envelope;
import tutti.messaging.runtime.Endpoint;

/**
 * An active group: an immutable, ordered set of members, the context of every operation (CCJ, section 2.1).
 *
 * <p>Any number of members and threads of a process may share one. Members know their place in it by their rank, in
 * [0, {@link #size()}). Groups are compared by identity; each activation makes a group that never equals another.
 */
public final class ColGroup {
    private static final int LOOKED_THROUGH = 4;

    private final GroupDescription description;
    private final @Nullable Object job; // null if no member of it is here
    private final long id;
    private final String name;
    private final int size;
    private final Map<ColMember, Communicator> communicators;
    private final ColMember[] firstMembers; // some of these, looked through without hashing
    private final Communicator[] firstViews;
    private final ColGroup whole; // this one, or the one that this is with another deadline
    private final @Nullable Duration deadline;
    private volatile @Nullable ColGroup smaller; // the one that has grown into this one, or into what this is left of

    /**
     * Makes a group of a job.
     *
     * @param job tells the job from others of these members
     */
    ColGroup(GroupDescription description, Map<ColMember, Endpoint> endpoints, JobArguments arguments, Object job) {
        this.description = description;
        this.job = job;
        this.id = description.getId();
        this.name = description.getName();
        this.size = description.getMembersCount();
        this.deadline = arguments.deadline();
        whole = this;
        boolean verifies = arguments.verify() == VerifyLevel.FULL;
        Map<ColMember, Communicator> views = new HashMap<>();
        endpoints.forEach((member, endpoint) -> {
            endpoint.completesInOrderOf(member.threads);
            if (arguments.deadlock() == DeadlockChoice.END) {
                endpoint.actedForBy(member.threads);
            }
            Collectives collectives = new Collectives(endpoint, arguments.algorithms(), verifies);
            Communicator.Place place = new Communicator.Place(member, endpoint, collectives, description, this, job);
            views.put(member, new Communicator(place, deadline, Envelope.NO_TAG));
        });
        communicators = Map.copyOf(views);
        firstMembers = communicators.keySet().stream().limit(LOOKED_THROUGH).toArray(ColMember[]::new);
        firstViews = Arrays.stream(firstMembers).map(communicators::get).toArray(Communicator[]::new);
    }

    /** Makes a group that has no members in this process. */
    ColGroup(GroupDescription description) {
        this.description = description;
        this.id = description.getId();
        this.name = description.getName();
        this.size = description.getMembersCount();
        this.communicators = Map.of();
        this.firstMembers = new ColMember[0];
        this.firstViews = new Communicator[0];
        this.job = null;
        this.deadline = null;
        whole = this;
    }

    private ColGroup(ColGroup whole, Duration deadline) {
        this.description = whole.description;
        this.job = whole.job;
        this.id = whole.id;
        this.name = whole.name;
        this.size = whole.size;
        this.communicators = whole.communicators;
        this.firstMembers = whole.firstMembers;
        this.firstViews = whole.firstViews;
        this.deadline = deadline;
        this.whole = whole;
    }

    /**
     * Returns this group for operations that must end in time, each within so much time from its call.
     *
     * <p>Either for a single operation, {@code barrier(group.within(ofSeconds(5)))}, or kept and used instead of this
     * one. It equals this group. Without it, the deadline is that of the job ({@code --tutti-deadline}), or there is
     * none.
     *
     * <p>What does not end in time throws a {@link tutti.messaging.DeadlineExceededException} that names the silent
     * members. If that was a collective operation, the group is broken: the other members get a {@link
     * tutti.messaging.MemberFailedException}.
     */
    public ColGroup within(Duration newDeadline) {
        return new ColGroup(whole, Arguments.deadline(newDeadline, name));
    }

    /** Returns the name under which the group was built. */
    public String name() {
        return name;
    }

    /** Returns the group's number, the same in all processes and never given to another group of the job. */
    public long id() {
        return id;
    }

    /** Returns the number of members. */
    public int size() {
        return size;
    }

    /**
     * Returns the rank of the member whose thread calls: in {@link ColMember#run()}, {@code group().rank()}.
     *
     * @throws IllegalStateException if the thread is not one in which a member was started; then name the member, with
     *     {@link #rank(ColMember)}
     * @throws IllegalArgumentException if the member is not in this group
     */
    public int rank() {
        return rank(ColMember.running());
    }

    /**
     * Returns the rank of a member that lives in this process.
     *
     * @throws IllegalArgumentException if the member is not in this group, or lives in another process
     */
    public int rank(ColMember member) {
        return communicator(member).rank();
    }

    /** Groups are compared by identity, whatever deadline they are used with. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ColGroup group && whole == group.whole;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(whole);
    }

    @Override
    public String toString() {
        return "ColGroup[name=%s id=%d size=%d]".formatted(name, id, size);
    }

    /** Returns a group that must not be null. */
    static ColGroup given(@Nullable ColGroup group) {
        if (group == null) {
            throw new NullPointerException(
                    "group must not be null; pass what getGroup returned, or group() of a started member");
        }
        return group;
    }

    /** Returns whether this is a group of a job. */
    boolean isOf(Object ofJob) {
        return ofJob.equals(job);
    }

    /** Returns whether this is the group of a job that has an identity there. */
    boolean is(Object ofJob, long groupId) {
        return isOf(ofJob) && id == groupId;
    }

    /** This group is what another has grown into. */
    void grownFrom(@Nullable ColGroup old) {
        smaller = old;
    }

    /**
     * This group is what is left of a larger one. If members of the one before that are lost, that one is broken, which
     * a member here knows by now, although it may never use it again.
     */
    void leftOf(ColGroup larger, ColMember member) {
        ColGroup before = larger.smaller;
        smaller = before;
        if (before == null) {
            return;
        }
        int first = GroupDescriptions.hosts(before.description).cardinality(); // process of a newcomer
        long left = description.getMembersList().stream()
                .filter(each -> each.getProcess() < first)
                .count();
        if (left < before.size) {
            before.communicator(member)
                    .endpoint()
                    .giveUp("members are lost, and the others continue in the larger group: group=%s; shrink returns it"
                            .formatted(name));
        }
    }

    GroupDescription description() {
        return description;
    }

    /** Returns how many members of this process have not left. */
    int presentHere() {
        return Math.toIntExact(
                communicators.values().stream().filter(ColGroup::isPresent).count());
    }

    /** Returns whether some member of this process has not left. */
    boolean hasPresentHere() {
        return communicators.values().stream().anyMatch(ColGroup::isPresent);
    }

    private static boolean isPresent(Communicator communicator) {
        return !communicator.endpoint().hasLeft();
    }

    /** Returns a member's view of this group, with this group's deadline. */
    @SuppressWarnings("ReferenceEquality") // a program's members may have an equality of their own
    Communicator communicator(ColMember member) {
        for (int i = 0; i < firstMembers.length; i++) {
            if (firstMembers[i] == member) {
                return firstViews[i].withDeadline(deadline);
            }
        }
        Communicator communicator = communicators.get(Arguments.given("member", member));
        if (communicator == null) {
            throw new IllegalArgumentException(
                    "not a member here: %s group=%s; add it to the group before getGroup, in this process"
                            .formatted(member, name));
        }
        return communicator.withDeadline(deadline);
    }
}
