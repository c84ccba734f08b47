package tutti.messaging;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/**
 * One member's place in one group: sends to the others by rank and receives from them.
 *
 * <p>Thread-safe: any thread may act for the member. Messages between two members with one tag form a stream, which keeps its
 * order; streams are independent of each other.
 */
public final class Endpoint {
    /** Inside a process, an array made for the message costs less than posting a buffer smaller than this. */
    private static final int FILLED_FROM_BYTES = 4096;

    private final Messenger messenger;
    private final GroupState state;
    private final int rank;
    private final Map<Stream, Inbox> inboxes;
    private final Map<Stream, Outlet> outlets;
    private final Activity activity;
    private final MemberRecords records;
    private final AtomicLong lastDiscarded; // number of the last call of which this member takes no message any more
    private final @Nullable Limit limit;
    private final @Nullable OperationRecord record;

    Endpoint(Messenger messenger, GroupState state, int rank) {
        this.messenger = messenger;
        this.state = state;
        this.rank = rank;
        inboxes = new ConcurrentHashMap<>();
        outlets = new ConcurrentHashMap<>();
        activity = new Activity();
        lastDiscarded = new AtomicLong(-1);
        records = new MemberRecords(state.route(), rank, messenger.peer(messenger.process()));
        limit = null;
        record = null;
    }

    private Endpoint(Endpoint whole, @Nullable Limit limit, @Nullable OperationRecord record) {
        messenger = whole.messenger;
        state = whole.state;
        rank = whole.rank;
        inboxes = whole.inboxes;
        outlets = whole.outlets;
        activity = whole.activity;
        lastDiscarded = whole.lastDiscarded;
        records = whole.records;
        this.limit = limit;
        this.record = record;
    }

    private record Stream(int peer, int tag) {}

    /**
     * Returns the same place for one operation that begins now and must not take longer.
     *
     * <p>Whatever waits there too long throws a {@link DeadlineExceededException}.
     */
    public Endpoint within(Duration deadline) {
        return new Endpoint(this, Limit.from(deadline, messenger.patience().scheduling()), record);
    }

    /** Returns the same place for one operation that begins now and is recorded, or this place if nobody records. */
    public Endpoint recorded() {
        return OperationRecord.isWanted() && state.route().failsAsWhole()
                ? new Endpoint(
                        this,
                        limit,
                        new OperationRecord(records, messenger.patience().scheduling()))
                : this;
    }

    /** Returns the record of the operation, or null if nobody records. */
    public @Nullable OperationRecord record() {
        return record;
    }

    /** Returns the rank of this member. */
    public int rank() {
        return rank;
    }

    /** Returns the number of members in the group. */
    public int size() {
        return state.route().size();
    }

    /**
     * Captures a value for one member, before the value can change again.
     *
     * @throws SerializationException if the value cannot be captured; nothing was sent then
     */
    public Payload capture(@Nullable Object value, int destination) {
        return messenger.capture(value, isHere(destination));
    }

    /**
     * Captures a value for any number of members of the group; it is encoded at most once.
     *
     * @throws SerializationException if the value cannot be captured; nothing was sent then
     */
    public Payload capture(@Nullable Object value) {
        return messenger.capture(value, state.isLocal());
    }

    /** Makes a payload of a value that nobody else holds, without taking a copy. */
    public Payload own(@Nullable Object value) {
        return messenger.own(value);
    }

    /** Returns the members of the group that live in this process, and what they share. */
    public Neighbours neighbours() {
        return state.neighbours();
    }

    /** Returns an independent copy of a value, or the value itself if it is immutable. */
    public @Nullable Object copy(@Nullable Object value) {
        return messenger.copy(value);
    }

