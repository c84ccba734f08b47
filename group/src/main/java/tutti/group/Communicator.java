package tutti.group;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.operation.Collectives;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowthShape;
import tutti.group.proto.GroupDescription;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/**
 * A member's view of one group: every operation, without the group as an argument.
 *
 * <p>For code that does not subclass {@link ColMember}: libraries, tasks of an engine, tests. A subclass gets its view
 * of a group by {@link ColMember#communicator}; any other thread joins a group by {@link
 * ColGroupMaster#communicator(String, int)}:
 *
 * {@snippet :
 * Communicator world = master.communicator("world", 8);
 * try {
 *     double sum = world.allReduce(share, Reductions.sum());
 * } finally {
 *     world.done();
 * }
 * }
 *
 * <p>Any thread may act for the member. Immutable: {@link #within} returns a view of the same member in the same group.
 *
 * <h2>Messages</h2>
 *
 * <p>Between two members of a group, messages with the same tag are received in the order in which they were sent. A
 * receive takes messages of one member or of any ({@link #ANY_SOURCE}), with the tag of its view ({@link #withTag}); of
 * several that it could take, the one that arrived first.
 *
 * <h2>Collective operations</h2>
 *
 * <p>Every member of the group must call the same operations in the same order, with the same root and the same kind of
 * reduction. An operation returns when this member's part is done; others may still be at work.
 *
 * <h2>Objects</h2>
 *
 * <p>Anything serializable can be sent; null is a value. A value is captured before the call returns: what the caller
 * changes afterwards no one sees. What an operation returns is the receiver's own; immutable values may be shared
 * inside a JVM.
 *
 * <h2>Buffers</h2>
 *
 * <p>Each operation also takes {@link tutti.serialization.DirectBuffer}s, which view primitive arrays, parts of them,
 * NIO buffers or memory segments. Elements are copied from the sender's memory and into the receiver's; no object is
 * made of them. A buffer is the operation's from the call to the return: no one may write what is sent, or touch what
 * is received into, meanwhile; afterwards both are the caller's again, also when the peer has not received yet. What
 * lies outside a received buffer is never written. An operation on buffers and the one on objects are different
 * collective operations; in messages, a buffer and an array of its elements are the same.
 *
 * <h2>Failures</h2>
 *
 * <p>Besides what each method says, all operations throw:
 *
 * <ul>
 *   <li>{@link MemberFailedException} if a member of the group failed, or one that this operation needs has left;
 *   <li>{@link DeadlineExceededException} if the group has a deadline ({@link #within}) and the operation has not ended
 *       by then; a collective operation breaks the group;
 *   <li>{@link MismatchedCallException} if another member called another collective operation, or the same with another
 *   root;
 *   <li>{@link SerializationException} if a value can't be captured or read; the group still works;
 *   <li>{@link tutti.messaging.BufferMismatchException} if what was sent has another type or number of elements than
 *       the buffer that it should be received into; nothing of that is overwritten;
 *   <li>{@link OperationInterruptedException} if the thread is interrupted while it waits;
 *   <li>{@link IllegalArgumentException} for a rank outside the group;
 *   <li>{@link IllegalStateException} after {@link #done()}.
 * </ul>
 */
public final class Communicator extends GroupCommunication {
    private final Place place;
    private final @Nullable Duration deadline;
    private final int tag;
    private final int context; // of its messages

    /**
     * A member's place in a group, the same for all its views.
     *
     * @param group which its members hold weakly: not forgotten while a view is used
     * @param job tells the group's job from others of the member
     */
    record Place(
            CallingMember member,
            Endpoint endpoint,
            Collectives collectives,
            GroupDescription description,
            Object group,
            Object job,
            Map<Object, Object> attributes) {
        Place(
                CallingMember member,
                Endpoint endpoint,
                Collectives collectives,
                GroupDescription description,
                Object group,
                Object job) {
            this(member, endpoint, collectives, description, group, job, new ConcurrentHashMap<>(0));
        }
    }

    Communicator(Place place, @Nullable Duration deadline, int tag) {
        this(place, deadline, tag, Messages.CONTEXT);
    }

    private Communicator(Place place, @Nullable Duration deadline, int tag, int context) {
        this.place = place;
        this.deadline = deadline;
        this.tag = tag;
        this.context = context;
    }

    @Override
    public int rank() {
        return place.endpoint().rank();
    }

    @Override
    public int size() {
        return place.description().getMembersCount();
    }

    @Override
    public String name() {
        return place.description().getName();
    }

    @Override
    public int tag() {
        return tag;
    }

    /**
     * Returns this communicator for messages with a tag: its sends give it to them, and its receives and probes take no
     * others.
     *
     * <p>Without it, that is 0. Messages from one member to another with the same tag arrive in the order of sending;
     * one with another tag may overtake them, because it is received by itself. Collective operations have no tags.
     *
     * @param newTag at least 0; or {@link #ANY_TAG} to receive messages with any tag, and to send none
     */
    public Communicator withTag(int newTag) {
        if (newTag < 0 && newTag != ANY_TAG) {
            throw new IllegalArgumentException("a tag is at least 0: tag=%d group=%s".formatted(newTag, name()));
        }
        return newTag == tag ? this : new Communicator(place, deadline, newTag, context);
    }

    /** Returns the same operations as this communicator's, which start, and return without waiting. */
    public NonBlockingCommunicator nonBlocking() {
        return new NonBlockingCommunicator(this);
    }

    /** Returns the same operations as this communicator's, prepared once to be run many times. */
    public PersistentCommunicator persistent() {
        return new PersistentCommunicator(this);
    }

