package tutti.messaging.match;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * One message between two members of a group.
 *
 * <p>It is a link of the receiver's lists itself, so that handing it over touches no other memory. The links are
 * guarded by the {@link MatchQueue} that the message lies in.
 */
public sealed class Message extends Envelope permits ElementsMessage, ValueMessage {
    /** What a message weighs beyond its payload, so that a bound on bytes bounds the number of tiny messages too. */
    private static final long OVERHEAD_BYTES = 256;

    static final Payload UNREAD = Payload.bundle(List.of());

    private Payload payload;

    /** Weight of what its source has sent up to its end; known once it lies in a queue. */
    long endBytes;

    /** Whether a receive had taken it, and has given it back: its bytes are counted, and its source knows of it. */
    boolean wasTaken;

    @Nullable
    Message nextOfSource;

    /**
     * The message that arrived after this one; before it is taken in, the one that arrived before, published with the
     * head of that list.
     */
    @Nullable
    Message arrivalLink;

    @Nullable
    Message previousArrived;

    /** Makes a message; see {@link Envelope}. */
    public Message(
            long group,
            int context,
            int source,
            int destination,
            int tag,
            long sequence,
            CallSignature label,
            boolean receiptWanted,
            Payload payload) {
        super(group, context, source, destination, tag, sequence, label, receiptWanted);
        this.payload = payload;
    }

    /** Makes the message that an envelope announces. */
    public Message(Envelope envelope, Payload payload) {
        super(envelope);
        this.payload = payload;
    }

    /** Makes a message without a payload, as the envelope of one that has not been read yet. */
    public static Message unread(
            long group,
            int context,
            int source,
            int destination,
            int tag,
            long sequence,
            CallSignature label,
            boolean receiptWanted) {
        return new Message(group, context, source, destination, tag, sequence, label, receiptWanted, UNREAD);
    }

    /** Returns the message of an envelope: the envelope itself if it is an unread one, which only the caller has. */
    public static Message of(Envelope envelope, Payload payload) {
        if (envelope instanceof Message message && message.payload.equals(UNREAD)) {
            message.payload = payload;
            return message;
        }
        return new Message(envelope, payload);
    }

    /** Returns what only shows a member another's call, and is in no queue. */
    public static Message showing(long group, int source, int destination, CallSignature label) {
        return new Message(group, 0, source, destination, NO_TAG, -1, label, false, Payload.bundle(List.of()));
    }

    public Payload payload() {
        return payload;
    }

    /** Returns the payload of a message that holds its content otherwise, which is made when one is wanted. */
    final Payload payload(Supplier<Payload> make) {
        if (payload.equals(UNREAD)) {
            payload = make.get();
        }
        return payload;
    }

    /** Ends the caller's hold and returns the value, as {@link Payload#take} does. */
    public @Nullable Object take() {
        return payload().take();
    }

    /** Returns the payload if it is an encoded value, which may still be arriving, else null. */
    public @Nullable BytesPayload bytes() {
        return payload instanceof BytesPayload bytes ? bytes : null;
    }

    /** Returns whether its reader's wait for the rest of it has thrown this, and not what was read. */
    public final boolean isGivenUpBy(RuntimeException failure) {
        BytesPayload bytes = bytes();
        return bytes != null && bytes.encoded() instanceof ArrivingBytes arriving && arriving.isOfWait(failure);
    }

    /** Returns the bytes of which a part has not come when this was received, or null. */
    final @Nullable ArrivingBytes arriving() {
        BytesPayload bytes = bytes();
        return bytes == null ? null : bytes.arriving();
    }

    /** Takes the payload into a buffer, as {@link Payload#takeInto} does. */
    public @Nullable String takeInto(DirectBuffer target) {
        return payload().takeInto(target);
    }

    /** No one takes it. */
    public void release() {
        payload.release();
    }

    /**
     * Lets a failure to decode name the member that has received the message; called by it, before anything is decoded.
     */
    public final void readBy(BytesPayload.Reader reader, BytesPayload bytes) {
        payload = bytes.readBy(reader, source());
    }

    /** Returns about how many bytes the message carries. */
    public long sizeBytes() {
        return payload.sizeBytes();
    }

    /** Returns whether more of it is here than may travel with its envelope. */
    final boolean hasData() {
        BytesPayload bytes = bytes();
        return (bytes == null ? sizeBytes() : bytes.arrivedBytes()) > Credit.ANNOUNCED_BYTES;
    }

    /** Returns whether a part of it will never come. */
    final boolean isCutOff() {
        BytesPayload bytes = bytes();
        return bytes != null && bytes.isCutOff();
    }

    /** Returns the bytes that the message takes up of the window between its two members; the same on both sides. */
    public final long weightBytes() {
        return weightBytes(sizeBytes());
    }

    /** Returns what a message with so many bytes weighs. */
    public static long weightBytes(long payloadBytes) {
        return OVERHEAD_BYTES + payloadBytes;
    }
}
