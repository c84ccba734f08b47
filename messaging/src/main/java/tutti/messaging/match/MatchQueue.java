package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;

/**
 * The messages and the receives of one member in one context: what has arrived is matched with what is posted, each in its order.
 *
 * <p>As MPI has it: a message goes to the receive that was posted first of those that accept it; a receive takes the message that
 * arrived first of those that it accepts, where messages of one source arrive in the order of sending. So a message that lies here
 * is accepted by no receive that is posted.
 *
 * <p>Thread-safe. Those who bring messages only push them on a list, in the order of each source; whoever looks takes them in and matches them, under
 * one lock under which nothing is called that could wait or take another. While a receive is posted, those who bring messages match them, too.
 * Receipts are sent outside of the lock.
 */
public final class MatchQueue {
    private final WaitQueue waiting;
    private final long windowBytes;
    private final Consumer<Receipt> receipts;
    private final Map<Integer, SourceMessages> sources = new HashMap<>(4); // guarded by this
    private final Queue<ReceiveRequest> postedForAny = new ArrayDeque<>(2); // guarded by this
    private volatile @Nullable Message oldest; // of all that are not matched, by arrival; written under this
    private @Nullable Message newest; // guarded by this
    private long posts; // guarded by this
    private long lastDiscarded = -1; // number of the last call whose messages are dropped; guarded by this
    private volatile int lastWatched = Integer.MIN_VALUE; // a source; written under this
    private long unmatched; // messages that were not matched when they were taken in; guarded by this
    private volatile long arrivals; // the same, for others to see; written under this
    private int receives; // that are posted; guarded by this
    private volatile int posted; // the same, for others to see; written under this
    private final Map<Integer, ArrivalOrder> orders = new ConcurrentHashMap<>(2);
    private final InboundList inbound = new InboundList();
    private volatile boolean isTakingIn; // what was inbound is in no other place yet; written under this

    /**
     * Makes an empty queue.
     *
     * @param waiting where threads wait for messages
     * @param windowBytes bytes under way from one source from which on it waits; it hears of what was taken each time that is a quarter of them
     * @param receipts takes what senders must hear
     */
    public MatchQueue(WaitQueue waiting, long windowBytes, Consumer<Receipt> receipts) {
        this.waiting = waiting;
        this.windowBytes = windowBytes;
        this.receipts = receipts;
    }

    public WaitQueue waiting() {
        return waiting;
    }

    /** Returns a number that grows with each message that is taken in and not matched at once. */
    public long arrivals() {
        return arrivals;
    }

    /** Returns whether there may be something to take that was not there when a number of arrivals was asked for. */
    public boolean hasNews(long arrivalsBefore) {
        return hasInbound() || arrivals != arrivalsBefore;
    }

    /** Returns whether a receive is posted. */
    public boolean hasPosted() {
        return posted > 0;
    }

    /** Wakes those who wait, to look at their requests. */
    void changed() {
        waiting.changed();
    }

    // ---------------------------------------------------------------- what arrives

    /**
     * Takes a message that has arrived; a message that came before is ignored.
     *
     * @throws tutti.serialization.TuttiException if so many came before those that were sent sooner that the sender has not kept to the
     *     window
     */
    public void deliver(Message message) {
        arrive(message);
        arrived();
    }

    /** Keeps a message until {@link #arrived} is called: may be called under the lock of a stream, because it takes no lock of another. */
    public void arrive(Message message) {
        ArrivalOrder order = order(message.source());
        synchronized (order) {
            if (order.isNext(message)) {
                order.advance();
                inbound.push(message);
            } else {
                order.keep(message);
                for (Message next = order.nextKept(); next != null; next = order.nextKept()) {
                    inbound.push(next);
                }
            }
        }
    }

    /** Matches what has arrived if a receive is posted, and wakes those who wait. Called outside of all locks. */
    public void arrived() {
        if (inbound.isMatchedAtOnce()) {
            takeInNow();
        }
        waiting.changed();
    }

    private void takeInNow() {
        Effects effects;
        synchronized (this) {
            effects = takeIn(null);
        }
        run(effects);
    }

