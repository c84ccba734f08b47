package tutti.messaging.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.CompletionOrder;
import tutti.messaging.match.Message;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;

/**
 * What one member is doing in a group, for others to ask after.
 *
 * <p>Thread-safe. The member writes, and pays next to nothing for it; threads that answer for it read.
 */
final class CallTracker {
    private static final int REMEMBERED = 16;
    private static final long NONE = -1; // in place of the number of a call
    private static final AtomicReferenceFieldUpdater<CallTracker, @Nullable Message> CONFLICT =
            AtomicReferenceFieldUpdater.newUpdater(CallTracker.class, Message.class, "conflict");
    private static final AtomicReferenceFieldUpdater<CallTracker, @Nullable ActiveCall> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(CallTracker.class, ActiveCall.class, "current");
    private static final AtomicLongFieldUpdater<CallTracker> BEGUN =
            AtomicLongFieldUpdater.newUpdater(CallTracker.class, "begun");

    private final AtomicReferenceArray<@Nullable CallSignature> calls = new AtomicReferenceArray<>(REMEMBERED);
    private volatile long begun = NONE; // number of the last call; set by BEGUN
    private volatile @Nullable ActiveCall current; // by CURRENT
    private volatile @Nullable Ahead ahead;
    private @Nullable Ahead asked; // used by the member's own thread alone
    private volatile @Nullable WaitQueue waiting; // where a thread waited last in the middle of a call
    private volatile @Nullable Message conflict; // by CONFLICT, too
    private volatile @Nullable LongWait longWait;
    private volatile @Nullable ActingThreads acting;
    private volatile @Nullable AwaitedCall awaitedCall;
    private volatile CompletionOrder completions = new CompletionOrder();
    private final AtomicInteger callbacks = new AtomicInteger();
    private volatile @Nullable ServedContext served;
    private volatile long lastDiscarded = NONE; // number of a call; written under this
    private volatile long compared = NONE; // number of the last call with which what had come before was compared

    /** A member that has begun a later call than another asked about. */
    private record Ahead(int rank, long call) {}

    /** A call that another thread does for the member, and whose end the member's thread awaits. */
    private record AwaitedCall(Thread awaiting, BooleanSupplier hasEnded) {}

    /** The member begins a call. */
    void begin(CallSignature label) {
        calls.setRelease(Math.floorMod(label.call(), REMEMBERED), label);
        BEGUN.lazySet(this, label.call());
    }

    /**
     * The thread is in a call from now on, which others may end by a failure.
     *
     * @return the call that the member is in already, so that it may not enter this one; null if it is in none
     */
    @Nullable
    ActiveCall enter(ActiveCall active) {
        ActiveCall known = current;
        return known != null ? known : CURRENT.compareAndSet(this, null, active) ? null : enter(active);
    }

    /** The member is in no call any more. */
    void leave() {
        CURRENT.lazySet(this, null);
    }

    /** Throws if the call that the member is in has failed. */
    void throwIfFailed(CallSignature label) {
        ActiveCall known = current;
        if (known != null && known.label().equals(label)) {
            known.throwIfFailed();
        }
    }

    /** The member can't do its part in the call that it is in, if the label is that of the call. */
    void failed(CallSignature label, Throwable cause) {
        ActiveCall known = current;
        if (known != null && known.label().equals(label)) {
            known.failed(cause);
        }
    }

    /** Returns the call that this thread is in, or null. */
    @Nullable
    CallSignature callOfThread() {
        ActiveCall known = current;
        return known != null && known.thread().equals(Thread.currentThread()) ? known.label() : null;
    }

    /** Returns the call that some thread is in for the member, or null. */
    @Nullable
    ActiveCall current() {
        return current;
    }

    /** Another member has answered that it has begun a later call than this one asked about. */
    void answeredAhead(int rank, long begunThere) {
        ahead = new Ahead(rank, begunThere);
        alarm();
    }

    private void alarm() {
        WaitQueue place = waiting;
        if (place != null) {
            place.alarm();
        }
    }

    /** Returns whether another member has answered that it has begun a call after the one with a number. */
    boolean isKnownAhead(int rank, long number) {
        Ahead known = ahead;
        return known != null && known.rank() == rank && known.call() > number;
    }

    /**
     * Returns whether another member must still be asked what it did in the call with a number; used by the member's
     * thread.
     */
    boolean mustAsk(int rank, long number) {
        Ahead question = new Ahead(rank, number);
        if (question.equals(asked)) {
            return false;
        }
        asked = question;
        return true;
    }

