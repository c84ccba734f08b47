package tutti.messaging;

import tutti.messaging.match.Payload;

/** Lets tests of other modules see what a payload weighs. */
public final class PayloadSizes {
    private PayloadSizes() {}

    /** Returns about how much memory the payload holds. */
    public static long sizeBytes(Payload payload) {
        return payload.sizeBytes();
    }
}