    private static void run(@Nullable Effects effects) {
        if (effects != null) {
            effects.run();
        }
    }

    /**
     * Returns whether something has arrived that is not taken in. A thread that sees that nothing is inbound because another takes it in must
     * not sleep: that other thread wakes nobody.
     */
    private boolean hasInbound() {
        return !inbound.isEmpty() || isTakingIn;
    }

    /** Matches what has arrived, in the order of arrival; returns what is to be done because of it and before. */
    private @Nullable Effects takeIn(@Nullable Effects before) {
        if (inbound.isEmpty()) {
            return before;
        }
        isTakingIn = true;
        Effects effects = takeIn(inbound.takeAll(), before);
        isTakingIn = false;
        return effects;
    }

    private @Nullable Effects takeIn(@Nullable Message first, @Nullable Effects before) {
        Effects effects = before;
        Message next = first;
        while (next != null) {
            Message message = next;
            next = message.arrivedBefore;
            if (next != null) {
                message.arrivedBefore = null;
            }
            effects = arrived(source(message.source()), message, effects);
        }
        return effects;
    }

    /** What is to be done outside of the lock: senders hear of what was taken, and requests have ended. */
    private final class Effects {
        private final List<Receipt> due = new ArrayList<>(1);
        private final List<ReceiveRequest> matched = new ArrayList<>(1);

        void add(@Nullable Receipt receipt) {
            if (receipt != null) {
                due.add(receipt);
            }
        }

        void run() {
            due.forEach(receipts);
            matched.forEach(ReceiveRequest::matched);
        }
    }

    /** Matches a message whose turn has come, or lets it lie; returns what is to be done because of it and before. */
    private @Nullable Effects arrived(SourceMessages source, Message message, @Nullable Effects before) {
        boolean isDropped = isDiscarded(message.label());
        ReceiveRequest request = isDropped ? null : firstPosted(source, message);
        if (!isDropped && request == null) {
            source.append(message);
            append(message);
            arrivals = ++unmatched;
            return before;
        }
        Effects effects = before == null ? new Effects() : before;
        effects.add(took(source, message, message.weightBytes()));
        if (request == null) {
            message.payload().release();
        } else {
            withdraw(request);
            request.match(message);
            effects.matched.add(request);
        }
        return effects;
    }

    /**
     * Finds the buffer that a message may be written straight into, and makes it the message's own.
     *
     * @param messageBytes number of bytes of the whole message, of which the first lie in memory
     * @return null if there is none: then the message must be delivered
     */
    @Nullable
    public ReceiveRequest claim(Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        if (posted == 0) {
            return null;
        }
        ArrivalOrder order = order(message.source());
        synchronized (order) {
            if (!order.isNext(message)) {
                return null;
            }
            ReceiveRequest request = claimNext(message, messageBytes, memory, at, length);
            if (request != null) {
                order.advance();
            }
            return request;
        }
    }

    private @Nullable ReceiveRequest claimNext(
            Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        ReceiveRequest request;
        Receipt receipt;
        synchronized (this) {
            SourceMessages source = source(message.source());
            request = inbound.isEmpty() ? firstPosted(source, message) : null; // what has arrived sooner comes first
            if (request == null || !request.fits(message, messageBytes, memory, at, length)) {
                return null;
            }
            withdraw(request);
            source.took(Message.weightBytes(messageBytes)); // its bytes have a place, and take up no room from now on
            receipt = source.isReceiptDue(windowBytes / 4, false)
                    ? new Receipt(message, source.takenBytes(), false)
                    : null;
            request.claim(message);
        }
        if (receipt != null) {
            receipts.accept(receipt);
        }
        return request;
    }

    /** The buffer of a request holds its message. */
    void filled(ReceiveRequest request) {
        Envelope message = Objects.requireNonNull(request.claimedFor(), "claimed");
        if (message.receiptWanted()) {
            receipts.accept(received(message));
        }
        waiting.changed();
    }

    private synchronized Receipt received(Envelope message) {
        SourceMessages source = source(message.source());
        source.isReceiptDue(0, true);
        return new Receipt(message, source.takenBytes(), true);
    }

