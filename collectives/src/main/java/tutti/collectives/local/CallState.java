package tutti.collectives.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.signature.CallSignature;

/**
 * What the members of one process share in one collective call of their group.
 *
 * <p>The states of a group's calls form a chain, along which each member goes. So members may be any number of calls
 * apart, nothing is used twice, and the state of a call that all members have left is garbage. {@link PassedCalls} cuts
 * the chain behind them. Thread-safe.
 */
public final class CallState {
    /** Members that count on one counter, so that many do not all write to the same. */
    private static final int FAN_IN = 64;

    /** Distance of two counters in ints, so that they do not share a cache line. */
    private static final int STRIDE = 16;

    private static final VarHandle NEXT = handle("next", CallState.class);
    private static final VarHandle FIRST = handle("first", Arrival.class);
    private static final VarHandle FAILURE = handle("failure", CallFailure.class);
    private static final VarHandle SHARED = handle("shared", Object.class);
    private static final VarHandle LEAVES = handle("leaves", AtomicIntegerArray.class);
    private static final VarHandle ARRIVED = handle("arrived", int.class);
    private static final VarHandle DEPARTED = handle("departed", int.class);

    private final long number;
    private volatile @Nullable CallState next;
    private volatile @Nullable Arrival first;
    private volatile @Nullable CallFailure failure;
    private volatile @Nullable Object shared;
    private volatile @Nullable AtomicIntegerArray leaves;

    @SuppressWarnings("unused") // by its handle alone
    private volatile int arrived;

    @SuppressWarnings("unused") // by its handle alone
    private volatile int departed;

    private volatile boolean gathered;
    private volatile boolean complete;
    private volatile @Nullable Object outcome;

    CallState(long number) {
        this.number = number;
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(CallState.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** An outcome that is there from some moment on, which members that do not sleep see for themselves. */
    @FunctionalInterface
    public interface Announced {

        /** Returns the outcome, or null as long as it is not there. */
        @Nullable
        Object outcome();
    }

    /** A member that has begun a call, and which. */
    record Arrival(int rank, CallSignature label) {}

    long number() {
        return number;
    }

    /** Returns the state of the next call. */
    CallState next() {
        CallState known = next;
        if (known != null) {
            return known;
        }
        CallState made = new CallState(number + 1);
        return NEXT.compareAndSet(this, null, made) ? made : next();
    }

    /** Returns the state of the next call, null if no member has begun it, this if it is {@link #unlink unlinked}. */
    @Nullable
    CallState nextIfBegun() {
        return next;
    }

    /** Ends the chain here; all members have begun the next call, so that none needs the link. */
    void unlink() {
        next = this;
    }

    /** Returns the label of a call: that of the first member that has begun if it is the same, so that all hold one. */
    CallSignature label(int operation, int root, int operator) {
        Arrival known = first;
        CallSignature label = known == null ? null : known.label();
        return label != null && label.operation() == operation && label.root() == root && label.variant() == operator
                ? label
                : new CallSignature(operation, root, number, operator);
    }

    /** Returns the first member that has begun, perhaps the caller; all others must be in the same call. */
    Arrival firstOr(int rank, CallSignature label) {
        Arrival known = first;
        if (known != null) {
            return known;
        }
        Arrival self = new Arrival(rank, label);
        return FIRST.compareAndSet(this, null, self) ? self : firstOr(rank, label);
    }

    @Nullable
    Arrival first() {
        return first;
    }

    /**
     * Counts a member that has arrived, on a tree of counters if there are many.
     *
     * @return whether all have arrived now
     */
    boolean arrive(int index, int count) {
        if (count <= FAN_IN) {
            return increment(ARRIVED) == count;
        }
        int leaf = index / FAN_IN;
        int leafCount = (count + FAN_IN - 1) / FAN_IN;
        int onLeaf = Math.min(FAN_IN, count - leaf * FAN_IN);
        return leaves(leafCount).incrementAndGet(leaf * STRIDE) == onLeaf && increment(ARRIVED) == leafCount;
    }

    private int increment(VarHandle counter) {
        return 1 + (int) counter.getAndAdd(this, 1);
    }

    private AtomicIntegerArray leaves(int count) {
        AtomicIntegerArray known = leaves;
        if (known != null) {
            return known;
        }
        AtomicIntegerArray made = new AtomicIntegerArray(count * STRIDE);
        return LEAVES.compareAndSet(this, null, made) ? made : leaves(count);
    }

    /** Returns whether all members of the process have arrived. */
    boolean isGathered() {
        return gathered;
    }

    /** Lets a member that waits for all to arrive continue; {@link LocalSync#gathered} also wakes it. */
    public void setGathered() {
        gathered = true;
    }

    /** Returns what the members are waiting for, or null as long as there is nothing. */
    public @Nullable Object outcome() {
        Object known = outcome;
        return known instanceof Announced announced ? announced.outcome() : known;
    }

    void setOutcome(Object value) {
        outcome = value;
    }

    void announce(Announced check) {
        outcome = check;
    }

    @Nullable
    CallFailure failure() {
        return failure;
    }

    /** Returns whether the call has failed in a member. */
    public boolean hasFailed() {
        return failure != null;
    }

    /** Only the first failure counts. */
    void fail(CallFailure firstFailure) {
        FAILURE.compareAndSet(this, null, firstFailure);
    }

    /**
     * Returns what the members share beyond this, made by the first that asks.
     *
     * <p>In one call all ask for the same kind of object.
     */
    @SuppressWarnings("unchecked") // see above
    public <T> T shared(Supplier<T> make) {
        Object known = shared;
        if (known != null) {
            return (T) known;
        }
        T made = make.get();
        return SHARED.compareAndSet(this, null, made) ? made : shared(make);
    }

    /** Returns what {@link #shared(Supplier)} does if it has been made, else null. */
    @Nullable
    Object sharedIfMade() {
        return shared;
    }

    /** Counts a member that has taken the outcome; returns whether all so many have. */
    boolean depart(int count) {
        return increment(DEPARTED) == count;
    }

    /** Returns whether nothing is kept here any more that some member must still take. */
    boolean isComplete() {
        return complete || failure != null;
    }

    /** Returns whether all members have departed, or nothing is kept. */
    boolean haveAllDeparted() {
        return complete;
    }

    void setComplete() {
        complete = true;
    }
}