    /** Returns the last call that the member has begun, or null. */
    @Nullable
    CallSignature last() {
        return labelOf(begun);
    }

    /** Returns the label of a call, or null if the member has not begun it, or began it long ago. */
    @Nullable
    CallSignature labelOf(long callNumber) {
        CallSignature label = calls.getAcquire(Math.floorMod(callNumber, REMEMBERED));
        return label != null && label.call() == callNumber ? label : null;
    }

    /**
     * From now on a message of another call than the last begun one wakes threads that wait there; they look for
     * earlier ones after this.
     */
    void waitIn(WaitQueue place) {
        if (!place.equals(waiting)) {
            waiting = place;
        }
    }

    /**
     * Returns whether what has come must be compared with a call: at first, and whenever something suspicious comes.
     */
    boolean mustCompare(long callNumber) {
        boolean isNew = compared != callNumber;
        compared = callNumber;
        return isNew;
    }

    /**
     * A message has come: if it may show another call than the one that the member waits in, the member compares again.
     */
    void arrived(Message message) {
        CallSignature expected = waiting == null ? null : last();
        if (expected != null && isConflict(message.label(), expected)) {
            compared = NONE; // and the member finds out whether the message is still there
            alarm();
        }
    }

    /**
     * Returns whether a message shows a member in another call.
     *
     * <p>What was sent to a member in its earlier calls it has taken, so a message of an earlier call is as wrong as
     * another label.
     */
    boolean isConflict(CallSignature label, CallSignature expected) {
        return label.operation() != 0
                && label.call() <= expected.call()
                && label.call() > lastDiscarded
                && !label.equals(expected);
    }

    /** Messages of calls up to one are dropped: the member has left it early. */
    synchronized void discard(long lastCall) {
        lastDiscarded = Math.max(lastDiscarded, lastCall);
    }

    /** Returns what another member has shown to be in conflict with this one's calls, or null. */
    @Nullable
    Message conflict() {
        return conflict;
    }

    /** The member has received a message, and sees itself what it shows. */
    void received(Message message) {
        if (message.equals(conflict)) {
            CONFLICT.compareAndSet(this, message, null);
        }
    }

    /** Another member is in another call than this one is or was. */
    void conflictWith(Message other) {
        conflict = other;
        alarm();
    }

    /** From now on it is known which threads act for the member. */
    void actedForBy(ActingThreads threads) {
        acting = threads;
    }

    /** Returns which threads act for the member, or null if that is not known. */
    @Nullable
    ActingThreads acting() {
        return acting;
    }

    /** From now on the member's requests in this group end in one order with others. */
    void completesIn(CompletionOrder order) {
        completions = order;
    }

    /** Returns the order in which the member's requests end. */
    CompletionOrder completions() {
        return completions;
    }

    /** Returns whether the member is in no call, or in one that a thread does for it. */
    boolean isInCallOnlyOf(Thread thread) {
        ActiveCall known = current;
        return known == null || known.thread().equals(thread);
    }

    /** The calling thread awaits the end of a call that another does for the member. */
    void awaitsCall(BooleanSupplier hasEnded) {
        awaitedCall = new AwaitedCall(Thread.currentThread(), hasEnded);
    }

    /** It awaits no such call any more. */
    void awaitsNoCall() {
        awaitedCall = null;
    }

    /**
     * Returns the thread that continues when a wait of the member ends: the waiting one, or that which awaits the call
     * in which it waits.
     */
    Thread continuesAfter(Thread waiting) {
        AwaitedCall known = awaitedCall;
        return known != null && !known.hasEnded().getAsBoolean() ? known.awaiting() : waiting;
    }

    /** More requests than before call the program back when they end, or fewer. */
    void callsBack(int more) {
        callbacks.addAndGet(more);
    }

    /** Returns whether the end of a request calls the program back. */
    boolean callsBack() {
        return callbacks.get() > 0;
    }

    /** From now on a service takes the messages of a context. */
    void serve(ServedContext context) {
        served = context;
    }

    /** Returns the messages that a service takes, or null. */
    @Nullable
    ServedContext served() {
        return served;
    }

    @Nullable
    LongWait longWait() {
        return longWait;
    }

    void startLongWait(LongWait wait) {
        longWait = wait;
    }

    void endLongWait(WaitMonitor monitor) {
        LongWait known = longWait;
        if (known != null && known.isOf(monitor)) {
            longWait = null;
        }
    }
}
