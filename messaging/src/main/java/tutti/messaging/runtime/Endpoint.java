package tutti.messaging.runtime;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.PeerInfo;
import tutti.messaging.match.CompletionOrder;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.Payload;
import tutti.messaging.match.Payloads;
import tutti.messaging.progress.Deadline;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/**
 * One member's place in one group: sends to the others by rank and receives from them.
 *
 * <p>Thread-safe: any thread may act for the member. Messages between two members in one context keep their order.
 */
public final class Endpoint {
    /** In place of the rank of a source, or of a tag: all are accepted. */
    public static final int ANY = Pattern.ANY;

    private final Member member;
    private final Sender sender;
    private final Receiver receiver;
    private final CallContext call;
    private final CallEndpoint calls;
    private final PointToPoint messages;
    private final EndpointTexts texts;

    Endpoint(Member member) {
        this.member = member;
        sender = new Sender(member);
        receiver = new Receiver(member);
        call = CallContext.NONE;
        calls = new CallEndpoint(member, receiver, call);
        texts = new EndpointTexts(member);
        messages = new PointToPoint(member, sender, receiver, call, texts);
    }

    private Endpoint(Endpoint whole, CallContext call) {
        member = whole.member;
        sender = whole.sender;
        receiver = whole.receiver;
        this.call = call;
        calls = new CallEndpoint(member, receiver, call);
        texts = whole.texts;
        messages = new PointToPoint(member, sender, receiver, call, texts);
    }

    /**
     * Returns the same place for one operation that begins now and must not take longer.
     *
     * <p>A wait there that takes too long ends with a {@link DeadlineExceededException}.
     */
    public Endpoint within(Duration deadline) {
        return new Endpoint(this, new CallContext(Deadline.from(deadline, member.scheduling()), call.record()));
    }

    /** Returns the same place for one operation that begins now and is recorded, or this place if nothing records. */
    public Endpoint recorded() {
        return OperationRecord.isWanted() && layout().failsAsWhole()
                ? new Endpoint(
                        this, new CallContext(call.limit(), new OperationRecord(member.records(), member.scheduling())))
                : this;
    }

    /** Returns the record of the operation, or null if nothing records. */
    public @Nullable OperationRecord record() {
        return call.record();
    }

    private GroupLayout layout() {
        return member.state().layout();
    }

    private Payloads payloads() {
        return member.process().payloads();
    }

    /** Returns the rank of this member. */
    public int rank() {
        return member.rank();
    }

    /** Returns the number of members in the group. */
    public int size() {
        return layout().size();
    }

    /**
     * Captures a value for one member, before the value can change again.
     *
     * @throws SerializationException if the value cannot be captured; nothing was sent then
     */
    public Payload capture(@Nullable Object value, int destination) {
        return payloads().capture(value, member.isHere(destination));
    }

    /**
     * Captures a value for any number of members of the group; it is encoded at most once.
     *
     * @throws SerializationException if the value cannot be captured; nothing was sent then
     */
    public Payload capture(@Nullable Object value) {
        return payloads().capture(value, member.state().isLocal());
    }

    /** Captures the type and the length of a buffer, as {@link Payloads#captureShape} does. */
    public @Nullable Payload captureShape(DirectBuffer data) {
        return payloads().captureShape(data);
    }

    /** Makes a payload of a value that no other object holds, without taking a copy. */
    public Payload own(@Nullable Object value) {
        return payloads().own(value);
    }

    /** Returns what this member does in collective calls. */
    public CallEndpoint calls() {
        return calls;
    }

    /** Returns the messages of this member that belong to no call. */
    public PointToPoint messages() {
        return messages;
    }

    /** Returns how this member waits for requests. */
    public RequestWaits requests() {
        return new RequestWaits(member, call);
    }

    /** Returns where threads wait for what others do to this member beside the messages of a context. */
    public MemberCondition condition(int context) {
        return new MemberCondition(member, call, context);
    }

    /** Returns what names this member's operations, and makes exceptions about members of the group. */
    public EndpointTexts texts() {
        return texts;
    }

    /** Returns whether this member has left, or its group is broken by a failure; tells no one of it. */
    public boolean isEnded() {
        return member.state().isLostTo(rank());
    }

    /** Returns whether this member has left, or has failed. */
    public boolean hasLeft() {
        return member.state().gone().contains(rank());
    }

    /** Returns the members of the group that live in this process, and what they share. */
    public LocalMembers neighbours() {
        return member.state().neighbours();
    }

    /** Returns an independent copy of a value, or the value itself if it is immutable. */
    public @Nullable Object copy(@Nullable Object value) {
        return payloads().copy(value);
    }

    /**
     * Sends a payload and takes over the caller's hold on it.
     *
     * <p>Needs no posted receive, also to oneself. Waits while the window to the receiver is full.
     *
     * @param context in which the receiver receives it: order, matching and flow control of each are its own
     * @throws MemberFailedException if the receiver, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits for room
     */
    public void send(int destination, int context, CallSignature label, Payload payload) {
        try {
            sender.send(call, destination, context, Envelope.NO_TAG, label, payload, false);
        } catch (MemberFailedException e) {
            throw e.during(texts.sending(destination, label), member.rank());
        }
    }

