package tutti.messaging.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.Payload;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.SendRequest;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/**
 * Messages of one member that belong to no collective call: sent and received with tags, blocking, or started and
 * awaited later.
 *
 * <p>Thread-safe. A source or a tag may be {@link Endpoint#ANY} in a receive. All methods that wait throw a {@link
 * MemberFailedException} if the other member, or in a group that fails as a whole any member, is gone, and an {@link
 * OperationInterruptedException} if the thread is interrupted meanwhile.
 */
public final class PointToPoint {
    private final Member member;
    private final Sender sender;
    private final Receiver receiver;
    private final CallContext call;
    private final EndpointTexts texts;

    PointToPoint(Member member, Sender sender, Receiver receiver, CallContext call, EndpointTexts texts) {
        this.member = member;
        this.sender = sender;
        this.receiver = receiver;
        this.call = call;
        this.texts = texts;
    }

    // ---------------------------------------------------------------- blocking

    /**
     * Captures a value and sends it as {@link Endpoint#send(int, int, CallSignature, Payload)} does the payload, with a
     * tag of at least 0.
     *
     * @throws SerializationException if the value cannot be captured; nothing was sent then
     */
    public void sendValue(int destination, int context, int tag, @Nullable Object value) {
        try {
            sender.sendValue(call, destination, context, texts.requireTag(tag, destination), CallSignature.NONE, value);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /**
     * Sends a buffer's elements as {@link Endpoint#send(int, int, CallSignature, DirectBuffer)} does, with a tag of at
     * least 0.
     */
    public void send(int destination, int context, int tag, DirectBuffer data) {
        try {
            sender.send(
                    call, destination, context, texts.requireTag(tag, destination), CallSignature.NONE, data, false);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /** Sends a payload as {@link #sendValue} does the value, then waits until the receiver has taken it. */
    public void sendAndAwaitTaken(int destination, int context, int tag, Payload payload) {
        texts.refuseInCall("a send that waits for rank=", destination);
        try {
            long number = sender.send(
                    call, destination, context, texts.requireTag(tag, destination), CallSignature.NONE, payload, true);
            sender.awaitReceived(call, destination, context, CallSignature.NONE, number);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /**
     * Sends a buffer's elements as {@link #send(int, int, int, DirectBuffer)} does, then waits until they have been
     * taken.
     */
    public void sendAndAwaitTaken(int destination, int context, int tag, DirectBuffer data) {
        texts.refuseInCall("a send that waits for rank=", destination);
        try {
            long number = sender.send(
                    call, destination, context, texts.requireTag(tag, destination), CallSignature.NONE, data, true);
            sender.awaitReceived(call, destination, context, CallSignature.NONE, number);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /** Takes the first message from a source with a tag, waiting until it has at least begun to arrive; others stay. */
    public Message receive(int source, int context, int tag) {
        texts.refuseInCall("a receive from rank=", source);
        try {
            return receiver.receive(call, source, context, tag);
        } catch (MemberFailedException e) {
            throw e.during(texts.receiving(source, context, tag), member.rank());
        }
    }

    /**
     * Fills a buffer with the first message from a source with a tag, waiting until it has arrived.
     *
     * <p>The buffer is this method's from the call to the return. If the sender is lost while its message arrives, the
     * buffer's content is undefined.
     *
     * @throws BufferMismatchException if the message holds another type or number of elements; nothing is overwritten
     *     then, and the message is consumed
     */
    public void receive(int source, int context, int tag, DirectBuffer target) {
        texts.refuseInCall("a receive from rank=", source);
        target.requireWritable("target");
        target.requireAccessible();
        byte[] prefix = sender.prefixForFilling(target, source);
        try {
            Message received = prefix == null
                    ? receiver.receive(call, source, context, tag)
                    : receiver.receiveInto(call, source, context, tag, CallSignature.NONE, target, prefix);
            if (received != null) {
                fillOrGiveBack(target, received);
            }
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(texts.receiving(source, context, tag), member.rank());
        }
    }

    /**
     * Fills the first elements of a buffer with the first message from a source with a tag, waiting until it has
     * arrived.
     *
     * @param target may be written
     * @throws BufferMismatchException as by {@link #fillFirst}
     */
    public Status receiveFirst(int source, int context, int tag, DirectBuffer target) {
        texts.refuseInCall("a receive from rank=", source);
        target.requireAccessible();
        byte[] prefix = sender.prefixForFilling(target, source);
        try {
            if (prefix == null) {
                return fillFirstOrGiveBack(target, receiver.receive(call, source, context, tag));
            }
            ReceiveRequest posted =
                    new ReceiveRequest(null, new Pattern(source, tag, Pattern.ANY_CALL), context, target, prefix, null);
            Message received = receiver.receiveInto(call, context, posted);
            return received == null ? posted.filledWith() : fillFirstOrGiveBack(target, received);
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(texts.receiving(source, context, tag), member.rank());
        }
    }

    private void fillOrGiveBack(DirectBuffer target, Message received) {
        try {
            texts.fill(target, received);
        } catch (DeadlineExceededException | OperationInterruptedException e) {
            giveBack(received, e);
            throw e;
        }
    }

    private Status fillFirstOrGiveBack(DirectBuffer target, Message received) {
        try {
            return texts.fillFirst(target, received);
        } catch (DeadlineExceededException | OperationInterruptedException e) {
            giveBack(received, e);
            throw e;
        }
    }

    /**
     * Gives a message back that a receive has taken, if a failure is that of its reader's wait for the rest: the next
     * receive that accepts it gets it.
     */
    public void giveBack(Message received, RuntimeException failure) {
        receiver.giveBack(received, failure);
    }

    // ---------------------------------------------------------------- started

    /**
     * Starts a send; a payload for which there is no room waits in this process.
     *
     * <p>Messages to one member in one context arrive in the order in which they are started.
     *
     * @param tag at least 0
     * @param receiptWanted whether the request ends when the receiver has taken the message, and not already when it is
     *     on its way
     */
    public SendRequest startSend(int destination, int context, int tag, Payload payload, boolean receiptWanted) {
        try {
            int checked = texts.requireTag(tag, destination);
            return sender.post(call, destination, context, checked, CallSignature.NONE, payload, receiptWanted);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /**
     * Starts a send of a buffer's elements as {@link #startSend(int, int, int, Payload, boolean)} does; the buffer is
     * the caller's when this returns.
     */
    public SendRequest startSend(int destination, int context, int tag, DirectBuffer data, boolean receiptWanted) {
        try {
            int checked = texts.requireTag(tag, destination);
            return sender.post(call, destination, context, checked, CallSignature.NONE, data, receiptWanted);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(destination), member.rank());
        }
    }

    /** Waits until a send has ended; interrupted, the send continues. */
    public void await(SendRequest request) {
        try {
            sender.await(call, request);
        } catch (MemberFailedException e) {
            throw e.during(EndpointTexts.sending(request.stream().destination()), member.rank());
        }
    }

    /**
     * Posts a receive: it takes the first message that it accepts and that no receive takes which was posted before.
     */
    public ReceiveRequest startReceive(int source, int context, int tag) {
        return receiver.post(call, source, context, tag, null, null);
    }

    /**
     * Posts a receive as {@link #startReceive(int, int, int)} does, whose message is written into a buffer as it comes.
     */
    public ReceiveRequest startReceive(int source, int context, int tag, DirectBuffer target) {
        target.requireWritable("target");
        target.requireAccessible();
        return receiver.post(call, source, context, tag, target, sender.prefix(target));
    }

    /**
     * Waits until a receive has been matched, and all of the message is in its buffer if it was written straight there.
     *
     * <p>Interrupted, or if the time of the operation is over, the receive stays posted.
     */
    public void awaitMatch(ReceiveRequest request) {
        int source = request.pattern().source();
        texts.refuseInCall("a receive from rank=", source);
        try {
            receiver.awaitMatch(call, request);
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(texts.receiving(request.pattern(), request.context()), member.rank());
        }
    }

    /**
     * Returns the message of a receive without a buffer that has ended; called once, because the message is the
     * caller's then.
     *
     * @throws MemberFailedException if none will come
     */
    public Message received(ReceiveRequest request) {
        return Objects.requireNonNull(matched(request), "has no buffer");
    }

    /** Returns the message that a receive has been matched with; null if its buffer holds it. */
    private @Nullable Message matched(ReceiveRequest request) {
        int source = request.pattern().source();
        try {
            return receiver.matched(call, request);
        } catch (MemberFailedException e) {
            throw member.named(e, source).during(texts.receiving(request.pattern(), request.context()), member.rank());
        }
    }

    /**
     * Fills the buffer of a receive that has ended, if it is not filled yet; called once.
     *
     * @throws BufferMismatchException if the message does not fit the buffer; it has been consumed, and nothing is
     *     overwritten
     */
    public void fill(ReceiveRequest request) {
        Message received = matched(request);
        if (received != null) {
            fill(targetOf(request), received);
        }
    }

    /**
     * Moves a received message into a buffer, waiting until all of it has arrived.
     *
     * @throws BufferMismatchException if it holds another type or number of elements
     */
    public void fill(DirectBuffer target, Message received) {
        try {
            texts.fill(target, received);
        } catch (MemberFailedException e) {
            throw member.named(e, received.source()).during(EndpointTexts.receiving(received.source()), member.rank());
        }
    }

    /**
     * Moves a message that a receive was matched with into the first elements of its buffer, if it does not hold it
     * yet.
     *
     * @return what is known of the message
     * @throws BufferMismatchException if it holds another type of elements, or more than the buffer has room for
     */
    public Status fillFirst(ReceiveRequest request) {
        Message received = matched(request);
        if (received == null) {
            return request.filledWith();
        }
        try {
            return texts.fillFirst(targetOf(request), received);
        } catch (MemberFailedException e) {
            throw member.named(e, received.source()).during(EndpointTexts.receiving(received.source()), member.rank());
        }
    }

    private static DirectBuffer targetOf(ReceiveRequest request) {
        return Objects.requireNonNull(request.target(), "has a buffer");
    }

    // ---------------------------------------------------------------- probing

    /** Returns the message that a receive would take now, which stays; null if there is none. */
    public @Nullable Message probe(int source, int context, int tag) {
        member.throwIfEnded();
        return receiver.probe(source, context, tag);
    }

    /** Waits until there is a message that a receive would take, and returns it; it stays. */
    public Message awaitProbe(int source, int context, int tag) {
        texts.refuseInCall("a probe of rank=", source);
        try {
            return receiver.awaitProbe(call, source, context, tag);
        } catch (MemberFailedException e) {
            throw e.during(texts.receiving(source, context, tag), member.rank());
        }
    }

    /** Takes the message that a receive would take now; returns null if there is none. */
    public @Nullable Message tryReceive(int source, int context, int tag) {
        return receiver.tryReceive(call, source, context, tag);
    }
}
