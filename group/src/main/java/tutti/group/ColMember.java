package tutti.group;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.GrowthShape;
import tutti.group.member.FailedRun;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberHosts;
import tutti.group.member.MemberThreadTracker;
import tutti.group.proto.GroupDescription;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;

/**
 * An active object that belongs to groups and communicates with their other members (CCJ, section 2).
 *
 * <p>Subclasses write {@link #run()} and call the operations in it. A member may be in several groups at once, and any
 * thread may act for it. It is added to a group through a {@link ColGroupMaster}, and given a thread by {@link
 * #start(ColGroup)} or by {@code new Thread(member).start()}; in the second case it must call {@link #done()} at its
 * end. A member whose own thread ends without that counts as failed, if the thread has called an operation and no other
 * one that has is alive.
 *
 * <p>Its operations are those of a {@link Communicator}, with the group as the first argument; what is said there of
 * messages, collective operations, objects, buffers and failures holds here.
 */
public abstract class ColMember extends BufferOperations implements Runnable {
    /** The member whose thread this is, if it was started. */
    private static final ScopedValue<ColMember> RUNNING = ScopedValue.newInstance();

    /** Weak, so that deleted groups which no one uses can go. */
    private final Set<ColGroup> groups = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    @SuppressWarnings("this-escape") // it only keeps it
    final MemberHosts<ColMember, ColGroup> hosts = new MemberHosts<>(this);

    private volatile @Nullable ColGroup startedIn;

    @SuppressWarnings("this-escape") // it only keeps it
    final MemberThreadTracker threads = new MemberThreadTracker(this, this::deserted);

    private volatile boolean done;
    volatile @Nullable Throwable failure; // which ended it; written before done

    /** Makes a member that is in no group. */
    protected ColMember() {}

    /** What this member does; runs in the member's own thread. */
    @Override
    public abstract void run();

    /**
     * Returns the group in which this member was started.
     *
     * @throws IllegalStateException if the member was not started by {@link #start(ColGroup)}, {@link #start()} or
     *     {@link ColGroupMaster#start}
     */
    public final ColGroup group() {
        ColGroup group = startedIn;
        if (group == null) {
            throw new IllegalStateException("member was not started in a group: " + this
                    + "; ask in run(), after start(group) or master.start");
        }
        return group;
    }