    /**
     * Sends a buffer's elements as the message that an array of them would be.
     *
     * <p>They are captured before the call returns, so that the caller may overwrite them at once. Otherwise as
     * {@link #send(int, int, CallSignature, Payload)}.
     */
    public void send(int destination, int context, CallSignature label, DirectBuffer data) {
        try {
            sender.send(call, destination, context, Envelope.NO_TAG, label, data, false);
        } catch (MemberFailedException e) {
            throw e.during(texts.sending(destination, label), member.rank());
        }
    }

    /**
     * Takes the next message of a member in a context, waiting until it has at least begun to arrive.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public Message receive(int source, int context) {
        return messages.receive(source, context, ANY);
    }

    /**
     * Takes the next message of a member as {@link #receive(int, int)} does, for a member that is in the middle of a
     * call.
     *
     * <p>If a message from another member has another label in the same call or an earlier one, that message is
     * returned instead: what is waited for might never come. So the caller must compare labels. One thread at a time
     * may do this for a member.
     *
     * @param expected label of the call that this member is in
     */
    public Message receive(int source, int context, CallSignature expected) {
        try {
            return receiver.receive(call, source, context, expected);
        } catch (MemberFailedException e) {
            throw e.during(texts.nameOf(expected), member.rank());
        }
    }

    /**
     * Fills a buffer as {@link PointToPoint#receive(int, int, int, DirectBuffer)} does, for a member that is in the
     * middle of a call.
     *
     * @param expected label of the call that this member is in
     * @return null if the buffer has been filled, else the message with another label that {@link #receive(int, int,
     *     CallSignature)} gives, with nothing overwritten
     */
    public @Nullable Message receive(int source, int context, CallSignature expected, DirectBuffer target) {
        target.requireWritable("target");
        target.requireAccessible();
        byte[] prefix = sender.prefixForFilling(target, source);
        try {
            Message received = prefix == null
                    ? receiver.receive(call, source, context, expected)
                    : receiver.receiveInto(call, source, context, ANY, expected, target, prefix);
            if (received == null || !received.label().equals(expected)) {
                return received;
            }
            texts.fill(target, received);
            return null;
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(texts.nameOf(expected), member.rank());
        }
    }

    /**
     * Ends the hold on a message that this member has received, and returns its value; waits for what is still
     * arriving.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone before all
     *     has come
     */
    public @Nullable Object take(Message received) {
        try {
            return received.take();
        } catch (MemberFailedException e) {
            throw member.named(e, received.source()).during(EndpointTexts.receiving(received.source()), member.rank());
        }
    }

    /**
     * Leaves the group in good order: members that wait for a message of this one learn that none will come. What it
     * has sent is delivered, also what waits for room. Waits for no other member. Idempotent.
     */
    public void leave() {
        member.leave();
        member.records().tell();
    }

    /** Breaks the group for all its members, because this one failed; only the first failure has an effect. */
    public void fail(Throwable cause) {
        member.state().memberFailed(rank(), cause);
    }

    /**
     * Breaks the group for its members in this process, although perhaps none has failed; what broke it before takes
     * precedence.
     *
     * @param why what operations that end because of this say
     */
    public void revoke(String why) {
        member.state().revoke(why);
    }

    /** Breaks the group as {@link #revoke} does, for a member that knows why: what others have not got is no news. */
    public void giveUp(String why) {
        member.state().revoke(why);
        member.state().broken();
    }

    /** Tells another process of the failure that broke the group, if one did, before what is sent to it later. */
    public void passOnFailure(int process) {
        BitSet one = new BitSet();
        one.set(process);
        member.state().passOnFailure(one);
    }

    /** Breaks the group for its members in other processes only: for a process that is about to end. */
    public void tellOthersOfFailure(Throwable cause) {
        member.state().tellOthersOfFailure(rank(), cause);
    }

    /** Returns where a member lives. */
    public PeerInfo peer(int rank) {
        return member.process().peer(layout().processOf(rank));
    }

    /** Returns the ranks of the members that have failed, as far as this one knows, in order. */
    public List<Integer> failed() {
        return member.state().gone().failed();
    }

    /** Describes a member of this group for a message to people. */
    public String describe(int peer) {
        return member.describe(peer);
    }

    /** From now on it is known which threads act for this member, so that a deadlock can be told from a long wait. */
    public void actedForBy(ActingThreads threads) {
        member.activity().actedForBy(threads);
        threads.actAt(member, layout());
    }

    /** From now on this member's requests end in one order with those of the same threads in other groups. */
    public void completesInOrderOf(ActingThreads threads) {
        member.activity().completesIn(threads.completions());
    }

    /** Returns the order in which this member's requests end. */
    public CompletionOrder completions() {
        return member.activity().completions();
    }

    public Member member() {
        return member;
    }
}
