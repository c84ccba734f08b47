package tutti.messaging.match;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;

/**
 * What a message carries: a captured value that its holders forward, or open once each.
 *
 * <p>A payload counts its holders. The one that captured or received it holds it once and must end that hold in exactly
 * one way: {@link #take} it, {@link #release} it, or send it. To do several of these, {@link #share} it first. A member
 * that only forwards a payload never decodes it.
 */
public abstract sealed class Payload permits ObjectPayload, BytesPayload, BundlePayload {

    Payload() {}

    /** Adds a hold for somebody else and returns this payload. */
    public abstract Payload share();

    /** Ends the caller's hold without looking at the value. */
    public abstract void release();

    /**
     * Ends the caller's hold and returns the value, which then is the caller's own.
     *
     * <p>Waits for bytes that are still arriving.
     *
     * @throws SerializationException if the bytes can't be decoded here; it names the receiver and the sender
     */
    public abstract @Nullable Object take();

    /**
     * Ends the caller's hold and copies the elements of the array that was sent into a buffer.
     *
     * <p>Waits for bytes that are still arriving.
     *
     * @return null if the buffer has been filled, else what was sent instead, with nothing overwritten
     */
    public abstract @Nullable String takeInto(DirectBuffer target);

    /**
     * Returns the payloads that were bundled into this one; ends the caller's hold and gives it a hold on each part.
     */
    public abstract List<Payload> takeParts();

    /** Returns the value as bytes, encoding it at most once however often this is called. */
    public abstract Encoded encoded();

    /** Returns the shape of the primitive array that the value is; null if it is something else. */
    public abstract @Nullable ArrayShape arrayShape();

    /** Returns about how much memory the payload holds. */
    public abstract long sizeBytes();

    /** Makes one payload of several, and takes over the caller's holds on them; nothing is copied. */
    public static Payload bundle(List<Payload> parts) {
        return new BundlePayload(parts);
    }
}