    /**
     * Returns this communicator for operations that must end in time, each within so much time from its call.
     *
     * <p>Either for a single operation, {@code world.within(ofSeconds(5)).barrier()}, or kept and used instead of this
     * one. Without it, the deadline is that of the job ({@code --tutti-deadline}), or there is none.
     *
     * <p>What does not end in time throws a {@link DeadlineExceededException} that names the silent members. If that
     * was a collective operation, the group is broken: the other members get a {@link
     * tutti.messaging.MemberFailedException}.
     */
    public Communicator within(Duration newDeadline) {
        return withDeadline(Arguments.deadline(newDeadline, name()));
    }

    /**
     * Continues without the members of the group that are gone: returns a view of a new active group of the survivors,
     * in the old order.
     *
     * <p>Called by every member of the group that wants to continue, after one has failed or left. Ends all operations
     * of the old group in its other members, with a {@link MemberFailedException}, so that they can call this, too.
     * Returns when each member has called this, or has left or failed. All members get the same group, also when more
     * of them fail meanwhile; those that fail too late to be left out break the new group, which can then be shrunk in
     * its turn. A deadline of this communicator counts as in {@link #shrink(Duration)}; the new one has the deadline of
     * the job.
     *
     * <p>At most one part of the group continues. A process that was stopped, or cut off, and given up by the others
     * does not, also if they have ended meanwhile; docs/shrink.md says who may.
     *
     * @throws MemberFailedException if the other processes have lost this one, and continue without it; or if so few
     *     processes are reached that others may
     * @throws OperationInterruptedException if the thread is interrupted while it waits; the member still counts as one
     *     that has called
     */
    public Communicator shrink() {
        return place.member().shrink(this, deadline);
    }

    /**
     * Continues without the members of the group that are gone, as {@link #shrink()} does.
     *
     * @param timeout how long to wait
     * @throws GroupException with {@link GroupException.Reason#TIMED_OUT}, if the survivors have not agreed in time;
     *     names those who have not called. This member still counts as one that has: it can call again, or leave.
     */
    public Communicator shrink(Duration timeout) {
        return place.member().shrink(this, Arguments.given("timeout", timeout));
    }

    /**
     * Returns what programs and libraries keep with this member's place in the group, by keys of their own.
     *
     * <p>The same for all views of this member in this group, and empty in each new group. May be changed; thread-safe.
     */
    public Map<Object, Object> attributes() {
        return place.attributes();
    }

    /**
     * Leaves this group only: members that wait for a message of this one learn that none will come.
     *
     * <p>Does not wait. Messages it has sent are still delivered. The member's other groups are not affected.
     */
    public void leave() {
        place.member().leave(this);
    }

    /**
     * Says that the member cannot do its part, as a {@link ColMember} does whose {@code run} throws: its groups are
     * broken, their other members get a {@link MemberFailedException} with this cause, and the member leaves them. Does
     * not wait; {@link #done} may follow.
     */
    public void fail(Throwable cause) {
        place.member().fail(Arguments.given("cause", cause));
    }

    /**
     * Ends the member's part: it leaves this group and all others that it is in, as {@link ColMember#done()} says.
     *
     * <p>Does not wait. Operations of the member throw an {@link IllegalStateException} from now on. Calling it again
     * does nothing.
     */
    public void done() {
        place.member().done();
    }

    @Override
    public String toString() {
        return "Communicator[name=%s id=%d rank=%d size=%d]"
                .formatted(name(), place.description().getId(), rank(), size());
    }

    @Override
    Endpoint begin() {
        place.member().acts(name());
        Endpoint recorded = place.endpoint().recorded();
        return deadline == null ? recorded : recorded.within(deadline);
    }

    @Override
    Endpoint unrecorded(int source) {
        checkSource(source);
        place.member().acts(name());
        return place.endpoint();
    }

    @Override
    <T extends @Nullable Object> T run(Call<T> call) {
        Endpoint own = begin();
        Collectives all = place.collectives();
        return call.result().apply((own.equals(place.endpoint()) ? all : all.within(own)).run(call.collective()));
    }

    void withdraw() {
        Leaving.leave(place.endpoint(), place.collectives().verifies());
    }

    @Override
    <T extends @Nullable Object> Request<T> start(Call<T> call) {
        Endpoint forOneOperation = begin();
        OperationRecord record = forOneOperation.record();
        if (record != null) {
            record.started();
        }
        return new CollectiveRequest<>(
                forOneOperation, place.collectives().within(forOneOperation).start(call.collective()), call);
    }

    @Override
    int context() {
        return context;
    }

    /** Returns this view with its messages in another context of the group. */
    Communicator withContext(int wanted) {
        return new Communicator(place, deadline, tag, wanted);
    }

    /** Returns this view with another deadline, or itself if it has that one. */
    Communicator withDeadline(@Nullable Duration wanted) {
        return Objects.equals(wanted, deadline) ? this : new Communicator(place, wanted, tag, context);
    }

    @Override
    @Nullable
    Duration deadline() {
        return deadline;
    }

    @Override
    Communicator grow(GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit) {
        return place.member().grow(this, shape, stateFor, Arguments.deadline(limit, name()));
    }

    @Override
    ConnectedGroups<Communicator> connection(ConnectionRequest.Side side, int root) {
        check("root", root);
        return place.member().connect(this, new ConnectionRequest(side, root, deadline));
    }

    @Override
    CallingMember member() {
        return place.member();
    }

    @Override
    Object job() {
        return place.job();
    }

    @Override
    Endpoint endpoint() {
        return place.endpoint();
    }

    @Override
    GroupDescription description() {
        return place.description();
    }
}
