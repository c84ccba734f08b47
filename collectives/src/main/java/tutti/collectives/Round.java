package tutti.collectives;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Label;

/**
 * What the members of one process share in one collective call of their group.
 *
 * <p>Rounds form a chain in which each member goes from one to the next, call by call. So members may be any number of calls
 * apart, nothing is used twice, and a round that all have passed is garbage.
 */
final class Round {
    /** Members that count on one counter, so that many do not all write to the same. */
    private static final int FAN_IN = 64;

    /** Distance of two counters in ints, so that they do not share a cache line. */
    private static final int STRIDE = 16;

    private final long number;
    private final AtomicReference<@Nullable Round> next = new AtomicReference<>();
    private final AtomicReference<@Nullable Comer> first = new AtomicReference<>();
    private final AtomicReference<@Nullable CallFailure> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable Object> shared = new AtomicReference<>();
    private final AtomicReference<@Nullable AtomicIntegerArray> leaves = new AtomicReference<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger passed = new AtomicInteger();
    private volatile boolean gathered;
    private volatile boolean complete;
    private volatile @Nullable Object outcome;

    Round(long number) {
        this.number = number;
    }

    /** A member that came to a round, and the call that it is in. */
    record Comer(int rank, Label label) {}

    long number() {
        return number;
    }

    /** Returns the round of the call that follows. */
    Round following() {
        Round known = next.get();
        if (known != null) {
            return known;
        }
        Round made = new Round(number + 1);
        return next.compareAndSet(null, made) ? made : following();
    }

    /** Returns whether any member has gone on to the call that follows. */
    @Nullable
    Round followingIfEntered() {
        return next.get();
    }

    /** Returns who came first, perhaps the caller; all others must be in the same call. */
    Comer firstOr(int rank, Label label) {
        Comer known = first.get();
        if (known != null) {
            return known;
        }
        Comer self = new Comer(rank, label);
        return first.compareAndSet(null, self) ? self : firstOr(rank, label);
    }

    @Nullable
    Comer first() {
        return first.get();
    }

    /**
     * Counts a member that has come, on a tree of counters if there are many.
     *
     * @return whether all have come now
     */
    boolean arrive(int index, int count) {
        if (count <= FAN_IN) {
            return arrived.incrementAndGet() == count;
        }
        int leaf = index / FAN_IN;
        int leafCount = (count + FAN_IN - 1) / FAN_IN;
        int onLeaf = Math.min(FAN_IN, count - leaf * FAN_IN);
        return leaves(leafCount).incrementAndGet(leaf * STRIDE) == onLeaf && arrived.incrementAndGet() == leafCount;
    }

    private AtomicIntegerArray leaves(int count) {
        AtomicIntegerArray known = leaves.get();
        if (known != null) {
            return known;
        }
        AtomicIntegerArray made = new AtomicIntegerArray(count * STRIDE);
        return leaves.compareAndSet(null, made) ? made : leaves(count);
    }

    /** Returns whether all members of the process have come. */
    boolean isGathered() {
        return gathered;
    }

    void setGathered() {
        gathered = true;
    }

    /** Returns what the members are waiting for, or null as long as there is nothing. */
    @Nullable
    Object outcome() {
        return outcome;
    }

    void setOutcome(Object value) {
        outcome = value;
    }

    @Nullable
    CallFailure failure() {
        return failure.get();
    }

    /** Only the first failure counts. */
    void fail(CallFailure first) {
        failure.compareAndSet(null, first);
    }

    /**
     * Returns what the members share beyond this, made by the first that asks.
     *
     * <p>In one call all ask for the same kind of object.
     */
    @SuppressWarnings("unchecked") // see above
    <T> T shared(Supplier<T> make) {
        Object known = shared.get();
        if (known != null) {
            return (T) known;
        }
        T made = make.get();
        return shared.compareAndSet(null, made) ? made : shared(make);
    }

    /** Returns what {@link #shared(Supplier)} does if it has been made, else null. */
    @Nullable
    Object sharedIfMade() {
        return shared.get();
    }

    /** Counts a member that has taken the outcome; returns whether all so many have. */
    boolean pass(int count) {
        return passed.incrementAndGet() == count;
    }

    /** Returns whether nothing is kept here any more that somebody must still take. */
    boolean isComplete() {
        return complete || failure.get() != null;
    }

    /** Returns whether all members have done what {@link #pass} counts, or nothing is kept. */
    boolean isPassed() {
        return complete;
    }

    void setComplete() {
        complete = true;
    }
}