    /**
     * Runs this member in a platform thread of its own.
     *
     * <p>If the thread cannot be created, the member has failed, and this throws the error of {@link Thread#start}.
     *
     * <p>When {@link #run} returns, the member leaves its groups as by {@link #done}. When it throws, its groups are
     * broken with the exception as the cause; {@link ColGroupMaster#close} throws it. The thread's uncaught exception
     * handler gets the first failure of a process at once if no thread waits in {@code close}, or if other members of
     * the process run on.
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

    /** Runs this member in a virtual thread of its own as {@link #start(ColGroup)} does; keeps the JVM alive. */
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
        builder.name("tutti-%s-%d".formatted(group.name(), rank));
        Thread runner = builder.unstarted(() -> hosts.first().run(this::runAndLeave));
        threads.startedIn(runner);
        try {
            hosts.first().started(this, runner);
            runner.start();
        } catch (Throwable noThread) {
            fail(noThread); // others wait for it already
            hosts.first().ended(this);
            throw noThread;
        }
        return runner;
    }

    private void runAndLeave() {
        threads.begins();
        FailedRun failed = new FailedRun(this::noteFailure, this::fail); // while there is memory
        try {
            ScopedValue.where(RUNNING, this).run(this);
            done();
        } catch (Throwable failure) {
            failed.tell(failure);
        } finally {
            hosts.first().ended(this);
        }
    }

    /** Returns whether no thread waits for the failure. */
    private boolean noteFailure(Throwable failure) {
        MemberFailedException named = failure instanceof MemberFailedException another
                ? another
                : group().communicator(this).endpoint().texts().failureBecauseOf(failure);
        return hosts.first().failed(this, named);
    }

    /**
     * Returns the member that was started in the calling thread.
     *
     * @throws IllegalStateException if there is none
     */
    static ColMember running() {
        if (!RUNNING.isBound()) {
            throw new IllegalStateException(
                    "not the thread of a started member: thread=%s; call group.rank(member), or rank() of the member's communicator"
                            .formatted(Thread.currentThread().getName()));
        }
        return RUNNING.get();
    }

    /**
     * Continues without the members of a group that are gone: returns a new active group of the survivors, in the old
     * order.
     *
     * <p>{@link #group()} is still the group in which this member was started.
     *
     * @return the same object for all members of a process
     * @see Communicator#shrink()
     */
    public final ColGroup shrink(ColGroup group) {
        Communicator old = communicator(group);
        return regroup(old, old.deadline());
    }

    /**
     * Continues without the members of a group that are gone, as {@link #shrink(ColGroup)} does.
     *
     * @param timeout how long to wait
     * @see Communicator#shrink(Duration)
     */
    public final ColGroup shrink(ColGroup group, Duration timeout) {
        return regroup(communicator(group), Arguments.given("timeout", timeout));
    }

    private ColGroup regroup(Communicator old, @Nullable Duration timeout) {
        acts(old.name());
        ColGroup made =
                old.recorded("shrink", () -> hosts.of(old.job()).shrink(old.description(), old.rank(), timeout));
        return made.isOf(old.job()) ? made : regroup(made.communicator(this), timeout);
    }

    @Override
    final Communicator shrink(Communicator old, @Nullable Duration timeout) {
        return regroup(old, timeout).communicator(this);
    }

    @Override
    final MemberHost<?, ?> hostIn(Object job) {
        return hosts.of(job);
    }

    @Override
    final Communicator grow(Communicator old, GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit) {
        acts(old.name());
        GrowthRequest<ColGroup> request =
                GrowthStates.request(larger -> larger.communicator(this), shape, stateFor, limit);
        return hosts.of(old.job())
                .grow(this, GrowthTalk.of(old, limit), request)
                .communicator(this);
    }

    @Override
    final ConnectedGroups<Communicator> connect(Communicator old, ConnectionRequest request) {
        acts(old.name());
        GrowthTalk talk = GrowthTalk.of(old, request.limit());
        ConnectedGroups<ColGroup> groups = hosts.of(old.job()).connect(this, talk, request);
        return groups.with(groups.both().communicator(this));
    }

    @Override
    final void disconnect(Object job) {
        hosts.of(job).disconnect(this);
    }

    @Override
    final Communicator derive(Object job, GroupDescription group) {
        return hosts.of(job).derive(group).communicator(this);
    }

    @Override
    final void leave(Communicator communicator) {
        communicator.withdraw();
        long id = communicator.description().getId();
        groups.removeIf(group -> group.is(communicator.job(), id));
        hosts.of(communicator.job()).left(this, id);
    }

    /** Waits until the member's thread has ended; returns at once if it was never started. */
    public void join() throws InterruptedException {
        threads.joinStarted();
    }

    /**
     * Leaves all groups: the member's last act, which lets its process end.
     *
     * <p>Does not wait. What it has sent is still delivered; what it has not received is dropped, and logged if calls
     * are verified. Who waits for its messages gets a {@link MemberFailedException}. Calling it again does nothing.
     */
    @Override
    public void done() {
        done = true;
        List.copyOf(groups).forEach(group -> group.communicator(this).withdraw());
        hosts.all().forEach(host -> host.done(this));
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    void addedBy(Object job, MemberHost<ColMember, ColGroup> host) {
        if (done) {
            throw new IllegalStateException("member is done: " + this + "; make a new one");
        }
        hosts.add(job, host);
    }

    /** Returns false if the member has left already. */
    boolean joined(ColGroup group) {
        groups.add(group);
        return !done;
    }

    /** Breaks all groups of this member. */
    @Override
    void fail(Throwable cause) {
        breakGroups(cause);
        hosts.all().forEach(host -> host.done(this));
    }

    private void breakGroups(Throwable cause) {
        failure = failure == null ? cause : failure;
        done = true;
        for (ColGroup group : List.copyOf(groups)) {
            Endpoint endpoint = group.communicator(this).endpoint();
            endpoint.fail(cause);
            endpoint.leave();
        }
    }

    /** No thread acts for this member any more, and none has called {@link #done}. */
    private void deserted(Thread own) {
        if (done) {
            return;
        }
        breakGroups(new IllegalStateException(
                "member's thread has ended without done(): thread=%s; %s".formatted(own.getName(), cureOfDesertion())));
        hosts.all().forEach(host -> host.deserted(this));
    }

    /** Returns what to do so that the end of the member's own thread is no failure. */
    String cureOfDesertion() {
        return "call done() at the end of run, or start the member with start(group)";
    }

    /** Returns the active group of a job with an identity, or null if this member is not in it or has forgotten it. */
    @Nullable
    ColGroup groupOf(Object job, long id) {
        return List.copyOf(groups).stream()
                .filter(group -> group.is(job, id))
                .findFirst()
                .orElse(null);
    }

    /** Returns group and rank in which this member was started, for people. */
    String startedAs() {
        ColGroup group = startedIn;
        return group == null ? "member=" + this : "group=%s rank=%d".formatted(group.name(), group.rank(this));
    }

    List<ColGroup> activeGroups() {
        return List.copyOf(groups);
    }

    @Override
    public final Communicator communicator(ColGroup group) {
        return ColGroup.given(group).communicator(this);
    }

    @Override
    final void acts(String groupName) {
        if (done) {
            String why = failure == null ? cureOfDone() : "it failed, as the cause says";
            throw new IllegalStateException("member is done: %s group=%s; %s".formatted(this, groupName, why), failure);
        }
        threads.act();
    }
}