    /** Counts a message that has been taken; returns what its sender must hear. */
    private @Nullable Receipt took(SourceMessages source, Envelope message, long weightBytes) {
        source.took(weightBytes);
        if (!source.isReceiptDue(windowBytes / 4, message.receiptWanted())) {
            return null;
        }
        return new Receipt(message, source.takenBytes(), message.receiptWanted());
    }

    private @Nullable ReceiveRequest firstPosted(SourceMessages source, Envelope message) {
        ReceiveRequest ofSource = source.firstPosted(message);
        ReceiveRequest ofAny = postedForAny.isEmpty() ? null : SourceMessages.first(postedForAny, message);
        if (ofSource == null || ofAny == null) {
            return ofSource == null ? ofAny : ofSource;
        }
        return ofSource.number < ofAny.number ? ofSource : ofAny;
    }

    // ---------------------------------------------------------------- what is received

    /** Takes the first message that a pattern accepts; returns null if there is none. */
    @Nullable
    public Message poll(Pattern pattern) {
        if (isEmpty()) {
            return null;
        }
        Effects effects;
        Message message;
        Receipt receipt;
        synchronized (this) {
            message = takeOnly(pattern);
            if (message != null) {
                effects = null;
                receipt = took(source(message.source()), message, message.weightBytes());
            } else {
                effects = takeIn(null);
                message = first(pattern);
                receipt = message == null ? null : take(message);
            }
        }
        run(effects);
        if (receipt != null) {
            receipts.accept(receipt);
        }
        return message;
    }

    /** Takes the message that a pattern accepts out of the inbound list, if it is the only one of all: it needs no links. */
    private @Nullable Message takeOnly(Pattern pattern) {
        Message only = oldest == null && receives == 0 ? inbound.only() : null;
        return only != null && pattern.accepts(only) && !isDiscarded(only.label()) && inbound.takeOnly(only)
                ? only
                : null;
    }

    /** Returns the first message that a pattern accepts, without taking it, or null. */
    public @Nullable Message peek(Pattern pattern) {
        if (isEmpty()) {
            return null;
        }
        Effects effects;
        Message message;
        synchronized (this) {
            effects = takeIn(null);
            message = first(pattern);
        }
        run(effects);
        return message;
    }

    private boolean isEmpty() {
        return !hasInbound() && oldest == null; // in the order in which a message moves
    }

    /** Matches a receive with the first message that it accepts, or lets it wait for one. */
    public void post(ReceiveRequest request) {
        Receipt receipt = null;
        Effects effects;
        boolean isMatched;
        synchronized (this) {
            effects = takeIn(null);
            request.queue = this;
            request.number = posts++;
            Pattern pattern = request.pattern();
            Message message = first(pattern);
            if (message != null) {
                receipt = take(message);
                request.match(message);
            } else {
                add(request, pattern.source());
                effects = takeIn(effects); // what has arrived before it could be seen that a receive is posted
            }
            isMatched = message != null;
        }
        run(effects);
        if (receipt != null) {
            receipts.accept(receipt);
        }
        if (isMatched) {
            request.matched();
        }
    }

    private void add(ReceiveRequest request, int source) {
        if (source == Pattern.ANY) {
            postedForAny.add(request);
        } else {
            source(source).post(request);
        }
        posted = ++receives;
        inbound.setMatchedAtOnce(true);
    }

    /**
     * Ends receives for which no message will come.
     *
     * @param why given a source, or {@link Pattern#ANY}, returns why nothing more will come from there, or null
     */
    public void endThoseInVain(IntFunction<@Nullable MemberFailedException> why) {
        if (posted == 0) {
            return;
        }
        List<ReceiveRequest> ended = new ArrayList<>(0);
        Effects effects;
        synchronized (this) {
            effects = takeIn(null); // a message that came before its source went is taken
            for (ReceiveRequest request : posted()) {
                MemberFailedException gone = why.apply(request.pattern().source());
                if (gone != null) {
                    request.never(gone::again);
                    ended.add(request);
                }
            }
            ended.forEach(this::withdraw);
        }
        run(effects);
        ended.forEach(Request::completed);
    }

    private List<ReceiveRequest> posted() {
        List<ReceiveRequest> all = new ArrayList<>(postedForAny);
        sources.values().forEach(source -> source.addPosted(all));
        return all;
    }

