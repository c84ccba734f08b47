package tutti.messaging;

/** Makes envelopes of messages without a tag. */
final class Envelopes {
    private Envelopes() {}

    static Envelope of(long group, int source, int destination, int context, long sequence) {
        return of(group, source, destination, context, sequence, Label.NONE, false);
    }

    static Envelope of(
            long group,
            int source,
            int destination,
            int context,
            long sequence,
            Label label,
            boolean receiptWanted) {
        return new Envelope(
                group, context, source, destination, Envelope.NO_TAG, sequence, label, receiptWanted);
    }
}
