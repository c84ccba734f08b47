package tutti.messaging;

/** Lets tests of other modules see what a payload weighs. */
public final class PayloadSizes {
    private PayloadSizes() {}

    /** Returns about how much memory the payload holds. */
    public static long sizeBytes(Payload payload) {
        return payload.sizeBytes();
    }
}
