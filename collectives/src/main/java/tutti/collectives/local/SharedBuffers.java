package tutti.collectives.local;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Scratch;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;

/**
 * The buffers that the members of one process lend each other in one call, and how many threads are at work on them.
 *
 * <p>Thread-safe. A member that must leave the call early revokes all of them: no other member reads or writes its
 * memory after that.
 */
public final class SharedBuffers {
    /** Up to so many bytes in all, the last member to arrive fills the targets of all. */
    public static final int SMALL_BYTES = 64 * 1024;

    /** Up to so many bytes, a member that need not wait for others leaves a copy and continues. */
    public static final int COPIED_BYTES = 16 * 1024;

    /** All members wait for the end of a work. */
    public static final int ALL = -1;

    private static final int REVOKED = 1 << 30;

    private final AtomicReferenceArray<@Nullable Borrow> borrows;
    private final AtomicInteger users = new AtomicInteger();
    private volatile @Nullable AtomicReferenceArray<@Nullable DirectBuffer> sums; // made when one is set
    private volatile @Nullable DirectBuffer part;
    private volatile @Nullable BufferTiles work;
    private volatile @Nullable Found found;

    SharedBuffers(int count) {
        borrows = new AtomicReferenceArray<>(count);
    }

    /** Returns what the members of a call's process lend each other. */
    public static SharedBuffers of(CollectiveCall call) {
        return call.local()
                .state()
                .shared(() -> new SharedBuffers(call.locality().count()));
    }

    /** Takes back what the members of a call's process have lent: memory is its owner's again when this returns. */
    public static void revoke(CollectiveCall call) {
        if (call.local().state().sharedIfMade() instanceof SharedBuffers buffers) {
            buffers.revoke();
        }
    }

    /** What came of looking at all contributions: they have been combined, or they are not alike. */
    public enum Found {
        COMBINED,
        UNLIKE
    }

    public int count() {
        return borrows.length();
    }

    /**
     * Lends a member's memory to the others; a copy of its contribution if that is for the member's thread alone.
     *
     * @throws IllegalStateException if it is closed, which others should not find out
     */
    public void put(int index, Borrow borrow) {
        borrow.own().requireAccessible();
        if (borrow.target() != null) {
            borrow.wantedAt().requireAccessible();
        }
        borrows.set(index, borrow.own().isForAllThreads() ? borrow : borrow.withOwn(Scratch.copyOf(borrow.own())));
    }

    /** Returns what a member of the process has lent, which has arrived. */
    public Borrow borrow(int index) {
        return Objects.requireNonNull(borrows.get(index));
    }

    /** Returns the position of a member whose contribution is not like a given one, or -1 if all are. */
    public int firstUnlike(DirectBuffer own) {
        for (int index = 0; index < count(); index++) {
            if (!borrow(index).own().matches(own)) {
                return index;
            }
        }
        return -1;
    }

    /** Makes the exception of a member whose contribution is not like those of all others of its process. */
    public BufferMismatchException unlike(CollectiveCall call, DirectBuffer own) {
        int index = firstUnlike(own);
        return call.unlike(call.locality().rankAt(index), borrow(index).own().shape(), own);
    }

    /**
     * Counts a member that has lent its buffers; the leader waits until all of the process have.
     *
     * @return whether the member leads its process
     * @throws BufferMismatchException in the leader, if contributions are not alike, which the others find out
     */
    public boolean gather(CollectiveCall call, DirectBuffer own) {
        LocalSync local = call.local();
        boolean isLast = local.arrive();
        if (!call.isLeader()) {
            if (isLast) {
                local.gathered();
            }
            return false;
        }
        if (!isLast) {
            local.awaitGathered();
        }
        requireAlike(call, own);
        return true;
    }

    /**
     * Requires that contributions are alike, when all members have arrived.
     *
     * @throws BufferMismatchException if they are not, which the others find out
     */
    public void requireAlike(CollectiveCall call, DirectBuffer own) {
        if (firstUnlike(own) >= 0) {
            tellUnlike(call);
            throw unlike(call, own);
        }
    }

    /** Tells all that the contributions are not alike, also a member that only waits for the last to arrive. */
    public void tellUnlike(CollectiveCall call) {
        setFound(Found.UNLIKE);
        call.local().state().setGathered();
        call.local().wakeAll();
    }

