package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.WaitQueue;

/**
 * The messages and the receives of one member in one context: what has arrived is matched with what is posted.
 *
 * <p>As MPI has it: a message goes to the receive that was posted first of those that accept it; a receive takes the
 * message that arrived first of those that it accepts, where messages of one source arrive in the order of sending. So
 * a message that lies here is accepted by no receive that is posted.
 *
 * <p>Thread-safe. Threads that bring messages only push them on a list, in the order of each source; a thread that
 * looks takes them in and matches them, under one lock under which nothing is called that could wait or take another.
 * While a receive is posted, threads that bring messages match them, too; the first that finds none posted is the last
 * until one is again. Receipts are sent outside of the lock.
 */
public final class MatchQueue implements ReceiveOwner {
    private final WaitQueue waiting;
    private final Receipts receipts;
    private final InboundMessages inbound;
    private final MatchLists lists; // and the lock: it is written to, and senders read what lies beside this object's
    private final PostedBuffers buffers;
    private final AtomicInteger arriving = new AtomicInteger(); // receives whose message has come in part

    /**
     * Makes an empty queue.
     *
     * @param waiting where threads wait for messages
     * @param windowBytes bytes under way from one source from which on its data wait; it hears of each quarter taken
     * @param target takes what senders must hear
     */
    public MatchQueue(WaitQueue waiting, long windowBytes, Consumer<Receipt> target) {
        this.waiting = waiting;
        receipts = new Receipts(target);
        inbound = new InboundMessages(windowBytes);
        lists = new MatchLists(windowBytes);
        buffers = new PostedBuffers(inbound, lists, receipts);
    }

    public WaitQueue waiting() {
        return waiting;
    }

    /** Returns a number that grows with each message that is taken in and not matched at once. */
    public long arrivals() {
        return lists.arrivals();
    }

    /** Returns whether there may be something to take that was not there when a number of arrivals was asked for. */
    public boolean hasNews(long arrivalsBefore) {
        return !inbound.isEmpty() || lists.arrivals() != arrivalsBefore;
    }

    public int posted() {
        return lists.posted();
    }

    /** Returns how many receives are posted, or take a message of which only a part has come. */
    public int openReceives() {
        return lists.posted() + arriving.get(); // in this order: a receive is in both for a moment
    }

    /** Returns whether another thread is about to tell the sender of a message what a receive has taken. */
    public boolean owesReceipts() {
        return receipts.areDue();
    }

    /** Returns whether a message has come in part for a receive. */
    public boolean isReceivingRest() {
        return arriving.get() > 0;
    }

    @Override
    public void changed() {
        waiting.changed();
    }

    /**
     * Keeps a message until {@link #arrived} is called, also under the lock of a stream. Ignores one that came before.
     *
     * @throws tutti.serialization.TuttiException if the sender has not kept to the window
     */
    public void arrive(Message message) {
        inbound.add(message);
    }

    /** Does what {@link Recipient#arriveNext} says. */
    public void arriveNext(Message message) {
        inbound.addNext(message);
    }

    /** Matches what has arrived if a receive is posted, and wakes threads that wait. Called outside of all locks. */
    public void arrived() {
        if (!inbound.isMatchedAtOnce()) {
            waiting.changedByVolatileWrite(); // that of the list
            return;
        }
        MatchEffects effects;
        synchronized (lists) {
            effects = takeIn(null);
            inbound.setMatchedAtOnce(lists.mustMatchAtOnce());
        }
        receipts.run(effects);
        waiting.changed();
    }

    /** Matches what has arrived, in the order of arrival; returns what is to be done because of it and before. */
    private @Nullable MatchEffects takeIn(@Nullable MatchEffects before) {
        if (!inbound.hasNew()) {
            return before;
        }
        MatchEffects effects = before;
        Message message = inbound.begin();
        while (message != null) {
            Message next = message.arrivalLink;
            if (next != null) { // else its memory is not written to
                message.arrivalLink = null;
            }
            effects = takeIn(lists.source(message.source()), message, effects);
            message = next;
        }
        inbound.end();
        return effects;
    }

    /** Matches a message whose turn has come, or lets it lie; returns what is to be done because of it and before. */
    private @Nullable MatchEffects takeIn(SourceMessages source, Message message, @Nullable MatchEffects before) {
        boolean isDropped = lists.isDiscarded(message.label());
        ReceiveRequest request = isDropped ? null : lists.firstPosted(source, message);
        if (!isDropped && request == null) {
            lists.append(source, message);
            return before;
        }
        MatchEffects effects = before == null ? new MatchEffects() : before;
        receipts.add(effects, source.tookAtOnce(message));
        if (request == null) {
            message.release();
        } else {
            request.match(message);
            lists.withdraw(request);
            effects.add(request);
        }
        return effects;
    }

    /** Does what {@link Recipient#claim} says. */
    public @Nullable ReceiveRequest claim(
            Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        return buffers.claim(message, messageBytes, memory, at, length);
    }

