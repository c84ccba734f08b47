package tutti.messaging.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.signature.CallSignature;

/**
 * The messages that are not matched, by source and by arrival, and the receives that are posted, by source and by
 * number.
 *
 * <p>The lock of the {@link MatchQueue} is that of this object, which guards all but {@link #hasMessages}, {@link
 * #hasPosted} and {@link #arrivals}.
 */
final class MatchLists {
    private final long windowBytes;
    private final Map<Integer, SourceMessages> sources = new HashMap<>(4);
    private final Queue<ReceiveRequest> postedForAny = new ArrayDeque<>(2);
    private volatile @Nullable Message oldest;
    private @Nullable Message newest;
    private long appended;
    private volatile long arrivals; // the same, for others to see
    private long posts;
    private long lastDiscarded = -1; // number of the last call whose messages are dropped
    private final AtomicInteger posted = new AtomicInteger(); // receives; others see it a little later
    private int lastRank;
    private @Nullable SourceMessages lastSource; // of that rank

    /**
     * Makes empty lists.
     *
     * @param windowBytes a source hears of room each time that a quarter of it is free
     */
    MatchLists(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    SourceMessages source(int rank) {
        SourceMessages last = lastSource;
        if (last != null && rank == lastRank) {
            return last;
        }
        SourceMessages found = sources.get(rank);
        if (found == null) {
            found = new SourceMessages(windowBytes);
            sources.put(rank, found);
        }
        lastRank = rank;
        lastSource = found;
        return found;
    }

    /** Returns whether nothing is here. */
    boolean isIdle() {
        return oldest == null
                && postedForAny.isEmpty()
                && sources.values().stream().allMatch(SourceMessages::isIdle);
    }

    // ---------------------------------------------------------------- messages

    /** Returns whether no message is here, and so many receives are posted. */
    boolean awaitsWith(int receives) {
        return oldest == null && posted() == receives;
    }

    /** Returns whether no message is here, and no receive. */
    boolean isEmpty() {
        return oldest == null && posted.getPlain() == 0;
    }

    boolean hasMessages() {
        return oldest != null;
    }

    /** Returns how many messages have been added. */
    long arrivals() {
        return arrivals;
    }

    /** Adds a message that no posted receive accepts. */
    void append(SourceMessages source, Message message) {
        source.append(message);
        link(newest, message);
    }

    /** Links a message behind another, or before all if that is null; others see that there is one more. */
    private void link(@Nullable Message before, Message message) {
        Message after = before == null ? oldest : before.arrivalLink;
        message.previousArrived = before;
        message.arrivalLink = after;
        if (before == null) {
            oldest = message;
        } else {
            before.arrivalLink = message;
        }
        if (after == null) {
            newest = message;
        } else {
            after.previousArrived = message;
        }
        arrivals = ++appended;
    }

    void remove(SourceMessages source, Message message) {
        source.remove(message);
        Message before = message.previousArrived;
        Message after = message.arrivalLink;
        if (before == null) {
            oldest = after;
        } else {
            before.arrivalLink = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.previousArrived = before;
        }
        message.previousArrived = null;
        message.arrivalLink = null;
    }

    /**
     * Puts a message back that was taken, so that the next receive which accepts it gets it.
     *
     * @return a receive that is posted, and has been matched with it; null if none accepts it
     */
    @Nullable
    ReceiveRequest giveBack(Message message) {
        if (isDiscarded(message.label())) {
            return null;
        }
        message.wasTaken = true;
        SourceMessages source = source(message.source());
        ReceiveRequest request = firstPosted(source, message);
        if (request != null) {
            request.match(message);
            withdraw(request);
            return request;
        }
        link(source.giveBack(message), message);
        return null;
    }

    /** Returns the first message that a pattern accepts, or null. */
    @Nullable
    Message first(Pattern pattern) {
        if (oldest == null) {
            return null;
        }
        return pattern.source() != Pattern.ANY
                ? source(pattern.source()).first(pattern)
                : first(pattern::acceptsOfSource);
    }

    /** Returns the first message for which a test is true, or null. */
    @Nullable
    Message first(Predicate<Message> test) {
        Message message = oldest;
        while (message != null && !test.test(message)) {
            message = message.arrivalLink;
        }
        return message;
    }

    /** Drops messages of calls up to one from now on; returns those that are here, which stay. */
    List<Message> discard(long lastCall) {
        lastDiscarded = Math.max(lastDiscarded, lastCall);
        List<Message> found = new ArrayList<>(0);
        for (Message message = oldest; message != null; message = message.arrivalLink) {
            if (isDiscarded(message.label())) {
                found.add(message);
            }
        }
        return found;
    }

    boolean isDiscarded(CallSignature label) {
        return label.operation() != 0 && label.call() <= lastDiscarded;
    }

    /** Returns whether what comes must be matched at once: a receive may wait for it, or it may have to be dropped. */
    boolean mustMatchAtOnce() {
        return posted.getPlain() > 0 || lastDiscarded >= 0;
    }

    // ---------------------------------------------------------------- receives

    boolean hasPosted() {
        return posted.get() > 0;
    }

    int posted() {
        return posted.get();
    }

    /** Returns the number of a receive that begins now. */
    long nextNumber() {
        return posts++;
    }

    /** Adds a receive that accepts no message that is here. */
    void post(ReceiveRequest request) {
        int source = request.pattern().source();
        if (source == Pattern.ANY) {
            postedForAny.add(request);
        } else {
            source(source).post(request);
        }
        posted.setRelease(posted.getPlain() + 1);
    }

    /** Removes a receive; returns false if it is not here. */
    boolean withdraw(ReceiveRequest request) {
        int source = request.pattern().source();
        boolean isPosted = source == Pattern.ANY
                ? SourceMessages.remove(postedForAny, request)
                : source(source).withdraw(request);
        if (isPosted) {
            posted.setRelease(posted.getPlain() - 1);
        }
        return isPosted;
    }

    /** Returns the receive that was posted first of those that accept a message, or null. */
    @Nullable
    ReceiveRequest firstPosted(SourceMessages source, Envelope message) {
        ReceiveRequest ofSource = source.firstPosted(message);
        ReceiveRequest ofAny = postedForAny.isEmpty() ? null : SourceMessages.first(postedForAny, message);
        if (ofSource == null || ofAny == null) {
            return ofSource == null ? ofAny : ofSource;
        }
        return ofSource.number < ofAny.number ? ofSource : ofAny;
    }

    /** Ends the receives of a source, or of any, for which there is a reason why no message will come; returns them. */
    List<ReceiveRequest> endThoseInVain(IntFunction<@Nullable MemberFailedException> why) {
        List<ReceiveRequest> all = new ArrayList<>(postedForAny);
        sources.values().forEach(source -> source.addPosted(all));
        List<ReceiveRequest> ended = new ArrayList<>(0);
        for (ReceiveRequest request : all) {
            MemberFailedException gone = why.apply(request.pattern().source());
            if (gone != null) {
                request.never(gone::again);
                ended.add(request);
            }
        }
        ended.forEach(this::withdraw);
        return ended;
    }
}
