package tutti.messaging;

/**
 * One message between two members of a group, as it lies in the receiver's mailbox.
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
record Message(
        long group,
        int source,
        int destination,
        int tag,
        long sequence,
        Label label,
        boolean receiptWanted,
        Payload payload) {

    /** What a message weighs beyond its payload, so that a bound on bytes bounds the number of tiny messages too. */
    private static final long OVERHEAD_BYTES = 256;

    /** Returns the bytes that the message takes up of the window between its two members; the same on both sides. */
    long weightBytes() {
        return OVERHEAD_BYTES + payload.sizeBytes();
    }
}
