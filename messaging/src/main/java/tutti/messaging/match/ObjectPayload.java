package tutti.messaging.match;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;

/**
 * A value captured for readers in the same JVM.
 *
 * <p>A taker copies the snapshot, and the last holder takes the snapshot itself: one that copies or encodes it still
 * holds it meanwhile, so no one reads a snapshot that has got an owner.
 */
public final class ObjectPayload extends Payload {
    private static final AtomicIntegerFieldUpdater<ObjectPayload> HOLDERS =
            AtomicIntegerFieldUpdater.newUpdater(ObjectPayload.class, "holders");

    private final Codec codec;
    private final @Nullable Object value;
    private final boolean immutable;
    private final long sizeBytes;
    private volatile int holders = 1; // by HOLDERS
    private volatile @Nullable Encoded encoded;

    public ObjectPayload(Codec codec, Codec.Snapshot snapshot) {
        this.codec = codec;
        value = snapshot.value();
        immutable = snapshot.immutable();
        sizeBytes = snapshot.sizeBytes();
    }

    @Override
    public Payload share() {
        HOLDERS.incrementAndGet(this);
        return this;
    }

    @Override
    public void release() {
        HOLDERS.decrementAndGet(this);
    }

    @Override
    public @Nullable Object take() {
        if (immutable || holders == 1) { // nothing is counted any more, and the payload not written to
            return value;
        }
        Object copy = codec.snapshot(value).value();
        release();
        return copy;
    }

    @Override
    @Nullable
    public String takeInto(DirectBuffer target) {
        String mismatch = target.fillFrom(value);
        release();
        return mismatch;
    }

    @Override
    public List<Payload> takeParts() {
        throw new IllegalStateException("payload is no bundle");
    }

    @Override
    public Encoded encoded() {
        Encoded bytes = encoded;
        if (bytes == null) {
            synchronized (this) {
                bytes = encoded;
                if (bytes == null) {
                    bytes = codec.encode(value);
                    encoded = bytes;
                }
            }
        }
        return bytes;
    }

    @Override
    public @Nullable ArrayShape arrayShape() {
        return ArrayShape.of(value);
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }
}
