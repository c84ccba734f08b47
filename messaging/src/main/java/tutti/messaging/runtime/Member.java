package tutti.messaging.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Notice;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.match.SendStream;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.trace.MemberRecords;

/**
 * One member of a group in this process: its queues of messages, its streams to others, and what it is doing.
 *
 * <p>Thread-safe.
 */
public final class Member implements Recipient, BytesPayload.Reader, MemberTable.Entry, MemberPlace {
    private static final long MOMENT_NANOS = 50_000;

    private final LocalProcess process;
    private final Membership state;
    private final int rank;
    private final AtomicReferenceArray<@Nullable MatchQueue> queues = new AtomicReferenceArray<>(Envelope.CONTEXTS);
    private final SendStreams streams = new SendStreams();
    private final CallTracker activity = new CallTracker();
    private final MemberRecords records;
    private final Set<Integer> watched = ConcurrentHashMap.newKeySet(1); // sources
    private volatile int lastWatched = Integer.MIN_VALUE;
    private volatile boolean gone;

    Member(LocalProcess process, Membership state, int rank) {
        this.process = process;
        this.state = state;
        this.rank = rank;
        records = new MemberRecords(state.layout(), rank, process.peer(process.process()));
    }

    public LocalProcess process() {
        return process;
    }

    Membership state() {
        return state;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public CallTracker activity() {
        return activity;
    }

    MemberRecords records() {
        return records;
    }

    StallReporter stallReporter() {
        return state.stallReporter();
    }

    Scheduling scheduling() {
        return process.idleStrategy().scheduling();
    }

    boolean isHere(int peer) {
        return process.isHere(state.layout().processOf(peer));
    }

    // ---------------------------------------------------------------- what arrives

    @Override
    public @Nullable ReceiveRequest claim(
            Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        return queue(message.context()).claim(message, messageBytes, memory, at, length);
    }

    @Override
    public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
        return queue(like.context()).fill(like, sequence, memory, at, length);
    }

    @Override
    public boolean hasPosted(int context) {
        return queue(context).posted() > 0;
    }

    @Override
    public void arrived(int context) {
        queue(context).arrived();
    }

    @Override
    public void arrive(Message message) {
        track(message);
        queue(message.context()).arrive(message);
        activity.arrived(message);
    }

    @Override
    public void arriveNext(Message message) {
        track(message);
        queue(message.context()).arriveNext(message);
        activity.arrived(message);
    }

    private void track(Message message) {
        BytesPayload bytes = message.bytes();
        if (bytes != null) {
            state.track(message.source(), bytes.encoded());
        }
    }

    /** A receiver has told what it has taken. */
    void receipt(Notice signal) {
        stream(signal.source(), signal.context())
                .taken(signal.sequence(), signal.weightBytes(), signal.kind() == Notice.Kind.RECEIVED);
    }

    @Override
    public void wake() {
        for (int context = 0; context < queues.length(); context++) {
            MatchQueue queue = queues.get(context);
            if (queue != null) {
                endThoseInVain(queue);
                queue.waiting().alarm();
            }
        }
        streams.all().forEach(SendStream::wake);
    }

    @Override
    public boolean holdsBack() {
        return streams.all().stream().anyMatch(SendStream::holdsBack);
    }

    /** Returns whether nothing that was sent to this member waits to be received. */
    public boolean isIdle() {
        return allQueues().allMatch(MatchQueue::isIdle);
    }

    /** Leaves the group when senders have been told what its receives have taken: another thread may be about to. */
    void leave() {
        while (allQueues().anyMatch(MatchQueue::owesReceipts)) {
            scheduling().parkNanos(this, MOMENT_NANOS);
        }
        state.leave(rank);
    }

    /** Drops what has come in a context or will come of calls up to one that this member has left early. */
    void discard(int context, long lastCall) {
        activity.discard(lastCall);
        queue(context).discard(lastCall);
    }

    // ---------------------------------------------------------------- the two ends

    MatchQueue queue(int context) {
        MatchQueue known = queues.get(context);
        if (known != null) {
            return known;
        }
        MatchQueue made = new MatchQueue(
                new WaitQueue(process.idleStrategy(), state.layout().isOfServices()),
                process.windowBytes(),
                receipt -> process.signal(Notice.of(receipt)));
        MatchQueue first = queues.compareAndExchange(context, null, made);
        return first == null ? made : first;
    }

    SendStream stream(int peer, int context) {
        return streams.to(peer, context, () -> newStream(peer, context));
    }