    /** Takes a receive back; returns false if it has been matched or claimed, so that it takes a message in any case. */
    public synchronized boolean cancel(ReceiveRequest request) {
        return withdraw(request);
    }

    private boolean withdraw(ReceiveRequest request) {
        int source = request.pattern().source();
        boolean isPosted = source == Pattern.ANY
                ? postedForAny.remove(request)
                : source(source).withdraw(request);
        if (isPosted) {
            posted = --receives;
            inbound.setMatchedAtOnce(receives > 0 || lastDiscarded >= 0);
        }
        return isPosted;
    }

    /** Drops messages of collective calls up to one that this member has left early, and those that still come. */
    public void discard(long lastCall) {
        Effects effects;
        List<Message> dropped = new ArrayList<>(0);
        synchronized (this) {
            lastDiscarded = Math.max(lastDiscarded, lastCall);
            inbound.setMatchedAtOnce(receives > 0 || lastDiscarded >= 0);
            Effects arrived = takeIn(null);
            effects = arrived == null ? new Effects() : arrived;
            Message next = oldest;
            while (next != null) {
                Message message = next;
                next = message.nextArrived;
                if (isDiscarded(message.label())) {
                    effects.add(take(message));
                    dropped.add(message);
                }
            }
        }
        dropped.forEach(message -> message.payload().release());
        effects.run();
    }

    private boolean isDiscarded(CallSignature label) {
        return label.operation() != 0 && label.call() <= lastDiscarded;
    }

    /** Returns the first message for which a test is true, without taking it, or null. */
    public @Nullable Message find(Predicate<Message> test) {
        if (isEmpty()) {
            return null;
        }
        Effects effects;
        Message message;
        synchronized (this) {
            effects = takeIn(null);
            message = oldest;
            while (message != null && !test.test(message)) {
                message = message.nextArrived;
            }
        }
        run(effects);
        return message;
    }

    /** Returns whether this is asked for the first time about a source, or {@link Pattern#ANY}: then the member is to be woken when it goes. */
    public boolean isNewlyWatched(int source) {
        if (source == lastWatched) {
            return false;
        }
        synchronized (this) {
            lastWatched = source;
            return source(source).isNewlyWatched();
        }
    }

    /** Returns whether nothing is here, or waits for what comes before it, and nothing is posted. */
    public synchronized boolean isIdle() {
        return isEmpty()
                && orders.values().stream().noneMatch(MatchQueue::hasKept)
                && postedForAny.isEmpty()
                && sources.values().stream().allMatch(SourceMessages::isIdle);
    }

    private @Nullable Message first(Pattern pattern) {
        if (oldest == null) {
            return null;
        }
        if (pattern.source() != Pattern.ANY) {
            return source(pattern.source()).first(pattern);
        }
        Message message = oldest;
        while (message != null && !pattern.acceptsOfSource(message)) {
            message = message.nextArrived;
        }
        return message;
    }

    private @Nullable Receipt take(Message message) {
        SourceMessages source = source(message.source());
        source.remove(message);
        unlink(message);
        return took(source, message, message.weightBytes());
    }

    private void append(Message message) {
        message.previousArrived = newest;
        if (newest == null) {
            oldest = message;
        } else {
            newest.nextArrived = message;
        }
        newest = message;
    }

    private void unlink(Message message) {
        Message before = message.previousArrived;
        Message after = message.nextArrived;
        if (before == null) {
            oldest = after;
        } else {
            before.nextArrived = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.previousArrived = before;
        }
        message.previousArrived = null;
        message.nextArrived = null;
    }

    private static boolean hasKept(ArrivalOrder order) {
        synchronized (order) {
            return order.hasKept();
        }
    }

    private ArrivalOrder order(int source) {
        ArrivalOrder known = orders.get(source);
        return known != null ? known : orders.computeIfAbsent(source, s -> new ArrivalOrder(windowBytes));
    }

    private SourceMessages source(int rank) {
        SourceMessages known = sources.get(rank);
        return known != null ? known : sources.computeIfAbsent(rank, r -> new SourceMessages());
    }
}
