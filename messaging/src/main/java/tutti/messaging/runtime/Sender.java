package tutti.messaging.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.ElementsMessage;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.Payload;
import tutti.messaging.match.Payloads;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.match.SendRequest;
import tutti.messaging.match.SendStream;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/** What one member sends: payloads and buffers, to members of its process and of others. Thread-safe. */
final class Sender {
    /** Inside a process, an array made for the message costs less than posting a buffer smaller than this. */
    private static final int FILLED_FROM_BYTES = 4096;

    private static final int AWAITED_FROM_BYTES = 16 << 10;
    private static final long SPIN_NANOS = 1_000;
    static final String ROOM = "room to send";

    private final Member member;
    private final BufferPrefixes prefixes;
    private final RemoteBuffers remote;

    Sender(Member member) {
        this.member = member;
        prefixes = new BufferPrefixes(member.process().payloads());
        remote = new RemoteBuffers(member);
    }

    /** Sends a payload; returns the number of the message. */
    long send(
            CallContext call,
            int destination,
            int context,
            int tag,
            CallSignature label,
            Payload payload,
            boolean receiptWanted) {
        boolean here = member.isHere(destination);
        Payload carried = here ? payload : member.process().payloads().encode(payload);
        call.sent(destination, carried); // before the receiver takes it
        SendStream stream = member.stream(destination, context);
        return awaitRoom(call, stream, label, stream.send(tag, label, receiptWanted, carried));
    }

    /** Sends a value as the other method does the payload that captures it. */
    void sendValue(
            CallContext call, int destination, int context, int tag, CallSignature label, @Nullable Object value) {
        Payloads payloads = member.process().payloads();
        boolean here = member.isHere(destination);
        if (!here || call.record() != null) { // a record has the size of the payload
            send(call, destination, context, tag, label, payloads.capture(value, here), false);
            return;
        }
        SendStream stream = member.stream(destination, context);
        awaitRoom(call, stream, label, stream.sendHere(tag, label, false, value, payloads));
    }

    /**
     * Waits until there is room for a message; a call that fails meanwhile ends the wait. Returns its number.
     *
     * @param placed that number, or its complement if there was no room
     */
    private long awaitRoom(CallContext call, SendStream stream, CallSignature label, long placed) {
        return placed >= 0 ? placed : awaitRoom(member, call, stream, label, ~placed);
    }

    static long awaitRoom(Member member, CallContext call, SendStream stream, CallSignature label, long number) {
        stream.await(
                () -> {
                    member.activity().throwIfFailed(label);
                    return stream.hasRoomFor(number) ? true : null;
                },
                MemberWaitMonitor.of(member, call, ROOM, stream.destination(), label));
        return number;
    }

    /** Sends a buffer's elements as the message that an array of them would be; returns the number of the message. */
    long send(
            CallContext call,
            int destination,
            int context,
            int tag,
            CallSignature label,
            DirectBuffer data,
            boolean receiptWanted) {
        data.requireAccessible(); // before the message has a number, which only the message itself can use up
        byte[] prefix = prefixForFilling(data, destination);
        long number = prefix == null
                ? -1
                : sendUncaptured(call, destination, context, tag, label, prefix, data, receiptWanted);
        if (number >= 0) {
            call.sent(destination, Objects.requireNonNull(prefix).length + data.lengthBytes());
            return number;
        }
        boolean here = member.isHere(destination);
        Payloads payloads = member.process().payloads();
        if (here && ElementsMessage.canHold(data)) {
            call.sent(destination, data.lengthBytes());
            SendStream stream = member.stream(destination, context);
            long placed = stream.send(tag, label, receiptWanted, data, payloads);
            return awaitRoom(call, stream, label, placed);
        }
        Payload captured = payloads.captureBuffer(data, here);
        return send(call, destination, context, tag, label, captured, receiptWanted);
    }

    /**
     * Starts a send of a buffer's elements: when this returns they are captured, or are where they are wanted.
     *
     * <p>Without a wish for a receipt they are copied straight into a buffer that waits in this process, or to where
     * another reads them, as far as there is room. Never waits.
     */
    SendRequest post(
            CallContext call,
            int destination,
            int context,
            int tag,
            CallSignature label,
            DirectBuffer data,
            boolean receiptWanted) {
        data.requireAccessible();
        byte[] prefix = receiptWanted ? null : prefixForFilling(data, destination);
        SendStream stream = member.stream(destination, context);
        if (prefix != null && place(stream, context, tag, label, prefix, data)) {
            call.sent(destination, prefix.length + data.lengthBytes());
            return call.endingWith(new SendRequest(member.activity().completions(), stream, tag, label, false, null));
        }
        Payload captured = member.process().payloads().captureBuffer(data, member.isHere(destination));
        return post(call, destination, context, tag, label, captured, receiptWanted);
    }

    /** Copies a buffer to where it is wanted, or its receiver reads it; returns false if there is no such place now. */
    private boolean place(
            SendStream stream, int context, int tag, CallSignature label, byte[] prefix, DirectBuffer data) {
        if (member.isHere(stream.destination())) {
            return fill(stream, context, tag, label, prefix, data, false, false) >= 0;
        }
        return remote.start(stream, tag, label, prefix, data);
    }

