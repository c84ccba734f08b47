package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.SendRequest;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;

/** Sends and receives of one member that are started, and awaited, probed or cancelled later. Thread-safe. */
public final class Requests {
    private final Member member;
    private final Sender sender;
    private final Receiver receiver;
    private final CallContext call;
    private final EndpointTexts texts;

    Requests(Member member, Sender sender, Receiver receiver, CallContext call, EndpointTexts texts) {
        this.member = member;
        this.sender = sender;
        this.receiver = receiver;
        this.call = call;
        this.texts = texts;
    }

    /**
     * Starts a send; a payload for which there is no room waits in this process.
     *
     * <p>Messages to one member in one context arrive in the order in which they are started.
     *
     * @param tag at least 0
     * @param receiptWanted whether the request ends when the receiver has taken the message, and not already when it is
     *     on its way
     * @throws MemberFailedException if the receiver, or in a group that fails as a whole any member, is gone
     */
    public SendRequest startSend(
            int destination, int context, int tag, CallSignature label, Payload payload, boolean receiptWanted) {
        try {
            return sender.post(destination, context, texts.requireTag(tag, destination), label, payload, receiptWanted);
        } catch (MemberFailedException e) {
            throw e.during(texts.sending(destination, label));
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
     * @param source rank of the sender, or {@link Endpoint#ANY}
     * @param tag of the message, or {@link Endpoint#ANY}
     * @throws MemberFailedException if a group that fails as a whole is broken
     */
    public ReceiveRequest startReceive(int source, int context, int tag) {
        return receiver.post(source, context, tag, null, null);
    }

    /**
     * Posts a receive as {@link #startReceive(int, int, int)} does, whose message is written into a buffer as it comes.
     */
    public ReceiveRequest startReceive(int source, int context, int tag, DirectBuffer target) {
        target.requireWritable("target");
        return receiver.post(source, context, tag, target, sender.prefix(target));
    }

    /**
     * Waits until a receive has ended; called once for each, because the message is the caller's then.
     *
     * @return the message; null if the receive's buffer holds it
     * @throws BufferMismatchException if the message does not fit the buffer; it has been consumed, and nothing is
     *     overwritten
     * @throws MemberFailedException if no message will come, because the sender, or in a group that fails as a whole
     *     any member, is gone
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
            texts.fill(target, received);
            return null;
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.receiving(source));
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
            throw e.during(EndpointTexts.receiving(source));
        }
    }

    /** Takes the message that a receive would take now; returns null if there is none. */
    public @Nullable Message tryReceive(int source, int context, int tag) {
        return receiver.tryReceive(call, source, context, tag);
    }
}
