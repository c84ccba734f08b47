package tutti.messaging;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One message between two members of a group, as it lies in the receiver's mailbox.
 *
 * <p>It is a link of the mailbox's list itself, so that handing it over touches no other memory.
 */
final class Message {
    /** What a message weighs beyond its payload, so that a bound on bytes bounds the number of tiny messages too. */
    private static final long OVERHEAD_BYTES = 256;

    private final long group;
    private final int source;
    private final int destination;
    private final int tag;
    private final long sequence;
    private final Label label;
    private final boolean receiptWanted;
    private @Nullable Payload payload;
    private volatile @Nullable Message next;

    /**
     * Makes a message.
     *
     * @param group identity of the group
     * @param source rank of the sender
     * @param destination rank of the receiver
     * @param tag which of the streams between the two the message belongs to
     * @param sequence how many messages of the stream came before this one
     * @param label what the sender was doing
     * @param receiptWanted whether the sender waits until the message is taken
     * @param payload what the message carries
     */
    Message(
            long group,
            int source,
            int destination,
            int tag,
            long sequence,
            Label label,
            boolean receiptWanted,
            Payload payload) {
        this.group = group;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.sequence = sequence;
        this.label = label;
        this.receiptWanted = receiptWanted;
        this.payload = payload;
    }

    /** Returns what only shows a member another's call, and is in no mailbox. */
    static Message showing(long group, int source, int destination, Label label) {
        return new Message(group, source, destination, 0, -1, label, false, Payload.bundle(List.of()));
    }

    /** Returns what stands at the beginning of a mailbox's list. */
    static Message none() {
        return new Message(0, -1, -1, 0, -1, Label.NONE, false, Payload.bundle(List.of()));
    }

    long group() {
        return group;
    }

    int source() {
        return source;
    }

    int destination() {
        return destination;
    }

    int tag() {
        return tag;
    }

    long sequence() {
        return sequence;
    }

    Label label() {
        return label;
    }

    boolean receiptWanted() {
        return receiptWanted;
    }

    Payload payload() {
        return Objects.requireNonNull(payload, "payload was taken");
    }

    /** Ends this message's hold on its payload, because a mailbox remembers the last message that was taken. */
    void forgetPayload() {
        payload = null;
    }

    /** Returns the bytes that the message takes up of the window between its two members; the same on both sides. */
    long weightBytes() {
        return weightBytes(payload().sizeBytes());
    }

    /** Returns what a message with so many bytes weighs. */
    static long weightBytes(long payloadBytes) {
        return OVERHEAD_BYTES + payloadBytes;
    }

    @Nullable
    Message next() {
        return next;
    }

    /** Publishes the message that follows this one in its mailbox. */
    void link(Message following) {
        next = following;
    }
}
