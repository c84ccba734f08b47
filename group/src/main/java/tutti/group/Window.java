package tutti.group;

import static tutti.messaging.trace.OperationRecord.NO_PEER;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import tutti.collectives.operation.Fence;
import tutti.group.window.WindowMember;
import tutti.group.window.WindowOperation;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * Memory of the members of a group that they read, write and update without the other's doing (MPI 4.1, chapter 12).
 *
 * <p>All members make it together, by {@link Communicator#createWindow} of memory that they have, or {@link
 * Communicator#allocateWindow} of new memory, and close it together. What each exposes may differ in type and length.
 *
 * {@snippet :
 * Window counter = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 1 : 0);
 * counter.lockAll();
 * for (long i = counter.fetchAndAdd(0, 0, 1); i < tasks; i = counter.fetchAndAdd(0, 0, 1)) {
 *     work(i);
 * }
 * counter.unlockAll();
 * counter.close();
 * }
 *
 * <h2>Epochs</h2>
 *
 * <p>Accesses are made in an epoch only, which is opened in one of three ways; any other access is an {@link
 * IllegalStateException}, and so is one epoch inside another.
 *
 * <ul>
 *   <li>{@link #fence}, by all: opens accesses to all memory, and ends those since the fence before;
 *   <li>{@link #start} and {@link #complete} at the origins, {@link #post} and {@link #await} at their targets;
 *   <li>{@link #lock} and {@link #unlock}, or {@link #lockAll} and {@link #unlockAll}, at the origin alone.
 * </ul>
 *
 * <h2>Memory</h2>
 *
 * <p>MPI's unified model: there is one copy of the memory, which accesses and the target's own loads and stores reach.
 * An operation is done at its target, and seen there, when the epoch or a {@link #flush} has ended and the target has
 * synchronised with that: by the fence, the await, a lock of its own, or a message and {@link #sync}. Accumulating
 * operations are atomic for each element among each other, also of different origins; those of one origin on one target
 * are done in order. All else at the same time, stores of the owner included, may be seen in any order and torn.
 *
 * <p>Memory that is allocated is shared with all processes of the host: operations of origins there are loads and
 * stores, and atomic instructions of the processor. Memory that was given is in reach of its process only. For other
 * origins the target's process does the operation as soon as its message comes, also while its member computes. Large
 * ones travel in chunks, at most 4 MiB for each pair at a time; the rest waits in the caller's buffer.
 *
 * <h2>Failures</h2>
 *
 * <p>A window is a group of its own. If a member fails, it is broken as a whole, whatever locks that member held: all
 * operations of all members, blocked or later, throw a {@link tutti.messaging.MemberFailedException}. What had not been
 * flushed may have been done or not, chunk by chunk. A member that leaves in good order gives its locks back;
 * operations on its memory throw from then on. Deadlines ({@link #within}) and interrupts end a wait, not the
 * operation: its result is dropped.
 *
 * <p>Any thread may act for the member. Immutable, as a {@link Communicator} is.
 */
public final class Window extends WindowAccess implements AutoCloseable {
    private final WindowGroup group; // of the window's own
    private final Runnable acting; // the group's; few steps away, for operations of some nanoseconds
    private final WindowMember member;

    Window(WindowGroup group, WindowMember member) {
        this.group = group;
        acting = group.acting();
        this.member = member;
    }

    /** Returns this member's rank: that of the group that the window was made of. */
    public int rank() {
        return group.endpoint().rank();
    }

    /** Returns the number of members. */
    public int size() {
        return group.endpoint().size();
    }

    /** Returns this member's own memory, without elements if it exposes none. */
    public DirectBuffer memory() {
        return sharedMemory(rank());
    }

    /** Returns whether this process reaches the memory of a member without its doing. */
    public boolean isShared(int rank) {
        return member.memory(check(rank)) != null;
    }

    /**
     * Returns the memory of a member of this host, for loads and stores of this member's own (MPI's shared windows).
     *
     * <p>It may be used until the window is closed. What another has stored is seen after both have synchronised.
     *
     * @throws IllegalArgumentException if this process does not reach it
     */
    public DirectBuffer sharedMemory(int rank) {
        member.requireOpen();
        DirectBuffer memory = member.memory(check(rank));
        if (memory == null) {
            throw new IllegalArgumentException(
                    "memory of another process is not in reach: here rank=%d, target %s; use put and get, or allocateWindow among members of one host"
                            .formatted(rank(), group.endpoint().describe(rank)));
        }
        return memory;
    }

    /** Returns this window for operations that must end in time, each within so much time from its call. */
    public Window within(Duration deadline) {
        return new Window(group.limiting().apply(deadline), member);
    }

    /** Returns the accesses of this window, which start, and return without waiting. */
    public NonBlockingWindow nonBlocking() {
        return new NonBlockingWindow(this);
    }

    // ---------------------------------------------------------------- fence

    /**
     * Ends all accesses to the memory of all members, and opens the next ones; called by all members.
     *
     * <p>Returns when all have called it and all that they have begun before is done. No access need follow.
     *
     * @throws tutti.collectives.CallFailedException if an operation of another member has failed
     */
    public void fence() {
        member.requireOpen();
        member.epochs().state().requireNothingButFence("fence");
        Endpoint endpoint = group.communication().begin();
        group.communication().run(Call.of(Fence.of(() -> member.flushAll(endpoint))));
        member.epochs().state().fenced();
    }

    // ---------------------------------------------------------------- start and post

    /**
     * Lets some members access this one's memory, until they complete and this one awaits that. Does not block.
     *
     * @param origins ranks of those that call {@link #start} with this rank, each once
     */
    public void post(int... origins) {
        run("post", NO_PEER, _ -> member.epochs().post(checkAll("origins", origins)));
    }

    /**
     * Opens accesses to the memory of some members; waits until each has posted for this one.
     *
     * <p>If a deadline or an interrupt ends the wait, no access is open, and what was posted stays for the next start.
     *
     * @param targets ranks, each once
     */
    public void start(int... targets) {
        run("start", NO_PEER, endpoint -> member.epochs().start(endpoint, checkAll("targets", targets)));
    }

    /** Ends the accesses that {@link #start} has opened: waits until all are done at their targets. */
    public void complete() {
        run("complete", NO_PEER, member.epochs()::complete);
    }

    /** Waits until all members for which this one has posted have completed: MPI's wait. */
    public void await() {
        run("await", NO_PEER, member.epochs()::awaitComplete);
    }

    /** Returns whether all members for which this one has posted have completed; if so, it is as if it awaited that. */
    public boolean test() {
        member.requireOpen();
        group.communication().begin();
        boolean isOver = member.epochs().testComplete();
        VarHandle.fullFence();
        return isOver;
    }

    // ---------------------------------------------------------------- locks

    /** Opens accesses to one member's memory, beside others that share it; waits while one has it alone. */
    public void lockShared(int rank) {
        run("lockShared", check(rank), endpoint -> member.epochs().lock(endpoint, rank, false));
    }

    /** Opens accesses to one member's memory for this member alone; waits until all others have unlocked it. */
    public void lock(int rank) {
        run("lock", check(rank), endpoint -> member.epochs().lock(endpoint, rank, true));
    }

    /** Ends the accesses to one member's memory: waits until all are done there, and lets the next lock it. */
    public void unlock(int rank) {
        member.requireOpen();
        member.epochs().state().requireLocked("unlock", check(rank));
        run("unlock", rank, endpoint -> member.epochs().unlock(endpoint, rank));
    }

    /** Opens accesses to the memory of all members, beside others that share it; called by any member. */
    public void lockAll() {
        run("lockAll", NO_PEER, member.epochs()::lockAll);
    }

    /** Ends what {@link #lockAll} has opened: waits until all operations are done. */
    public void unlockAll() {
        member.requireOpen();
        member.epochs().state().requireLockedAll();
        run("unlockAll", NO_PEER, member.epochs()::unlockAll);
    }

    // ---------------------------------------------------------------- flush

    /**
     * Waits until all operations of this member on another's memory are done there, inside an epoch.
     *
     * @throws tutti.serialization.TuttiException what the first of them has failed with
     */
    public void flush(int rank) {
        member.epochs().state().requireOpen("flush", check(rank));
        run("flush", rank, endpoint -> member.flush(endpoint, rank));
    }

    /** Waits until all operations of this member are done, inside an epoch. */
    public void flushAll() {
        member.epochs().state().requireOpen("flushAll");
        run("flushAll", NO_PEER, member::flushAll);
    }

    /** Waits until all buffers of this member's operations on another's memory are its own again, inside an epoch. */
    public void flushLocal(int rank) {
        member.epochs().state().requireOpen("flushLocal", check(rank));
        run("flushLocal", rank, endpoint -> member.flushLocal(endpoint, rank));
    }

    /** Waits until all buffers of this member's operations are its own again, inside an epoch. */
    public void flushLocalAll() {
        member.epochs().state().requireOpen("flushLocalAll");
        run("flushLocalAll", NO_PEER, endpoint -> {
            for (int rank = 0; rank < size(); rank++) {
                member.flushLocal(endpoint, rank);
            }
        });
    }

    /** Lets this member see what others have done before it heard of that, and others what it has stored before. */
    public void sync() {
        member.requireOpen();
        VarHandle.fullFence();
    }

    /**
     * Ends the window; called by all members.
     *
     * <p>Waits until all have called it, and all operations are done. If the group is broken, it only ends this
     * member's part. Calling it again does nothing. At the end of a {@code try} it is called for an exception, too, and
     * waits for members that may wait for this one: there the exception must be one that all get. Else let it be the
     * last statement; a member that fails before breaks the window.
     *
     * @throws IllegalStateException if an epoch is open: a lock is held, or a start or post is not ended. The window is
     *     closed nevertheless, and the lock given back
     */
    @Override
    public void close() {
        if (!member.close()) {
            return;
        }
        String open = member.epochs().state().open();
        try {
            Endpoint endpoint = group.communication().begin();
            group.communication().run(Call.of(Fence.closing(() -> {
                member.flushAll(endpoint);
                member.epochs().unlockAll(endpoint);
            })));
        } finally {
            group.leaving().run();
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException(
                    "window was closed while %s: here rank=%d group=%s; end each epoch before close"
                            .formatted(open, rank(), group.communication().name()));
        }
    }

    /**
     * Ends this member's part without waiting for the others, as {@link Communicator#leave} does.
     *
     * <p>Its locks are given back. Operations of others on its memory throw a {@link
     * tutti.messaging.MemberFailedException} from now on; those of this member that were not flushed may be lost.
     */
    public void leave() {
        if (member.close()) {
            group.leaving().run();
        }
    }

    private int[] checkAll(String name, int[] ranks) {
        return Arrays.stream(Arguments.given(name, ranks)).map(this::check).toArray();
    }

    private void run(String operation, int peer, Consumer<Endpoint> action) {
        member.requireOpen();
        Endpoint endpoint = group.communication().begin();
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.begin(operation, peer);
        }
        boolean failed = true;
        try {
            action.accept(endpoint);
            failed = false;
        } catch (MemberFailedException e) {
            throw WindowOperation.named(e, operation, peer);
        } finally {
            if (record != null) {
                record.end(failed);
            }
        }
    }

    @Override
    WindowMember member() {
        return member;
    }

    @Override
    Endpoint begin() {
        return group.communication().begin();
    }

    @Override
    void acts() {
        acting.run();
    }

    @Override
    int check(int rank) {
        group.communication().check("rank", rank);
        return rank;
    }

    @Override
    public String toString() {
        return "Window[group=%s rank=%d size=%d]"
                .formatted(group.communication().name(), rank(), size());
    }
}