    /**
     * Sends a payload and takes over the caller's hold on it.
     *
     * <p>Needs no posted receive, also to oneself. Waits while the window to the receiver is full.
     *
     * @throws MemberFailedException if the receiver, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits for room
     */
    public void send(int destination, int tag, Label label, Payload payload) {
        try {
            trySend(destination, tag, label, payload, false);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /** Sends a payload as {@link #send} does, then waits until the receiver has taken it. */
    public void sendAndAwaitTaken(int destination, int tag, Label label, Payload payload) {
        refuseInCall("a send that waits for rank=", destination);
        try {
            long number = trySend(destination, tag, label, payload, true);
            outlet(destination, tag).awaitTaken(number, vigil("a receiver", destination, label));
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /**
     * Sends a buffer's elements as the message that an array of them would be.
     *
     * <p>They are captured before the call returns, so that the caller may overwrite them at once. Otherwise as
     * {@link #send(int, int, Label, Payload)}.
     */
    public void send(int destination, int tag, Label label, DirectBuffer data) {
        try {
            trySend(destination, tag, label, data, false);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /** Sends a buffer's elements as {@link #send(int, int, Label, DirectBuffer)} does, then waits until they have been taken. */
    public void sendAndAwaitTaken(int destination, int tag, Label label, DirectBuffer data) {
        refuseInCall("a send that waits for rank=", destination);
        try {
            long number = trySend(destination, tag, label, data, true);
            outlet(destination, tag).awaitTaken(number, vigil("a receiver", destination, label));
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    private long trySend(int destination, int tag, Label label, DirectBuffer data, boolean receiptWanted) {
        byte[] prefix = prefixForFilling(data, destination);
        long sent = prefix == null ? 0 : sendUncaptured(destination, tag, label, prefix, data, receiptWanted);
        if (sent == 0) {
            return trySend(destination, tag, label, captured(data, destination), receiptWanted);
        }
        if (record != null && prefix != null) {
            record.sent(destination, prefix.length + data.lengthBytes());
        }
        return sent;
    }

    /**
     * Copies a buffer straight to where it is wanted, or to where its receiver reads it.
     *
     * @return how many messages have been sent, this one included; 0 if there is no such place
     */
    private long sendUncaptured(
            int destination, int tag, Label label, byte[] prefix, DirectBuffer data, boolean receiptWanted) {
        if (isHere(destination)) {
            return fill(destination, tag, label, prefix, data, receiptWanted);
        }
        BufferSender sender =
                messenger.connection(state.route().processOf(destination)).buffers();
        if (sender == null) {
            return 0;
        }
        Outlet outlet = outlet(destination, tag);
        BufferFragments message = outlet.place(
                Message.weightBytes(prefix.length + data.lengthBytes()),
                (sequence, credit) -> new BufferFragments(
                        new Frame.Key(state.route().group(), rank, destination, tag, sequence),
                        label,
                        receiptWanted,
                        prefix,
                        data,
                        sender.pieceBytes(),
                        credit),
                () -> activity.throwIfFailed(label),
                vigil("room to send", destination, label));
        sender.send(message, receiptWanted, outlet::throwIfGone, vigil("room to send", destination, label));
        return message.key().sequence() + 1;
    }

    /**
     * Copies a buffer into one that waits for it in this process.
     *
     * @return how many messages have been sent, this one included; 0 if no buffer waits
     */
    private long fill(int destination, int tag, Label label, byte[] prefix, DirectBuffer data, boolean receiptWanted) {
        Endpoint peer = Objects.requireNonNull(state.endpoint(destination), "lives in this process");
        MemorySegment first = MemorySegment.ofArray(prefix);
        long bytes = prefix.length + data.lengthBytes();
        PostedReceive buffer = outlet(destination, tag).tryPlace(Message.weightBytes(bytes), (sequence, credit) -> {
            Frame.Key key = new Frame.Key(state.route().group(), rank, destination, tag, sequence);
            return peer.claim(key, label, receiptWanted, bytes, first, 0, prefix.length);
        });
        if (buffer == null) {
            return 0;
        }
        buffer.fill(data);
        return buffer.message().sequence() + 1;
    }

    /** Returns what precedes a buffer's elements in their encoding, or null if the buffer goes a simpler way. */
    private byte @Nullable [] prefixForFilling(DirectBuffer buffer, int peer) {
        boolean simpler = isHere(peer) && buffer.lengthBytes() < FILLED_FROM_BYTES;
        return simpler ? null : messenger.prefix(buffer);
    }

    private Payload captured(DirectBuffer data, int destination) {
        return messenger.captureBuffer(data, isHere(destination));
    }

    private long trySend(int destination, int tag, Label label, Payload payload, boolean receiptWanted) {
        int process = state.route().processOf(destination);
        boolean here = messenger.isHere(process);
        Payload carried = here ? payload : messenger.encode(payload);
        if (record != null) {
            record.sent(destination, carried.sizeBytes()); // before the receiver takes it
        }
        long number = outlet(destination, tag)
                .send(
                        Message.weightBytes(carried.sizeBytes()),
                        sequence -> new Message(
                                state.route().group(), rank, destination, tag, sequence, label, receiptWanted, carried),
                        () -> activity.throwIfFailed(label),
                        vigil("room to send", destination, label));
        if (!here) {
            messenger.connection(process).flush();
        }
        return number;
    }

    /**
     * Takes the next message of a stream, waiting until it has at least begun to arrive.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public Received receive(int source, int tag) {
        refuseInCall("a receive from rank=", source);
        try {
            Vigil vigil = vigil("a message", source, Label.NONE);
            return placed(inbox(source, tag).take(() -> null, messenger::signal, vigil), Label.NONE);
        } catch (MemberFailedException e) {
            throw e.during(receiving(source));
        }
    }

    /**
     * Takes the next message of a stream as {@link #receive(int, int)} does, for a member that is in the middle of a call.
     *
     * <p>If a message from another member has another label in the same call or an earlier one, that message is returned instead:
     * what is waited for might never come. So the caller must compare labels. One thread at a time may do this for a member.
     *
     * @param expected label of the call that this member is in
     */
    public Received receive(int source, int tag, Label expected) {
        Inbox inbox = inbox(source, tag);
        inCall(inbox.waiting(), tag, expected);
        try {
            Vigil vigil = vigil("a message", source, expected);
            Received received;
            do {
                received = inbox.take(
                        expected.call(), () -> conflictIn(inbox, source, tag, expected), messenger::signal, vigil);
            } while (isDropped(received));
            return placed(received, expected);
        } catch (MemberFailedException e) {
            throw e.during(state.nameOf(expected));
        }
    }

    /**
     * Takes the next message of a stream that has nothing to do with calls, for a member that is in the middle of one.
     *
     * <p>If a message of another call comes in the stream of the calls, it is returned instead, as by {@link #receive(int, int, Label)}.
     *
     * @param tag stream of the message, which has no label
     * @param callTag stream of the messages of calls
     * @param call label of the call that this member is in
     */
    public Received receiveBeside(int source, int tag, int callTag, Label call) {
        Inbox inbox = inbox(source, tag);
        inCall(inbox.waiting(), callTag, call);
        try {
            Supplier<@Nullable Message> instead = () -> {
                activity.throwIfFailed(call);
                return conflictWith(callTag, call);
            };
            return placed(inbox.take(instead, messenger::signal, vigil("a message", source, call)), call);
        } catch (MemberFailedException e) {
            throw e.during(state.nameOf(call));
        }
    }

    /**
     * Fills a buffer with the next message of a stream, waiting until it has arrived.
     *
     * <p>The buffer is this method's from the call to the return. If the sender is lost while its message arrives, the buffer's
     * content is undefined.
     *
     * @throws BufferMismatchException if the message holds another type or number of elements; nothing is overwritten then, and the
     *     message is consumed
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public void receive(int source, int tag, DirectBuffer target) {
        refuseInCall("a receive from rank=", source);
        target.requireWritable("target");
        byte[] prefix = prefixForFilling(target, source);
        try {
            Received received = prefix == null
                    ? receive(source, tag)
                    : inbox(source, tag)
                            .takeInto(
                                    target,
                                    prefix,
                                    null,
                                    () -> null,
                                    messenger::signal,
                                    vigil("a message", source, Label.NONE));
            if (received != null) {
                BufferTransfer.fill(target, placed(received, Label.NONE), this);
            }
        } catch (MemberFailedException e) {
            throw named(e, source).during(receiving(source));
        }
    }

    /**
     * Fills a buffer as {@link #receive(int, int, DirectBuffer)} does, for a member that is in the middle of a call.
     *
     * @param expected label of the call that this member is in
     * @return null if the buffer has been filled, else the message with another label that {@link #receive(int, int, Label)} gives,
     *     with nothing overwritten
     */
    public @Nullable Received receive(int source, int tag, Label expected, DirectBuffer target) {
        target.requireWritable("target");
        byte[] prefix = prefixForFilling(target, source);
        try {
            Received received = prefix == null
                    ? receive(source, tag, expected)
                    : receiveInto(target, prefix, source, tag, expected);
            if (received == null || !received.label().equals(expected)) {
                return received;
            }
            BufferTransfer.fill(target, placed(received, expected), this);
            return null;
        } catch (MemberFailedException e) {
            throw named(e, source).during(state.nameOf(expected));
        }
    }

    private boolean isHere(int peer) {
        return messenger.isHere(state.route().processOf(peer));
    }

    private @Nullable Received receiveInto(DirectBuffer target, byte[] prefix, int source, int tag, Label expected) {
        Inbox inbox = inbox(source, tag);
        inCall(inbox.waiting(), tag, expected);
        Received received;
        do {
            received = inbox.takeInto(
                    target,
                    prefix,
                    expected,
                    () -> conflictIn(inbox, source, tag, expected),
                    messenger::signal,
                    vigil("a message", source, expected));
        } while (received != null && isDropped(received));
        return received;
    }

    /** Drops what belongs to a call that this member has left early; returns whether it does. */
    private boolean isDropped(Received received) {
        boolean drops = isDiscarded(received.label());
        if (drops) {
            received.payload().release();
        }
        return drops;
    }

    private boolean isDiscarded(Label label) {
        return label.operation() != 0 && label.call() <= lastDiscarded.get();
    }

    /**
     * Returns a message that shows that a call will not come to its end, or null.
     *
     * @throws RuntimeException if the call has failed in another member
     */
    private @Nullable Message conflictIn(Inbox inbox, int source, int tag, Label expected) {
        activity.throwIfFailed(expected);
        Message other = conflictWith(tag, expected);
        return other != null ? other : skipping(inbox.head(), source, expected);
    }

    /** Returns the next message of a member if it belongs to a later call, and the member has not left this one because it failed. */
    private @Nullable Message skipping(@Nullable Message next, int source, Label expected) {
        if (next == null || next.label().call() <= expected.call()) {
            return null;
        }
        // what its process tells of a failure may come after the message, but comes before its answer, and before the
        // end
        if (activity.isKnownAhead(source, expected.call()) || state.gone(source) != null) {
            activity.throwIfFailed(expected);
            return next;
        }
        if (activity.mustAsk(source, expected.call())) {
            inquiries().ask(rank, source, expected);
        }
        return null;
    }

    /**
     * Ends the hold on a message that this member has received, and returns its value; waits for what is still arriving.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone before all has come
     */
    public @Nullable Object take(Received received) {
        try {
            return received.payload().take();
        } catch (MemberFailedException e) {
            throw named(e, received.source()).during(receiving(received.source()));
        }
    }

    /** Lets a failure that transports tell of without knowing members name the sender, or what broke the group. */
    private MemberFailedException named(MemberFailedException failure, int source) {
        MemberFailedException broken = state.broken();
        if (failure.rank() >= 0 || broken != null) {
            return broken != null ? broken.again() : failure;
        }
        return failureOf(source, "%s: %s".formatted(failure.getMessage(), describe(source)), null);
    }

    /** Lets an error in reading a message say where it was read and who sent it. */
    private Received placed(Received received, Label label) {
        int source = received.source();
        Payload payload = received.payload()
                .receivedBy(
                        () -> "here %s; sender %s".formatted(describe(rank), describe(source)),
                        what -> new MemberVigil(
                                this, () -> what.get() + ": " + between("sender", source), source, label, limit));
        return new Received(source, received.label(), payload);
    }

    /** From now on a message of another call wakes those who wait there; they look for earlier ones after this. */
    void inCall(Waiting waiting, int tag, Label expected) {
        activity.waitIn(new Activity.Call(waiting, tag, expected));
    }

    /** Looks for something that members of this process do, and for all that ends the wait for it; see {@link Spot#await}. */
    <T> @Nullable T look(int tag, Label expected, Spot.Awaited<T> awaited) {
        try {
            T value = awaited.look(); // first, because it knows best why it will never come
            if (value != null) {
                return value;
            }
        } catch (MemberFailedException e) {
            MemberFailedException first = state.broken();
            // those who end because of the first failure leave, which is none of its own
            throw first == null || first.rank() == e.rank() ? e : first.again();
        }
        throwIfEnded();
        Message other = conflictWith(tag, expected);
        if (other != null) {
            throw awaited.conflict(Received.of(other));
        }
        return null;
    }

    /**
     * Throws if this member can do nothing more in the group.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void throwIfEnded() {
        MemberFailedException ended = ended();
        if (ended != null) {
            throw ended.again();
        }
    }

    /**
     * This member begins a call; others who wait for it learn so when they ask.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void begin(Label label) {
        MemberFailedException ended = ended();
        if (ended != null) {
            throw ended.again().during(state.nameOf(label));
        }
        activity.begin(label);
    }

    /**
     * This member's thread is in a call from now on.
     *
     * @param throwIfFailed throws if the call has failed in another member; asked while this one waits for messages or for room
     */
    public void enter(Label label, Runnable throwIfFailed) {
        activity.enter(label, throwIfFailed);
    }

    /** This member is in no call any more. */
    public void leaveCall() {
        activity.leave();
    }

    /** Drops what has come in a stream or will come of calls up to one that this member has left early. */
    public void discard(int tag, long lastCall) {
        lastDiscarded.accumulateAndGet(lastCall, Math::max);
        inboxes.forEach((stream, inbox) -> {
            if (stream.tag() == tag) {
                inbox.discard(lastCall, messenger::signal);
            }
        });
    }

    /** Throws if this thread is in a call whose end others wait for, so that what it waits for may never come. */
    private void refuseInCall(String what, int peer) {
        Label call = activity.callOfThread();
        if (call != null) {
            throw new IllegalStateException(
                    "%s%d inside %s: here %s; an operator, a dividable object or a class that is read must not wait for members of its own group"
                            .formatted(what, peer, state.nameOf(call), describe(rank)));
        }
    }

    /** Lets messages to people name calls, for which messaging has only numbers. */
    public void nameCalls(Function<Label, String> names) {
        state.nameCalls(names);
    }

    /** Makes the exception of those who wait for a member that failed in a call. */
    public MemberFailedException failureOf(int failed, String text, @Nullable Throwable cause) {
        return new MemberFailedException(
                text, cause, failed, messenger.peer(state.route().processOf(failed)));
    }

    private @Nullable Message conflictWith(int tag, Label expected) {
        Message shown = activity.conflict();
        if (shown != null && shown.label().call() <= expected.call()) {
            return shown;
        }
        if (inboxes.isEmpty()) {
            return null;
        }
        for (Map.Entry<Stream, Inbox> entry : inboxes.entrySet()) {
            Message head = entry.getValue().head();
            if (entry.getKey().tag() == tag
                    && head != null
                    && conflict(head.label(), expected)
                    && !isDiscarded(head.label())) {
                return head;
            }
        }
        return null;
    }

    /** What was sent to a member in its earlier calls it has taken, so a message of an earlier call is as wrong as another label. */
    private static boolean conflict(Label label, Label expected) {
        return label.call() <= expected.call() && !label.equals(expected);
    }

    /** Leaves the group in good order: members that wait for a message of this one learn that none will come. Idempotent. */
    public void leave() {
        state.leave(rank);
        records.tell();
    }

    /** Returns what others are told of this member's failure: who it is, where, and why; another member's failure remains that. */
    public MemberFailedException failureBecauseOf(Throwable cause) {
        return state.failureOf(rank, cause);
    }

    /**
     * Returns the failure of a process whose members can take no part any more.
     *
     * @param peer rank in this endpoint's group of a member of the process
     * @param lostRank lowest rank of its members in the group that the failure is about, or -1 if that is not known
     */
    public MemberFailedException lossOf(int peer, int lostRank, String message) {
        return new MemberFailedException(
                message, null, lostRank, messenger.peer(state.route().processOf(peer)));
    }

    /** Breaks the group for all its members, because this one failed; only the first failure counts. */
    public void fail(Throwable cause) {
        state.memberFailed(rank, cause);
    }

    /**
     * Breaks the group for its members in this process, although perhaps none has failed; what broke it before still counts.
     *
     * @param why what operations that end because of this say
     */
    public void revoke(String why) {
        state.revoke(why);
    }

    /** Tells another process of the failure that broke the group, if one did, before what is sent to it later. */
    public void passOnFailure(int process) {
        state.passOnFailure(process);
    }

    /** Breaks the group for its members in other processes only: for a process that is about to end. */
    public void tellOthersOfFailure(Throwable cause) {
        state.tellOthersOfFailure(rank, cause);
    }

    /** Describes a member of this group for a message to people. */
    public String describe(int peer) {
        return "group=%s rank=%d %s"
                .formatted(
                        state.route().name(), peer, messenger.peer(state.route().processOf(peer)));
    }

    @Nullable
    PostedReceive claim(
            Frame.Key key,
            Label label,
            boolean receiptWanted,
            long messageBytes,
            MemorySegment memory,
            long at,
            long length) {
        return inbox(key.source(), key.tag())
                .claim(key, label, receiptWanted, messageBytes, memory, at, length, messenger::signal);
    }

    void deliver(Message message) {
        if (message.payload() instanceof BytesPayload bytes) {
            state.track(message.source(), bytes.encoded());
        }
        Inbox inbox = inbox(message.source(), message.tag());
        inbox.deliver(message);
        if (isDiscarded(message.label())) {
            inbox.discard(lastDiscarded.get(), messenger::signal);
            return;
        }
        Activity.Call waiting = activity.call();
        if (waiting != null && waiting.tag() == message.tag() && conflict(message.label(), waiting.expected())) {
            waiting.waiting().alarm();
        }
    }

    void taken(Signal receipt) {
        outlet(receipt.source(), receipt.tag()).taken(receipt.sequence(), receipt.weightBytes());
    }

    void wake() {
        inboxes.values().forEach(Inbox::wake);
        outlets.values().forEach(Outlet::wake);
    }

    /** Returns whether a part of some message that this member has sent stays here until its receiver is ready. */
    boolean holdsBack() {
        return outlets.values().stream().anyMatch(Outlet::holdsBack);
    }

    /** Returns whether nothing that was sent to this member waits to be received. */
    boolean isIdle() {
        return inboxes.values().stream().allMatch(Inbox::isIdle);
    }

    private Inbox inbox(int source, int tag) {
        Stream stream = new Stream(source, tag);
        Inbox known = inboxes.get(stream);
        return known != null ? known : inboxes.computeIfAbsent(stream, this::newInbox);
    }

    private Inbox newInbox(Stream stream) {
        state.watch(stream.peer(), this);
        int peer = stream.peer();
        return new Inbox(
                messenger.patience(),
                messenger.windowBytes(),
                this::ended,
                () -> state.gone(peer),
                () -> state.cutOff(peer));
    }

    private Outlet outlet(int destination, int tag) {
        Stream stream = new Stream(destination, tag);
        Outlet known = outlets.get(stream);
        return known != null ? known : outlets.computeIfAbsent(stream, this::newOutlet);
    }

    private Outlet newOutlet(Stream stream) {
        int peer = stream.peer();
        state.watch(peer, this);
        return new Outlet(
                messenger.patience(),
                messenger.windowBytes(),
                failureOf(peer),
                () -> state.isLostTo(peer),
                destination(peer));
    }

    private Outlet.Destination destination(int peer) {
        Endpoint here = state.endpoint(peer);
        return here != null
                ? new Outlet.Here(here)
                : new Outlet.Elsewhere(messenger.connection(state.route().processOf(peer)));
    }

    /** Returns why this member waits for nothing any more: its group is broken, or it has left; null while it may go on. */
    private @Nullable MemberFailedException ended() {
        MemberFailedException broken = state.broken();
        return broken != null ? broken : state.gone(rank);
    }

    private Supplier<@Nullable MemberFailedException> failureOf(int peer) {
        return () -> {
            MemberFailedException ended = ended();
            return ended != null ? ended : state.gone(peer);
        };
    }

    /** Describes both ends of a wait for a message to people. */
    String between(String role, int peer) {
        return "here rank=%d; %s %s".formatted(rank, role, describe(peer));
    }

    private Vigil vigil(String awaited, int peer, Label label) {
        if (limit == null && !state.route().failsAsWhole()) {
            return () -> awaited + ": " + between("peer", peer); // services wait as long as their job lasts
        }
        return new MemberVigil(this, awaited, peer, label, limit);
    }

    /** Looks after a wait for members of this process, or for any. */
    Vigil vigil(Label call, Spot.Awaited<?> awaited) {
        int peers = awaited.isForOthers() ? MemberVigil.ALL : MemberVigil.NEIGHBOURS;
        return new MemberVigil(this, awaited::describe, peers, awaited.awaitedRank(), call, limit);
    }

    // ---------------------------------------------------------------- what this member is doing, for people and others

    Activity activity() {
        return activity;
    }

    long nanoTime() {
        return messenger.patience().scheduling().nanoTime();
    }

    Inquiries inquiries() {
        return state.inquiries();
    }

    /** Names the operation that a wait is part of. */
    String operation(MemberVigil vigil) {
        return vigil.label().equals(Label.NONE) ? "messages with rank=" + vigil.peer() : state.nameOf(vigil.label());
    }

    private String sending(int destination, Label label) {
        return label.equals(Label.NONE) ? "a send to rank=" + destination : state.nameOf(label);
    }

    private static String receiving(int source) {
        return "a receive from rank=" + source;
    }

    /** The time of an operation is over: makes its exception, and breaks the group if others wait for this member's part. */
    DeadlineExceededException gaveUp(MemberVigil vigil) {
        Duration deadline = Objects.requireNonNull(vigil.limit(), "has a limit").duration();
        List<Integer> silent = inquiries().silent(rank, vigil.peer(), vigil.label());
        String operation = operation(vigil);
        DeadlineExceededException exceeded = new DeadlineExceededException(
                "deadline exceeded: operation=[%s] deadline=%s %s waited for %s; silent ranks=%s: %s"
                        .formatted(
                                operation,
                                deadline,
                                describe(rank),
                                vigil.what(),
                                Ranks.text(silent),
                                inquiries().describe(silent)),
                operation,
                deadline,
                silent);
        if (!vigil.label().equals(Label.NONE)) {
            state.gaveUp(rank, exceeded);
        }
        return exceeded;
    }
}
