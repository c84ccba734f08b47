package tutti.group;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberThreadTracker;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/**
 * An active object that belongs to groups and communicates with their other members (CCJ, section 2).
 *
 * <p>Subclasses write {@link #run()} and call the operations in it. A member may be in several groups at once, and any thread may
 * act for it. It is added to a group through a {@link ColGroupMaster}, and given a thread by {@link #start(ColGroup)} or by
 * {@code new Thread(member).start()}; in the second case it must call {@link #done()} at its end. A member whose own thread ends without
 * that counts as failed, if the thread has called an operation and no other one that has is alive.
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
 * <h2>Buffers</h2>
 *
 * <p>Each operation also takes {@link tutti.serialization.DirectBuffer}s, which view primitive arrays, parts of them, NIO buffers or
 * memory segments. Elements are copied from the sender's memory and into the receiver's; no object is made of them. A buffer is the
 * operation's from the call to the return: nobody may write what is sent, or touch what is received into, meanwhile; afterwards
 * both are the caller's again, also when the peer has not received yet. What lies outside a received buffer is never written.
 * An operation on buffers and the one on objects are different collective operations; in messages, a buffer and an array of its
 * elements are the same.
 *
 * <h2>Failures</h2>
 *
 * <p>Besides what each method says, all operations throw:
 *
 * <ul>
 *   <li>{@link MemberFailedException} if a member of the group failed, or one that this operation needs has left;
 *   <li>{@link DeadlineExceededException} if the group has a deadline ({@link ColGroup#within}) and the operation has not ended by
 *       then; a collective operation breaks the group;
 *   <li>{@link MismatchedCallException} if another member called another collective operation, or the same with another root;
 *   <li>{@link SerializationException} if a value can't be captured or read; the group still works;
 *   <li>{@link tutti.messaging.BufferMismatchException} if what was sent has another type or number of elements than the buffer that
 *       it should be received into; nothing of that is overwritten;
 *   <li>{@link OperationInterruptedException} if the thread is interrupted while it waits;
 *   <li>{@link IllegalArgumentException} for a rank outside the group, or a member that is not in the group;
 *   <li>{@link IllegalStateException} after {@link #done()}.
 * </ul>
 */
