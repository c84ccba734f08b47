package tutti.group;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Payload;
import tutti.messaging.Received;
import tutti.serialization.SerializationException;

/**
 * An active object that belongs to groups and communicates with their other members (CCJ, section 2).
 *
 * <p>Subclasses write {@link #run()} and call the operations in it. A member may be in several groups at once, and any thread may
 * act for it. It is added to a group through a {@link ColGroupMaster}, and given a thread by {@link #start(ColGroup)} or by
 * {@code new Thread(member).start()}; in the second case it must call {@link #done()} at its end.
 *
 * <h2>Messages</h2>
 *
 * <p>Between two members of a group, messages are received in the order in which they were sent.
 *
 * <h2>Collective operations</h2>
 *
 * <p>Every member of the group must call the same operations in the same order, with the same root and the same kind of
 * reduction. An operation returns when this member's part is done; others may still be at work.
 *
 * <h2>Objects</h2>
 *
 * <p>Anything serializable can be sent; null is a value. A value is captured before the call returns: what the caller changes
 * afterwards nobody sees. What an operation returns is the receiver's own; immutable values may be shared inside a JVM.
 *
 * <h2>Failures</h2>
 *
 * <p>Besides what each method says, all operations throw:
 *
 * <ul>
 *   <li>{@link MemberFailedException} if a member of the group failed, or one that this operation needs has left;
 *   <li>{@link MismatchedCallException} if another member called another collective operation, or the same with another root;
 *   <li>{@link SerializationException} if a value can't be captured or read; the group still works;
 *   <li>{@link tutti.serialization.OperationInterruptedException} if the thread is interrupted while it waits;
 *   <li>{@link IllegalArgumentException} for a rank outside the group, or a member that is not in the group;
 *   <li>{@link IllegalStateException} after {@link #done()}.
 * </ul>
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public abstract class ColMember implements Runnable {
    /** Weak, so that deleted groups which nobody uses can go. */
    private final Set<ColGroup> groups = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile @Nullable ColGroupMaster master;
    private volatile @Nullable ColGroup startedIn;
    private volatile @Nullable Thread thread;
    private volatile boolean done;

    /** Makes a member that is in no group. */
    protected ColMember() {}

    /** What this member does; runs in the member's own thread. */
    @Override
    public abstract void run();

    /**
     * Returns the group in which this member was started.
     *
     * @throws IllegalStateException if the member was not started by {@link #start(ColGroup)}, {@link #start()} or {@link ColGroupMaster#start}
     */
    public final ColGroup group() {
        ColGroup group = startedIn;
        if (group == null) {
            throw new IllegalStateException(
                    "member was not started in a group: " + this + "; start it with start(group)");
        }
        return group;
    }

    /**
     * Runs this member in a platform thread of its own.
     *
     * <p>When {@link #run} returns, the member leaves its groups as by {@link #done}. When it throws, its groups are broken with
     * the exception as the cause; {@link ColGroupMaster#close} throws it, or the thread's uncaught exception handler gets it if
     * nobody waits there.
     *
     * @return the thread, which has been started
     */
    public Thread start(ColGroup group) {
        return start(group, Thread.ofPlatform().daemon(false));
    }

    /**
     * Runs this member in a platform thread of its own, in the only active group that it belongs to.
     *
     * @throws IllegalStateException if it is in no active group, or in several
     * @see #start(ColGroup)
     */
    public Thread start() {
        List<ColGroup> all = List.copyOf(groups);
        if (all.size() != 1) {
            throw new IllegalStateException(
                    "member must be in one active group to be started without one: %s groups=%s; use start(group)"
                            .formatted(this, all));
        }
        return start(all.getFirst());
    }

    /** Runs this member in a virtual thread of its own, and otherwise as {@link #start(ColGroup)} does; keeps the JVM alive. */
    public Thread startVirtual(ColGroup group) {
        return start(group, Thread.ofVirtual());
    }

    private Thread start(ColGroup group, Thread.Builder builder) {
        int rank = group.rank(this);
        synchronized (this) {
            if (startedIn != null) {
                throw new IllegalStateException("member was started before: " + this + "; a member runs once");
            }
            startedIn = group;
        }
        Thread runner =
                builder.name("tutti-%s-%d".formatted(group.name(), rank)).unstarted(this::runAndLeave);
        thread = runner;
        requireMaster().started(this, runner);
        try {
            runner.start();
        } catch (Throwable noThread) {
            requireMaster().ended(this);
            throw noThread;
        }
        return runner;
    }

    private void runAndLeave() {
        try {
            run();
            done();
        } catch (Throwable failure) {
            boolean unreported = requireMaster().failed(this, failure);
            fail(failure);
            if (unreported) {
                Thread self = Thread.currentThread();
                self.getUncaughtExceptionHandler().uncaughtException(self, failure);
            }
        } finally {
            requireMaster().ended(this);
        }
    }

    /** Waits until the member's thread has ended; returns at once if it was never started. */
    public void join() throws InterruptedException {
        Thread runner = thread;
        if (runner != null) {
            runner.join();
        }
    }

    /**
     * Leaves all groups: the member's last act, which lets its process end.
     *
     * <p>Does not wait. Messages it has sent are still delivered; messages it has not received are dropped. A member that waits
     * for one of its messages gets a {@link MemberFailedException}. Calling it again does nothing.
     */
    public void done() {
        done = true;
        List.copyOf(groups).forEach(group -> group.place(this).endpoint().leave());
        ColGroupMaster owner = master;
        if (owner != null) {
            owner.memberDone(this);
        }
    }

    // ---------------------------------------------------------------- messages

    /**
     * Sends a value to a member and waits until that member has received it.
     *
     * @param destination rank of the receiver; sending to oneself waits until another thread receives
     */
    public void sendSync(ColGroup group, @Nullable Object value, int destination) {
        MemberPlace place = place(group, "destination", destination);
        Payload payload = place.endpoint().capture(value, destination);
        place.endpoint().sendAndAwaitTaken(destination, MemberPlace.MESSAGE_TAG, Label.NONE, payload);
    }

    /**
     * Sends a value to a member without waiting for a receive, also to oneself.
     *
     * <p>Waits only for room: a member may have sent another about 16 MiB in a group (see
     * {@link tutti.messaging.Job#windowBytes}) that the other has not received yet; one message of any size may exceed it.
     *
     * @param destination rank of the receiver
     */
    public void sendAsync(ColGroup group, @Nullable Object value, int destination) {
        MemberPlace place = place(group, "destination", destination);
        Payload payload = place.endpoint().capture(value, destination);
        place.endpoint().send(destination, MemberPlace.MESSAGE_TAG, Label.NONE, payload);
    }

    /**
     * Receives the next value from a member, waiting until there is one.
     *
     * @param source rank of the sender
     * @return the value; a {@link ClassCastException} at the caller means that the sender sent another type
     */
    public <T extends @Nullable Object> T receive(ColGroup group, int source) {
        MemberPlace place = place(group, "source", source);
        Received received = place.endpoint().receive(source, MemberPlace.MESSAGE_TAG);
        return cast(received.payload().take());
    }

    /**
     * Sends a value in one group as by {@link #sendAsync}, and receives one in another group or the same.
     *
     * @param destination rank in {@code sendGroup} of the receiver
     * @param source rank in {@code receiveGroup} of the sender
     */
    public <T extends @Nullable Object> T sendReceive(
            ColGroup sendGroup, @Nullable Object value, int destination, ColGroup receiveGroup, int source) {
        place(receiveGroup, "source", source); // before anything is sent
        sendAsync(sendGroup, value, destination);
        return receive(receiveGroup, source);
    }

    /**
     * Exchanges values with a member that calls this too, with this member as its peer.
     *
     * @param peer rank of the other; with oneself it returns a copy of the value
     * @return the peer's value
     */
    public <T extends @Nullable Object> T rendezvous(ColGroup group, @Nullable Object value, int peer) {
        sendAsync(group, value, peer);
        return receive(group, peer);
    }

    // ---------------------------------------------------------------- collective operations

    /** Waits until all members have called this. Costs ceil(log2 size) steps. */
    public void barrier(ColGroup group) {
        place(group).collectives().barrier();
    }

    /**
     * Broadcasts the root's value to every member.
     *
     * <p>Returns when this member holds the value. Costs ceil(log2 size) steps; see docs/algorithms.md.
     *
     * @param value value to send; ignored except at the root
     * @param root rank that supplies the value
     * @return the root's own reference at the root, an independent copy elsewhere
     */
    public <T extends @Nullable Object> T broadcast(ColGroup group, T value, int root) {
        return cast(place(group, "root", root).collectives().broadcast(value, root));
    }

    /**
     * Combines all members' values, in rank order, at the root.
     *
     * <p>The result depends on the values and the group's size only: not on the root, and not on who is first. Costs
     * ceil(log2 size) steps.
     *
     * @param value this member's contribution, which is not changed
     * @param operator combines two values; must do the same at every member
     * @return the result at the root, null elsewhere
     */
    public <T extends @Nullable Object> @Nullable T reduce(
            ColGroup group, T value, ReductionObject<T> operator, int root) {
        MemberPlace place = place(group, "root", root);
        return cast(place.collectives().reduce(value, untyped(operator), root));
    }

    /**
     * Combines all members' values, in rank order, and gives every member the result, bit for bit the same.
     *
     * <p>Costs 2 ceil(log2 size) steps.
     *
     * @param value this member's contribution, which is not changed
     * @param operator combines two values; must do the same at every member
     * @return the result, an independent copy at every member
     */
    public <T extends @Nullable Object> T allReduce(ColGroup group, T value, ReductionObject<T> operator) {
        return cast(place(group).collectives().allReduce(value, untyped(operator)));
    }

    /**
     * Hands each member its part of the root's object.
     *
     * <p>Costs ceil(log2 size) steps.
     *
     * @param rootObject divided by {@link DividableDataObject#elementAt}, once for each rank in order; ignored (and may be null)
     *     except at the root
     * @param root rank that supplies the object
     * @return this member's part: the root's own reference at the root, an independent copy elsewhere
     */
    public <T extends @Nullable Object> T scatter(
            ColGroup group, @Nullable DividableDataObject<T> rootObject, int root) {
        MemberPlace place = place(group, "root", root);
        if (rootObject == null && place.rank() == root) {
            throw new NullPointerException(
                    "the root must supply an object to scatter: root=%d group=%s".formatted(root, group.name()));
        }
        return cast(place.collectives().scatter(rootObject == null ? null : untyped(rootObject), root));
    }

    /**
     * Collects all members' values in the root's object.
     *
     * <p>Costs ceil(log2 size) steps. Contributions may differ in size and class, as far as the object accepts them.
     *
     * @param rootObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order; ignored (and may be
     *     null) except at the root
     * @param value this member's contribution; the root's own goes by reference
     * @param root rank that collects
     * @return {@code rootObject} at the root, null elsewhere
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> @Nullable D gather(
            ColGroup group, @Nullable D rootObject, T value, int root) {
        MemberPlace place = place(group, "root", root);
        boolean isRoot = place.rank() == root;
        if (rootObject == null && isRoot) {
            throw new NullPointerException(
                    "the root must supply an object to gather into: root=%d group=%s".formatted(root, group.name()));
        }
        place.collectives().gather(rootObject == null ? null : untyped(rootObject), value, root);
        return isRoot ? rootObject : null;
    }

    /**
     * Collects all members' values in an object of every member.
     *
     * <p>Costs ceil(log2 size) steps. Contributions may differ in size and class, as far as the objects accept them.
     *
     * @param resultObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order
     * @param value this member's contribution, which goes into its own object by reference
     * @return {@code resultObject}
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allGather(
            ColGroup group, D resultObject, T value) {
        place(group).collectives().allGather(untyped(Objects.requireNonNull(resultObject, "resultObject")), value);
        return resultObject;
    }

    /**
     * Hands each member its part of every member's object.
     *
     * <p>Member i gets part i of each object, and sets the one from rank j as element j of its result. Costs size - 1 steps.
     *
     * @param object divided by {@link DividableDataObject#elementAt}, once for each rank
     * @param resultObject filled by {@link DividableDataObject#setElementAt}, once for each rank in order; may not be
     *     {@code object} itself
     * @return {@code resultObject}
     */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allToAll(
            ColGroup group, DividableDataObject<T> object, D resultObject) {
        place(group)
                .collectives()
                .allToAll(
                        untyped(Objects.requireNonNull(object, "object")),
                        untyped(Objects.requireNonNull(resultObject, "resultObject")));
        return resultObject;
    }

    /** Collects all members' values at the root, in a list in rank order; returns null elsewhere. */
    public <T extends @Nullable Object> @Nullable List<T> gather(ColGroup group, T value, int root) {
        PerRank<T> gathered = gather(group, PerRank.<T>empty(), value, root);
        return gathered == null ? null : gathered.list();
    }

    /** Collects all members' values at every member, in a list in rank order. */
    public <T extends @Nullable Object> List<T> allGather(ColGroup group, T value) {
        return allGather(group, PerRank.<T>empty(), value).list();
    }

    /** Hands element i of each member's list to member i, which gets them in a list in rank order. */
    public <T extends @Nullable Object> List<T> allToAll(ColGroup group, List<T> list) {
        return allToAll(group, PerRank.of(list), PerRank.<T>empty()).list();
    }

    /** Members are compared by identity. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    /** Members are compared by identity. */
    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    // ---------------------------------------------------------------- for the master

    void addedBy(ColGroupMaster newMaster) {
        synchronized (this) {
            if (done) {
                throw new IllegalStateException("member is done: " + this + "; make a new one");
            }
            if (master != null && master != newMaster) {
                throw new IllegalStateException("member belongs to another master: " + this);
            }
            master = newMaster;
        }
    }

    /** Returns false if the member has left already. */
    boolean joined(ColGroup group) {
        groups.add(group);
        return !done;
    }

    /** Breaks all groups of this member in other processes. */
    void tellOthersOfFailure(Throwable cause) {
        List.copyOf(groups).forEach(group -> group.place(this).endpoint().tellOthersOfFailure(cause));
    }

    /** Breaks all groups of this member. */
    void fail(Throwable cause) {
        done = true;
        for (ColGroup group : List.copyOf(groups)) {
            Endpoint endpoint = group.place(this).endpoint();
            endpoint.fail(cause);
            endpoint.leave();
        }
        ColGroupMaster owner = master;
        if (owner != null) {
            owner.memberDone(this);
        }
    }

    boolean isInActiveGroup() {
        return !groups.isEmpty();
    }

    private ColGroupMaster requireMaster() {
        return Objects.requireNonNull(master, "member was never added to a group");
    }

    private MemberPlace place(ColGroup group) {
        if (done) {
            throw new IllegalStateException("member is done: " + this + " group=" + group.name());
        }
        return group.place(this);
    }

    private MemberPlace place(ColGroup group, String role, int rank) {
        group.checkRank(role, rank);
        return place(group);
    }

    // values travel as objects; their types are the callers' to match, as in every message
    @SuppressWarnings({"unchecked", "NullAway"})
    private static <T extends @Nullable Object> T cast(@Nullable Object value) {
        return (T) value;
    }

    @SuppressWarnings("unchecked")
    private static ReductionObject<@Nullable Object> untyped(ReductionObject<?> operator) {
        return (ReductionObject<@Nullable Object>) Objects.requireNonNull(operator, "operator");
    }

    @SuppressWarnings("unchecked")
    private static DividableDataObject<@Nullable Object> untyped(DividableDataObject<?> object) {
        return (DividableDataObject<@Nullable Object>) object;
    }
}
