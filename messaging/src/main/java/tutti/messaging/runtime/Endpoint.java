package tutti.messaging.runtime;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.Payload;
import tutti.messaging.match.Payloads;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.SendRequest;
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
 * <p>Thread-safe: any thread may act for the member. Messages between two members with one tag form a stream, which keeps its
 * order; streams are independent of each other.
 */
public final class Endpoint {
    /** In place of the rank of a source, or of a tag: all are accepted. */
    public static final int ANY = Pattern.ANY;

    private final Member member;
    private final Sender sender;
    private final Receiver receiver;
    private final CallContext call;

    Endpoint(Member member) {
        this.member = member;
        sender = new Sender(member);
        receiver = new Receiver(member);
        call = CallContext.NONE;
    }

    private Endpoint(Endpoint whole, CallContext call) {
        member = whole.member;
        sender = whole.sender;
        receiver = whole.receiver;
        this.call = call;
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
        return OperationRecord.isWanted() && route().failsAsWhole()
                ? new Endpoint(
                        this, new CallContext(call.limit(), new OperationRecord(member.records(), member.scheduling())))
                : this;
    }

    /** Returns the record of the operation, or null if nothing records. */
    public @Nullable OperationRecord record() {
        return call.record();
    }

    private GroupLayout route() {
        return member.state().route();
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
        return route().size();
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

    /** Makes a payload of a value that nobody else holds, without taking a copy. */
    public Payload own(@Nullable Object value) {
        return payloads().own(value);
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
        send(destination, context, Envelope.NO_TAG, label, payload);
    }

    /**
     * Sends a payload as {@link #send(int, int, Label, Payload)} does, with a tag for the receiver to ask for.
     *
     * @param tag at least 0
     */
    public void send(int destination, int context, int tag, CallSignature label, Payload payload) {
        try {
            sender.send(call, destination, context, requireTag(tag, destination), label, payload, false);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /** Sends a payload as {@link #send} does, then waits until the receiver has taken it. */
    public void sendAndAwaitTaken(int destination, int context, CallSignature label, Payload payload) {
        member.refuseInCall("a send that waits for rank=", destination);
        try {
            long number = sender.send(call, destination, context, Envelope.NO_TAG, label, payload, true);
            sender.awaitReceived(call, destination, context, label, number);
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
    public void send(int destination, int context, CallSignature label, DirectBuffer data) {
        try {
            sender.send(call, destination, context, Envelope.NO_TAG, label, data, false);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /** Sends a buffer's elements as {@link #send(int, int, Label, DirectBuffer)} does, then waits until they have been taken. */
    public void sendAndAwaitTaken(int destination, int context, CallSignature label, DirectBuffer data) {
        member.refuseInCall("a send that waits for rank=", destination);
        try {
            long number = sender.send(call, destination, context, Envelope.NO_TAG, label, data, true);
            sender.awaitReceived(call, destination, context, label, number);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /**
     * Takes the next message of a member in a context, waiting until it has at least begun to arrive.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public Message receive(int source, int context) {
        return receive(source, context, ANY);
    }

    /**
     * Takes the next message with a tag as {@link #receive(int, int)} does; messages with other tags stay.
     *
     * @param source rank of the sender, or {@link #ANY}
     * @param tag of the message, or {@link #ANY}
     */
    public Message receive(int source, int context, int tag) {
        member.refuseInCall("a receive from rank=", source);
        try {
            return receiver.receive(call, source, context, tag);
        } catch (MemberFailedException e) {
            throw e.during(receiving(source));
        }
    }

    /**
     * Takes the next message of a member as {@link #receive(int, int)} does, for a member that is in the middle of a call.
     *
     * <p>If a message from another member has another label in the same call or an earlier one, that message is returned instead:
     * what is waited for might never come. So the caller must compare labels. One thread at a time may do this for a member.
     *
     * @param expected label of the call that this member is in
     */
    public Message receive(int source, int context, CallSignature expected) {
        try {
            return receiver.receive(call, source, context, expected);
        } catch (MemberFailedException e) {
            throw e.during(nameOf(expected));
        }
    }

    /**
     * Takes the next message of a member in a context that has nothing to do with calls, for a member that is in the middle of one.
     *
     * <p>If a message of another call comes in the context of the calls, it is returned instead, as by {@link #receive(int, int, Label)}.
     *
     * @param context of the message, which has no label
     * @param callContext of the messages of calls
     * @param label of the call that this member is in
     */
    public Message receiveBeside(int source, int context, int callContext, CallSignature label) {
        try {
            return receiver.receiveBeside(call, source, context, callContext, label);
        } catch (MemberFailedException e) {
            throw e.during(nameOf(label));
        }
    }

    /**
     * Fills a buffer with the next message of a member in a context, waiting until it has arrived.
     *
     * <p>The buffer is this method's from the call to the return. If the sender is lost while its message arrives, the buffer's
     * content is undefined.
     *
     * @throws BufferMismatchException if the message holds another type or number of elements; nothing is overwritten then, and the
     *     message is consumed
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public void receive(int source, int context, DirectBuffer target) {
        member.refuseInCall("a receive from rank=", source);
        target.requireWritable("target");
        byte[] prefix = sender.prefixForFilling(target, source);
        try {
            Message received = prefix == null
                    ? receiver.receive(call, source, context, ANY)
                    : receiver.receiveInto(call, source, context, ANY, CallSignature.NONE, target, prefix);
            if (received != null) {
                fill(target, received);
            }
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(receiving(source));
        }
    }

    /**
     * Fills a buffer as {@link #receive(int, int, DirectBuffer)} does, for a member that is in the middle of a call.
     *
     * @param expected label of the call that this member is in
     * @return null if the buffer has been filled, else the message with another label that {@link #receive(int, int, Label)} gives,
     *     with nothing overwritten
     */
    public @Nullable Message receive(int source, int context, CallSignature expected, DirectBuffer target) {
        target.requireWritable("target");
        byte[] prefix = sender.prefixForFilling(target, source);
        try {
            Message received = prefix == null
                    ? receiver.receive(call, source, context, expected)
                    : receiver.receiveInto(call, source, context, ANY, expected, target, prefix);
            if (received == null || !received.label().equals(expected)) {
                return received;
            }
            fill(target, received);
            return null;
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(nameOf(expected));
        }
    }

    /**
     * Ends the hold on a message that this member has received, and returns its value; waits for what is still arriving.
     *
     * @throws MemberFailedException if the sender, or in a group that fails as a whole any member, is gone before all has come
     */
    public @Nullable Object take(Message received) {
        try {
            return received.payload().take();
        } catch (MemberFailedException e) {
            throw member.named(e, received.source()).during(receiving(received.source()));
        }
    }

    /**
     * Starts a send; a payload for which there is no room waits in this process.
     *
     * <p>Messages to one member in one context arrive in the order in which they are started.
     *
     * @param tag at least 0
     * @param receiptWanted whether the request ends when the receiver has taken the message, and not already when it is on its way
     * @throws MemberFailedException if the receiver, or in a group that fails as a whole any member, is gone
     */
    public SendRequest startSend(
            int destination, int context, int tag, CallSignature label, Payload payload, boolean receiptWanted) {
        try {
            return sender.post(destination, context, requireTag(tag, destination), label, payload, receiptWanted);
        } catch (MemberFailedException e) {
            throw e.during(sending(destination, label));
        }
    }

    /**
     * Waits until a send has ended.
     *
     * @throws MemberFailedException if the receiver, or in a group that fails as a whole any member, is gone before
     * @throws OperationInterruptedException if the thread is interrupted while it waits; the send continues
     */
    public void await(SendRequest request) {
        sender.await(call, request);
    }

    /**
     * Posts a receive: it takes the first message that it accepts and that no receive takes which was posted before.
     *
     * @param source rank of the sender, or {@link #ANY}
     * @param tag of the message, or {@link #ANY}
     * @throws MemberFailedException if a group that fails as a whole is broken
     */
    public ReceiveRequest startReceive(int source, int context, int tag) {
        return receiver.post(source, context, tag, null, null);
    }

    /** Posts a receive as {@link #startReceive(int, int, int)} does, whose message is written into a buffer as it comes. */
    public ReceiveRequest startReceive(int source, int context, int tag, DirectBuffer target) {
        target.requireWritable("target");
        return receiver.post(source, context, tag, target, sender.prefix(target));
    }

    /**
     * Waits until a receive has ended; called once for each, because the message is the caller's then.
     *
     * @return the message; null if the receive's buffer holds it
     * @throws BufferMismatchException if the message does not fit the buffer; it has been consumed, and nothing is overwritten
     * @throws MemberFailedException if no message will come, because the sender, or in a group that fails as a whole any member, is gone
     * @throws OperationInterruptedException if the thread is interrupted while it waits; the receive stays posted
     */
    public @Nullable Message await(ReceiveRequest request) {
        int source = request.pattern().source();
        member.refuseInCall("a receive from rank=", source);
        try {
            Message received = receiver.await(call, request);
            DirectBuffer target = request.target();
            if (received == null || target == null) {
                return received;
            }
            fill(target, received);
            return null;
        } catch (MemberFailedException e) {
            throw e.during(receiving(source));
        }
    }

    /** Returns the message that a receive would take now, which stays; null if there is none. */
    public @Nullable Message probe(int source, int context, int tag) {
        member.throwIfEnded();
        return receiver.probe(source, context, tag);
    }

    /**
     * Waits until there is a message that a receive would take, and returns it; it stays.
     *
     * @throws MemberFailedException if none will come
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    public Message awaitProbe(int source, int context, int tag) {
        member.refuseInCall("a probe of rank=", source);
        try {
            return receiver.awaitProbe(call, source, context, tag);
        } catch (MemberFailedException e) {
            throw e.during(receiving(source));
        }
    }

    /** Takes the message that a receive would take now; returns null if there is none. */
    public @Nullable Message tryReceive(int source, int context, int tag) {
        return receiver.tryReceive(call, source, context, tag);
    }

    /**
     * Waits in the middle of a call for something that members do in memory.
     *
     * @param place where it waits
     * @param callContext context in which a message of another call would come
     * @param label of the call
     * @throws MemberFailedException if the group is broken, or the member has left
     * @throws OperationInterruptedException if the thread is interrupted while it is parked
     */
    public <T> T await(
            MemberWaitQueue place, int callContext, CallSignature label, MemberWaitQueue.Awaited<T> awaited) {
        T early = awaited.glance();
        if (early != null) {
            return early;
        }
        member.activity().waitIn(place.waiting(), label);
        return place.waiting().await(new MemberWait<>(member, call, callContext, label, awaited));
    }

    /**
     * Throws if this member can do nothing more in the group.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void throwIfEnded() {
        member.throwIfEnded();
    }

    /**
     * This member begins a call; others who wait for it learn so when they ask.
     *
     * @throws MemberFailedException if the group is broken, or this member has left it
     */
    public void begin(CallSignature label) {
        MemberFailedException ended = member.ended();
        if (ended != null) {
            throw ended.again().during(nameOf(label));
        }
        member.activity().begin(label);
    }

    /**
     * This member's thread is in a call from now on.
     *
     * @param throwIfFailed throws if the call has failed in another member; asked while this one waits for messages or for room
     */
    public void enter(CallSignature label, Runnable throwIfFailed) {
        member.activity().enter(label, throwIfFailed);
    }

    /** This member is in no call any more. */
    public void leaveCall() {
        member.activity().leave();
    }

    /** Drops what has come in a context or will come of calls up to one that this member has left early. */
    public void discard(int context, long lastCall) {
        member.discard(context, lastCall);
    }

    /** Lets messages to people name calls, for which messaging has only numbers. */
    public void nameCalls(Function<CallSignature, String> names) {
        member.state().texts().nameCalls(names);
    }

    /** Makes the exception of those who wait for a member that failed in a call. */
    public MemberFailedException failureOf(int failed, String text, @Nullable Throwable cause) {
        return member.failureOf(failed, text, cause);
    }

    /** Leaves the group in good order: members that wait for a message of this one learn that none will come. Idempotent. */
    public void leave() {
        member.state().leave(rank());
        member.records().tell();
    }

    /** Returns what others are told of this member's failure: who it is, where, and why; another member's failure remains that. */
    public MemberFailedException failureBecauseOf(Throwable cause) {
        return member.state().texts().failed(rank(), cause);
    }

    /**
     * Returns the failure of a process whose members can take no part any more.
     *
     * @param peer rank in this endpoint's group of a member of the process
     * @param lostRank lowest rank of its members in the group that the failure is about, or -1 if that is not known
     */
    public MemberFailedException lossOf(int peer, int lostRank, String message) {
        return new MemberFailedException(
                message, null, lostRank, member.process().peer(route().processOf(peer)));
    }

    /** Breaks the group for all its members, because this one failed; only the first failure has an effect. */
    public void fail(Throwable cause) {
        member.state().memberFailed(rank(), cause);
    }

    /**
     * Breaks the group for its members in this process, although perhaps none has failed; what broke it before takes precedence.
     *
     * @param why what operations that end because of this say
     */
    public void revoke(String why) {
        member.state().revoke(why);
    }

    /** Tells another process of the failure that broke the group, if one did, before what is sent to it later. */
    public void passOnFailure(int process) {
        member.state().passOnFailure(process);
    }

    /** Breaks the group for its members in other processes only: for a process that is about to end. */
    public void tellOthersOfFailure(Throwable cause) {
        member.state().tellOthersOfFailure(rank(), cause);
    }

    /** Describes a member of this group for a message to people. */
    public String describe(int peer) {
        return member.describe(peer);
    }

    public Member member() {
        return member;
    }

    private void fill(DirectBuffer target, Message received) {
        String sent = received.payload().takeInto(target);
        if (sent != null) {
            throw bufferMismatch(received.source(), sent, target);
        }
    }

    /** Makes the exception of this member whose buffer does not fit what another one sent. */
    public BufferMismatchException bufferMismatch(int source, String sent, DirectBuffer expected) {
        return new BufferMismatchException(
                "buffer does not match: sent=%s by %s; expected=%s at %s; let both use the same element type and length"
                        .formatted(sent, describe(source), expected.shape(), describe(rank())));
    }

    private int requireTag(int tag, int destination) {
        if (tag < 0) {
            throw new IllegalArgumentException("negative tag: tag=%d %s".formatted(tag, describe(destination)));
        }
        return tag;
    }

    private String nameOf(CallSignature label) {
        return member.state().texts().nameOf(label);
    }

    private String sending(int destination, CallSignature label) {
        return label.equals(CallSignature.NONE) ? "a send to rank=" + destination : nameOf(label);
    }

    private static String receiving(int source) {
        return "a receive from rank=" + source;
    }
}
