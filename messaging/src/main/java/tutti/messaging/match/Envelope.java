package tutti.messaging.match;

import org.jspecify.annotations.Nullable;
import tutti.messaging.signature.CallSignature;

/**
 * What is known of a message without its content: between whom it travels, in which context, and its place in the
 * order.
 *
 * <p>Messages from one member to another in one context are numbered in the order of sending, across all tags. Two
 * envelopes are equal if they have the same place in that order.
 */
public class Envelope {
    /** Contexts of a group are numbered from 0 to one below this. */
    public static final int CONTEXTS = 9;

    /** The tag of a message that was given none. */
    public static final int NO_TAG = 0;

    private final long group;
    private final byte context;
    private final int source;
    private final int destination;
    private final int tag;
    private final long sequence;
    private final CallSignature label;
    private final boolean receiptWanted;

    /**
     * Makes an envelope.
     *
     * @param group identity of the group
     * @param context which of the group's separate worlds of messages this is: order, matching and flow control are its
     *     own
     * @param source rank of the sender
     * @param destination rank of the receiver
     * @param tag what a receive may ask for, at least 0
     * @param sequence how many messages the source has sent the destination in the context before this one
     * @param label what the sender was doing
     * @param receiptWanted whether the sender waits until the message is taken
     */
    public Envelope(
            long group,
            int context,
            int source,
            int destination,
            int tag,
            long sequence,
            CallSignature label,
            boolean receiptWanted) {
        this.group = group;
        this.context = (byte) context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.sequence = sequence;
        this.label = label;
        this.receiptWanted = receiptWanted;
    }

    /** Copies an envelope. */
    public Envelope(Envelope other) {
        this(
                other.group,
                other.context,
                other.source,
                other.destination,
                other.tag,
                other.sequence,
                other.label,
                other.receiptWanted);
    }

    /** Returns whether another differs in the number at most. */
    public final boolean isLike(@Nullable Envelope other) {
        return other != null
                && group == other.group
                && context == other.context
                && source == other.source
                && destination == other.destination
                && tag == other.tag
                && receiptWanted == other.receiptWanted
                && label.equals(other.label);
    }

    /** Returns one that differs in the number. */
    final Envelope withSequence(long number) {
        return number == sequence
                ? this
                : new Envelope(group, context, source, destination, tag, number, label, receiptWanted);
    }

    public final long group() {
        return group;
    }

    public final int context() {
        return context;
    }

    public final int source() {
        return source;
    }

    public final int destination() {
        return destination;
    }

    public final int tag() {
        return tag;
    }

    public final long sequence() {
        return sequence;
    }

    public final CallSignature label() {
        return label;
    }

    public final boolean receiptWanted() {
        return receiptWanted;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Envelope that
                && sequence == that.sequence
                && source == that.source
                && destination == that.destination
                && context == that.context
                && group == that.group;
    }

    @Override
    public final int hashCode() {
        return Long.hashCode(31 * (31 * (31 * sequence + source) + destination) + group) + context;
    }

    @Override
    public final String toString() {
        return "group=%d context=%d source=%d destination=%d tag=%d sequence=%d"
                .formatted(group, context, source, destination, tag, sequence);
    }
}
