package tutti.messaging;

import tutti.messaging.match.Envelope;
import tutti.messaging.signature.CallSignature;

/** Makes envelopes of messages without a tag. */
public final class Envelopes {
    private Envelopes() {}

    public static Envelope of(long group, int source, int destination, int context, long sequence) {
        return of(group, source, destination, context, sequence, CallSignature.NONE, false);
    }

    public static Envelope of(
            long group,
            int source,
            int destination,
            int context,
            long sequence,
            CallSignature label,
            boolean receiptWanted) {
        return new Envelope(group, context, source, destination, Envelope.NO_TAG, sequence, label, receiptWanted);
    }
}