    private SendStream newStream(int peer, int context) {
        state.watch(peer, this);
        return new SendStream(
                state.layout().group(),
                context,
                rank,
                peer,
                process.connection(state.layout().processOf(peer))
                        .to(state.layout().group(), context, peer),
                process.idleStrategy(),
                process.windowBytes(),
                () -> endOf(peer),
                () -> state.isLostTo(peer));
    }

    @Override
    public Collection<SendStream> streams() {
        return streams.all();
    }

    /**
     * From now on this member is woken when another goes from which it waits for messages, or any if that is {@link
     * Pattern#ANY}.
     */
    void watch(int source) {
        if (source == lastWatched) {
            return;
        }
        if (!watched.contains(source)) {
            state.watch(source, this); // twice if another thread of the member does so now, which is harmless
            watched.add(source);
        }
        lastWatched = source;
    }

    // ---------------------------------------------------------------- why a wait ends

    /**
     * Returns a message that shows that another member is in another call, or null.
     *
     * @param callContext context of the messages of calls
     */
    @Nullable
    Message conflictWith(int callContext, CallSignature expected) {
        if (activity.conflict() == null && activity.mustCompare(expected.call())) {
            // what comes later is compared when it comes
            MatchQueue queue = queues.get(callContext); // none if nothing has come
            Message found =
                    queue == null ? null : queue.find(message -> activity.isConflict(message.label(), expected));
            if (found != null) {
                activity.conflictWith(found);
            }
        }
        Message shown = activity.conflict();
        return shown != null && activity.isConflict(shown.label(), expected) ? shown : null;
    }

    /**
     * Returns why this member waits for nothing any more: its group is broken, or it has left; null while it may
     * continue.
     */
    @Nullable
    MemberFailedException ended() {
        MemberFailedException broken = state.broken();
        return broken != null ? broken : gone ? state.gone().whyEnded(rank, state.texts()) : null;
    }

    @Override
    public void markGone() {
        gone = true;
    }

    /**
     * Throws if this member can do nothing more in the group.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    void throwIfEnded() {
        MemberFailedException ended = ended();
        if (ended != null) {
            throw ended.again();
        }
    }

    /** Lets a failure that transports tell of without knowing members name one of them, or what broke the group. */
    MemberFailedException named(MemberFailedException failure, int source) {
        MemberFailedException broken = state.broken();
        if (failure.rank() >= 0 || broken != null || source == Pattern.ANY) {
            return broken != null ? broken.again() : failure;
        }
        int lost = state.layout().lowestAt(failure.process(), source);
        return failureOf(lost, "%s: %s".formatted(failure.getMessage(), describe(lost)), null);
    }

    /** Ends receives for which no message will come any more. */
    void endThoseInVain(MatchQueue queue) {
        queue.endThoseInVain(this::endOf);
    }

    /** Returns why nothing more will be received from a source, or null if it may. */
    @Nullable
    MemberFailedException endOf(int source) {
        MemberFailedException ended = ended();
        return ended != null ? ended : goneOf(source);
    }

    /** Returns why nothing more will come from a member, or from any other than this one; null if it may. */
    @Nullable
    MemberFailedException goneOf(int source) {
        return source == Pattern.ANY
                ? state.gone().whyAllBut(rank, state.texts())
                : state.gone().why(source);
    }

    /** Makes the exception of members that wait for one that failed. */
    MemberFailedException failureOf(int failed, String text, @Nullable Throwable cause) {
        return new MemberFailedException(
                text, cause, failed, process.peer(state.layout().processOf(failed)));
    }

    @Override
    public int openReceives() {
        return ownQueues().mapToInt(MatchQueue::openReceives).sum();
    }

    /** Returns whether a message has come in part for one of the member's receives. */
    boolean isReceivingRest() {
        return ownQueues().anyMatch(MatchQueue::isReceivingRest);
    }

    /** Returns its queues but that of its service. */
    private Stream<MatchQueue> ownQueues() {
        ServedContext served = activity.served();
        return allQueues().filter(queue -> served == null || !queue.equals(served.queue()));
    }

    private Stream<MatchQueue> allQueues() {
        return IntStream.range(0, queues.length()).mapToObj(queues::get).filter(Objects::nonNull);
    }

    /** Describes a member of this group. */
    String describe(int peer) {
        String group = "group=" + state.layout().name();
        return peer == Pattern.ANY
                ? group + " any rank"
                : "%s rank=%d %s"
                        .formatted(group, peer, process.peer(state.layout().processOf(peer)));
    }

    /** Describes both ends of a wait for a message. */
    String between(String role, int peer) {
        return "here rank=%d; %s %s".formatted(rank, role, describe(peer));
    }

    @Override
    public String placeOf(int source) {
        return "here %s; sender %s".formatted(describe(rank), describe(source));
    }
}