    /**
     * Throws if it is known that the contributions are not alike.
     *
     * @throws BufferMismatchException if they are not
     */
    public void throwIfUnlike(CollectiveCall call, DirectBuffer own) {
        if (found == Found.UNLIKE) {
            throw unlike(call, own);
        }
    }

    /**
     * Waits for what another member publishes if the contributions are alike.
     *
     * @throws BufferMismatchException if they are not
     */
    public Object awaitOutcome(CollectiveCall call, DirectBuffer own) {
        Object outcome = call.local()
                .await(() -> found == Found.UNLIKE
                        ? Found.UNLIKE
                        : call.local().state().outcome());
        throwIfUnlike(call, own);
        return outcome;
    }

    /**
     * Takes part in work on what the members of the process lend each other, after this member has lent its buffers.
     * The last to arrive begins the work.
     *
     * @param make prepares it; called if all contributions are alike
     * @param waiting the one member that must know of the end, or {@link #ALL}
     * @throws BufferMismatchException if the contributions are not alike
     */
    public void join(CollectiveCall call, DirectBuffer own, Supplier<BufferTiles> make, int waiting) {
        LocalSync local = call.local();
        if (local.arrive()) {
            if (firstUnlike(own) < 0) {
                begin(local, make.get(), waiting);
            } else {
                tellUnlike(call);
            }
        } else if (local.await(this::foundOrWork) instanceof BufferTiles shared) {
            help(local, shared, waiting);
        }
        if (waiting == ALL || waiting == call.rank()) {
            local.await(this::found);
        }
        throwIfUnlike(call, own);
    }

    private @Nullable Object foundOrWork() {
        Found known = found;
        return known != null ? known : work;
    }

    private void begin(LocalSync local, BufferTiles tiles, int waiting) {
        if (!tiles.isSmall()) {
            work = tiles;
            local.wakeAll();
        }
        help(local, tiles, waiting);
    }

    private void help(LocalSync local, BufferTiles tiles, int waiting) {
        if (!tiles.help()) {
            return;
        }
        found = Found.COMBINED;
        if (waiting == ALL) {
            local.wakeAll();
        } else {
            local.wake(waiting);
        }
    }

    /** Leaves the result over all members up to one, for the next; it is not changed any more. */
    public void setSumUpTo(int index, DirectBuffer sum) {
        AtomicReferenceArray<@Nullable DirectBuffer> known = sums;
        if (known == null) {
            synchronized (this) {
                known = sums;
                if (known == null) {
                    known = new AtomicReferenceArray<>(count());
                    sums = known;
                }
            }
        }
        known.set(index, sum);
    }

    /** Returns the result over all members up to one, or null as long as there is none. */
    @Nullable
    public DirectBuffer sumUpTo(int index) {
        AtomicReferenceArray<@Nullable DirectBuffer> known = sums;
        return known == null ? null : known.get(index);
    }

    /** Lends memory for the result over this process. */
    public void setPart(DirectBuffer memory) {
        part = memory;
    }

    public DirectBuffer part() {
        return Objects.requireNonNull(part);
    }

    @Nullable
    public Found found() {
        return found;
    }

    public void setFound(Found what) {
        found = what;
    }

    /**
     * Uses what others have lent.
     *
     * @throws tutti.messaging.MemberFailedException if it has been revoked
     */
    public void use(CollectiveCall call, Runnable work) {
        if (!begin()) {
            throw call.local().failure();
        }
        try {
            work.run();
        } finally {
            end();
        }
    }

    /** Begins to use what others have lent; returns false, and changes nothing, if it has been revoked. */
    boolean begin() {
        if (users.incrementAndGet() < REVOKED) {
            return true;
        }
        users.decrementAndGet();
        return false;
    }

    /** Ends what {@link #begin} began. */
    void end() {
        users.decrementAndGet();
    }

    /**
     * Keeps all from beginning, and waits for threads that have begun; these only compute, so that does not take long.
     */
    @SuppressWarnings("ThreadPriorityCheck") // those who are waited for may have no core
    void revoke() {
        users.updateAndGet(count -> count | REVOKED);
        while (users.get() != REVOKED) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