public abstract class ColMember extends BufferOperations implements Runnable {
    /** Weak, so that deleted groups which nobody uses can go. */
    private final Set<ColGroup> groups = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile @Nullable MemberHost<ColMember, ColGroup> host;
    private volatile @Nullable ColGroup startedIn;
    private volatile @Nullable Thread thread;
    private volatile @Nullable MemberThreadTracker acting;
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
     * <p>If the thread cannot be created, the member has failed, and this throws the error of {@link Thread#start}.
     *
     * <p>When {@link #run} returns, the member leaves its groups as by {@link #done}. When it throws, its groups are broken with
     * the exception as the cause; {@link ColGroupMaster#close} throws it. The thread's uncaught exception handler gets the first failure
     * of a process at once if no thread waits in {@code close}, or if other members of the process run on.
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

    Thread start(ColGroup group, Thread.Builder builder) {
        int rank = ColGroup.given(group).rank(this);
        synchronized (this) {
            if (startedIn != null) {
                throw new IllegalStateException("member was started before: " + this + "; a member runs once");
            }
            startedIn = group;
        }
        Thread runner =
                builder.name("tutti-%s-%d".formatted(group.name(), rank)).unstarted(this::runAndLeave);
        thread = runner;
        try {
            requireHost().started(this, runner);
            runner.start();
        } catch (Throwable noThread) {
            fail(noThread); // others wait for it already
            requireHost().ended(this);
            throw noThread;
        }
        return runner;
    }

    private void runAndLeave() {
        try {
            run();
            done();
        } catch (Throwable failure) {
            boolean unreported = requireHost().failed(named(failure));
            fail(failure);
            if (unreported) {
                Thread self = Thread.currentThread();
                self.getUncaughtExceptionHandler().uncaughtException(self, failure);
            }
        } finally {
            requireHost().ended(this);
        }
    }

    private MemberFailedException named(Throwable failure) {
        return failure instanceof MemberFailedException another
                ? another
                : group().place(this).endpoint().failureBecauseOf(failure);
    }

    /**
     * Goes on without the members of a group that are gone: returns a new active group of the survivors, in the old order.
     *
     * <p>Called by every member of the group that wants to go on, after one has failed or left. Ends all operations of the old
     * group in its other members, with a {@link MemberFailedException}, so that they can call this, too. Returns when each member
     * has called this, or has left or failed. All members get the same group, also when more of them fail meanwhile; those that
     * fail too late to be left out break the new group, which can then be shrunk in its turn. {@link #group()} is still the group
     * in which this member was started. A deadline of the group counts as in {@link #shrink(ColGroup, Duration)}.
     *
     * <p>At most one part of the group goes on. A process that was stopped, or cut off, and given up by the others does not, also if they have
     * ended meanwhile; docs/shrink.md says who may.
     *
     * @return the same object for all members of a process
     * @throws MemberFailedException if the other processes have lost this one, and go on without it; or if so few processes are reached
     *     that others may
     * @throws OperationInterruptedException if the thread is interrupted while it waits; the member still counts as one that has called
     */
    public final ColGroup shrink(ColGroup group) {
        MemberPlace place = place(group);
        return requireHost().shrink(group, place.rank(), group.deadline());
    }

    /**
     * Goes on without the members of a group that are gone, as {@link #shrink(ColGroup)} does.
     *
     * @param timeout how long to wait
     * @throws GroupException with {@link GroupException.Reason#TIMED_OUT}, if the survivors have not agreed in time; names those who have
     *     not called. This member still counts as one that has: it can call again, or leave.
     */
    public final ColGroup shrink(ColGroup group, Duration timeout) {
        MemberPlace place = place(group);
        return requireHost().shrink(group, place.rank(), Arguments.given("timeout", timeout));
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
        MemberHost<ColMember, ColGroup> owner = host;
        if (owner != null) {
            owner.done(this);
        }
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

    void addedBy(MemberHost<ColMember, ColGroup> newHost) {
        synchronized (this) {
            if (done) {
                throw new IllegalStateException("member is done: " + this + "; make a new one");
            }
            MemberHost<ColMember, ColGroup> known = host;
            if (known != null && !known.equals(newHost)) {
                throw new IllegalStateException("member belongs to another master: " + this);
            }
            host = newHost;
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
        breakGroups(cause);
        MemberHost<ColMember, ColGroup> owner = host;
        if (owner != null) {
            owner.done(this);
        }
    }

    private void breakGroups(Throwable cause) {
        done = true;
        for (ColGroup group : List.copyOf(groups)) {
            Endpoint endpoint = group.place(this).endpoint();
            endpoint.fail(cause);
            endpoint.leave();
        }
    }

    private void noticeThread() {
        if (Thread.currentThread().equals(thread)) {
            return; // whose end is seen to
        }
        MemberThreadTracker known = acting;
        if (known == null) {
            synchronized (this) {
                known = acting;
                if (known == null) {
                    known = new MemberThreadTracker(this, this::deserted);
                    acting = known;
                }
            }
        }
        known.act();
    }

    /** No thread acts for this member any more, and none has called {@link #done}. */
    private void deserted(Thread own) {
        MemberHost<ColMember, ColGroup> owner = host;
        if (done || owner == null) {
            return;
        }
        breakGroups(new IllegalStateException(
                "member's thread has ended without done(): thread=%s; call done() at the end of run, or start the member with start(group)"
                        .formatted(own.getName())));
        owner.deserted(this);
    }

    /** Returns the active group with an identity, or null if this member is not in it or has forgotten it. */
    @Nullable
    ColGroup groupOf(long id) {
        return List.copyOf(groups).stream()
                .filter(group -> group.id() == id)
                .findFirst()
                .orElse(null);
    }

    /** Returns group and rank in which this member was started, for people. */
    String startedAs() {
        ColGroup group = startedIn;
        return group == null ? "member=" + this : "group=%s rank=%d".formatted(group.name(), group.rank(this));
    }

    boolean isInActiveGroup() {
        return !groups.isEmpty();
    }

    private MemberHost<ColMember, ColGroup> requireHost() {
        return Objects.requireNonNull(host, "member was never added to a group");
    }

    @Override
    MemberPlace place(ColGroup group) {
        ColGroup.given(group);
        if (done) {
            throw new IllegalStateException("member is done: " + this + " group=" + group.name());
        }
        noticeThread();
        Duration deadline = group.deadline();
        MemberPlace place = group.place(this).recorded();
        return deadline == null ? place : place.within(deadline);
    }
}
