package tutti.collectives;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/**
 * The buffers that the members of one process lend each other in one call, and how many threads are at work on them.
 *
 * <p>Thread-safe. A member that must leave the call early recalls all of them: nobody reads or writes its memory after that.
 */
final class Lent {
    private static final int RECALLED = 1 << 30;

    private final AtomicReferenceArray<@Nullable Loan> loans;
    private final AtomicInteger users = new AtomicInteger();
    private volatile @Nullable DirectBuffer part;
    private volatile @Nullable BufferFold fold;
    private volatile @Nullable Found found;

    Lent(int count) {
        loans = new AtomicReferenceArray<>(count);
    }

    /** What came of looking at all contributions: they have been combined, or they are not alike. */
    enum Found {
        COMBINED,
        UNLIKE
    }

    /**
     * What one member lends.
     *
     * @param own its contribution, to be read
     * @param target where it wants the result, or null if it wants none
     */
    record Loan(DirectBuffer own, @Nullable DirectBuffer target) {

        /** Makes a loan; a contribution that lies partly where the result shall go is copied. */
        static Loan of(DirectBuffer own, DirectBuffer target) {
            boolean isInTheWay = own.overlaps(target) && !own.isSameMemory(target);
            return new Loan(isInTheWay ? copyOf(own) : own, target);
        }

        DirectBuffer wantedAt() {
            return Objects.requireNonNull(target);
        }
    }

    /** Returns memory of its own with a buffer's elements. */
    static DirectBuffer copyOf(DirectBuffer data) {
        DirectBuffer copy = Scratch.allocate(data.type(), data.length());
        copy.copyFrom(data);
        return copy;
    }

    int count() {
        return loans.length();
    }

    void put(int index, Loan loan) {
        loans.set(index, loan);
    }

    /** Returns what a member of the process, which has come, has lent. */
    Loan loan(int index) {
        return Objects.requireNonNull(loans.get(index));
    }

    /** Returns the position of a member whose contribution is not like a given one, or -1 if all are. */
    int firstUnlike(DirectBuffer own) {
        for (int index = 0; index < count(); index++) {
            if (!loan(index).own().matches(own)) {
                return index;
            }
        }
        return -1;
    }

    /** Returns the work that all members share, or null as long as there is none. */
    @Nullable
    BufferFold fold() {
        return fold;
    }

    void share(BufferFold work) {
        fold = work;
    }

    /** Lends memory for the result over this process. */
    void setPart(DirectBuffer memory) {
        part = memory;
    }

    DirectBuffer part() {
        return Objects.requireNonNull(part);
    }

    @Nullable
    Found found() {
        return found;
    }

    void setFound(Found what) {
        found = what;
    }

    /**
     * Uses what others have lent.
     *
     * @throws tutti.messaging.MemberFailedException if it has been recalled
     */
    void use(Visit visit, Runnable work) {
        if (!begin()) {
            throw visit.failure();
        }
        try {
            work.run();
        } finally {
            end();
        }
    }

    /** Begins to use what others have lent; returns false, and changes nothing, if it has been recalled. */
    boolean begin() {
        if (users.incrementAndGet() < RECALLED) {
            return true;
        }
        users.decrementAndGet();
        return false;
    }

    /** Ends what {@link #begin} began. */
    void end() {
        users.decrementAndGet();
    }

    /** Lets nobody begin any more, and waits for those who have; they only compute, so that does not take long. */
    @SuppressWarnings("ThreadPriorityCheck") // those who are waited for may have no core
    void recall() {
        users.updateAndGet(count -> count | RECALLED);
        while (users.get() != RECALLED) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