    /** Starts a send; the payload is this method's. */
    SendRequest post(
            CallContext call,
            int destination,
            int context,
            int tag,
            CallSignature label,
            Payload payload,
            boolean receiptWanted) {
        Payload carried = member.isHere(destination)
                ? payload
                : member.process().payloads().encode(payload);
        call.sent(destination, carried);
        SendStream stream = member.stream(destination, context);
        SendRequest request =
                new SendRequest(member.activity().completions(), stream, tag, label, receiptWanted, carried);
        stream.post(request);
        return call.endingWith(request);
    }

    /** Waits until a send has ended. */
    void await(CallContext call, SendRequest request) {
        call.endIfDone(request);
        request.stream()
                .await(
                        () -> {
                            TuttiException failure = request.failure();
                            if (failure != null) {
                                throw failure;
                            }
                            return request.isDone() ? true : null;
                        },
                        MemberWaitMonitor.of(
                                member,
                                call,
                                request.receiptWanted() ? "a receiver" : ROOM,
                                request.stream().destination(),
                                request.label()));
    }

    /** Waits until the receiver has taken a message. */
    void awaitReceived(CallContext call, int destination, int context, CallSignature label, long number) {
        member.stream(destination, context)
                .awaitReceived(number, MemberWaitMonitor.of(member, call, "a receiver", destination, label));
    }

    /**
     * Copies a buffer straight to where it is wanted, or to where its receiver reads it.
     *
     * @return the number of the message, or a negative one if there is no such place
     */
    private long sendUncaptured(
            CallContext call,
            int destination,
            int context,
            int tag,
            CallSignature label,
            byte[] prefix,
            DirectBuffer data,
            boolean receiptWanted) {
        SendStream stream = member.stream(destination, context);
        if (member.isHere(destination)) {
            return fill(stream, context, tag, label, prefix, data, receiptWanted, true);
        }
        return remote.send(call, stream, tag, label, prefix, data, receiptWanted);
    }

    /**
     * Copies a buffer into one that waits for it in this process.
     *
     * @param spins whether a receiver that is about to wait is given a moment
     * @return the number of the message, or a negative one if no buffer waits
     */
    private long fill(
            SendStream stream,
            int context,
            int tag,
            CallSignature label,
            byte[] prefix,
            DirectBuffer data,
            boolean receiptWanted,
            boolean spins) {
        Recipient peer = Objects.requireNonNull(member.state().member(stream.destination()), "lives in this process");
        MemorySegment first = MemorySegment.ofArray(prefix);
        long bytes = prefix.length + data.lengthBytes();
        SendStream.Numbering<ReceiveRequest> claim = (sequence, credit) ->
                peer.claim(stream.envelope(sequence, tag, label, receiptWanted), bytes, first, 0, prefix.length);
        ReceiveRequest request = stream.tryPlace(Message.weightBytes(bytes), receiptWanted, claim);
        if (request == null && spins && bytes >= AWAITED_FROM_BYTES && spinUntilPosted(peer, context)) {
            request = stream.tryPlace(Message.weightBytes(bytes), receiptWanted, claim);
        }
        if (request == null) {
            return -1;
        }
        RuntimeException closed = request.copy(data) ? null : whyNotAccessible(data); // null: the receiver's memory is
        if (closed != null) {
            member.activity().failed(label, closed); // others hear of the call's failure first
        }
        request.complete();
        if (closed != null) {
            throw closed;
        }
        return Objects.requireNonNull(request.claimedFor(), "claimed").sequence();
    }

    private static @Nullable RuntimeException whyNotAccessible(DirectBuffer data) {
        try {
            data.requireAccessible();
            return null;
        } catch (IllegalStateException | WrongThreadException e) {
            return e;
        }
    }

    /**
     * Gives a receiver that is about to post its buffer a moment to do so: less than the copy takes that this saves.
     */
    private boolean spinUntilPosted(Recipient peer, int context) {
        IdleStrategy idleStrategy = member.process().idleStrategy();
        if (!idleStrategy.spins() || Thread.currentThread().isVirtual()) {
            return false;
        }
        long start = idleStrategy.scheduling().nanoTime();
        boolean isPosted;
        do {
            Thread.onSpinWait();
            isPosted = peer.hasPosted(context);
        } while (!isPosted && idleStrategy.scheduling().nanoTime() - start < SPIN_NANOS);
        return isPosted;
    }

    /** Returns what precedes a buffer's elements in their encoding, or null if the buffer goes a simpler way. */
    byte @Nullable [] prefixForFilling(DirectBuffer buffer, int peer) {
        boolean simpler = buffer.lengthBytes() < FILLED_FROM_BYTES
                && (peer == Pattern.ANY ? member.state().isLocal() : member.isHere(peer));
        return simpler ? null : prefix(buffer);
    }

    /** Returns what precedes a buffer's elements in their encoding, or null if this is not known. */
    byte @Nullable [] prefix(DirectBuffer buffer) {
        return prefixes.of(buffer);
    }
}