    /** Does what {@link Recipient#fill} says. */
    public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
        return buffers.fill(like, sequence, memory, at, length);
    }

    @Override
    public void partCame() {
        arriving.incrementAndGet();
    }

    @Override
    public void restCame() {
        arriving.decrementAndGet();
    }

    @Override
    public void received(Envelope message) {
        buffers.received(message);
    }

    @Override
    public void filled() {
        waiting.changedByVolatileWrite();
    }

    /** Takes the first message that a pattern accepts; returns null if there is none. */
    @Nullable
    public Message poll(Pattern pattern) {
        if (inbound.isEmpty() && !lists.hasMessages()) { // in the order in which a message moves
            return null;
        }
        MatchEffects effects;
        Message message;
        Receipt receipt;
        synchronized (lists) {
            message = takeOnly(pattern);
            if (message != null) {
                effects = null;
                receipt = lists.source(message.source()).tookAtOnce(message);
            } else {
                effects = takeIn(null);
                message = lists.first(pattern);
                receipt = message == null ? null : take(message);
            }
        }
        receipts.run(effects);
        receipts.send(receipt);
        return message;
    }

    /** Takes the message that a pattern accepts if it is the only one of all, so that it needs no links. */
    private @Nullable Message takeOnly(Pattern pattern) {
        Message only = lists.isEmpty() ? inbound.only() : null;
        return only != null && pattern.accepts(only) && !lists.isDiscarded(only.label()) && inbound.takeOnly(only)
                ? only
                : null;
    }

    /** Returns the first message that a pattern accepts, without taking it, or null. */
    public @Nullable Message peek(Pattern pattern) {
        return look(() -> lists.first(pattern));
    }

    /** Returns the first message for which a test is true, without taking it, or null. */
    public @Nullable Message find(Predicate<Message> test) {
        return look(() -> lists.first(test));
    }

    /** Returns the first message that a test accepts, of those that found no receive; for texts, by any thread. */
    public @Nullable Message findUnexpected(Predicate<Message> test) {
        synchronized (lists) {
            return lists.first(test);
        }
    }

    private @Nullable Message look(Supplier<@Nullable Message> looking) {
        if (inbound.isEmpty() && !lists.hasMessages()) { // in the order in which a message moves
            return null;
        }
        MatchEffects effects;
        Message message;
        synchronized (lists) {
            effects = takeIn(null);
            message = looking.get();
        }
        receipts.run(effects);
        return message;
    }

    /** Matches a receive with the first message that it accepts, or lets it wait for one. */
    public void post(ReceiveRequest request) {
        Receipt receipt = null;
        MatchEffects effects;
        Message message;
        synchronized (lists) {
            effects = takeIn(null);
            request.owner = this;
            request.number = lists.nextNumber();
            message = lists.first(request.pattern());
            if (message != null) {
                receipt = take(message);
                request.match(message);
            } else {
                lists.post(request);
                inbound.setMatchedAtOnce(true);
                effects = takeIn(effects); // what has arrived before it could be seen that a receive is posted
            }
        }
        receipts.run(effects);
        receipts.send(receipt);
        if (message != null) {
            request.matched();
        }
    }

    /**
     * Ends receives for which no message will come.
     *
     * @param why given a source, or {@link Pattern#ANY}, returns why nothing more will come from there, or null
     */
    public void endThoseInVain(IntFunction<@Nullable MemberFailedException> why) {
        List<ReceiveRequest> ended;
        MatchEffects effects;
        synchronized (lists) {
            effects = takeIn(null); // a message that came before its source went is taken
            ended = lists.endThoseInVain(why);
        }
        receipts.run(effects);
        ended.forEach(Request::completed);
    }

    @Override
    public boolean cancel(ReceiveRequest request) {
        synchronized (lists) {
            return lists.withdraw(request);
        }
    }

    /** Takes a message back whose receiver has given up before all of it came: the next receive gets it. */
    public void giveBack(Message message) {
        ReceiveRequest next;
        synchronized (lists) {
            next = lists.giveBack(message);
        }
        if (next != null) {
            next.matched();
        }
        waiting.changed();
    }

    /** Drops messages of collective calls up to one that this member has left early, and those that still come. */
    public void discard(long lastCall) {
        MatchEffects effects;
        List<Message> dropped;
        synchronized (lists) {
            dropped = lists.discard(lastCall);
            inbound.setMatchedAtOnce(lists.mustMatchAtOnce());
            effects = Objects.requireNonNull(takeIn(new MatchEffects()));
            for (Message message : dropped) {
                receipts.add(effects, take(message));
            }
        }
        dropped.forEach(Message::release);
        receipts.run(effects);
    }

    /** Returns whether nothing is here, or waits for what comes before it, and nothing is posted. */
    public boolean isIdle() {
        synchronized (lists) {
            return !inbound.hasKept() && inbound.isEmpty() && lists.isIdle();
        }
    }

    /** Returns whether nothing is here that has come, and so many receives are posted. */
    public boolean awaitsWith(int posted) {
        synchronized (lists) {
            return !inbound.hasKept() && inbound.isEmpty() && lists.awaitsWith(posted);
        }
    }

    private @Nullable Receipt take(Message message) {
        SourceMessages source = lists.source(message.source());
        lists.remove(source, message);
        return source.took(message);
    }
}
