package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Codec;

/**
 * The snapshot of a value that may change.
 *
 * <p>A taker copies the snapshot, and the last holder takes the snapshot itself: one that copies or encodes it still
 * holds it meanwhile, so no one reads a snapshot that has got an owner.
 */
final class SnapshotPayload extends ObjectPayload {
    private static final AtomicIntegerFieldUpdater<SnapshotPayload> FURTHER_HOLDERS =
            AtomicIntegerFieldUpdater.newUpdater(SnapshotPayload.class, "furtherHolders");

    private volatile int furtherHolders; // beside one; 0 needs no write, which would be a fence for each message

    SnapshotPayload(Codec codec, Codec.Snapshot snapshot) {
        super(codec, snapshot);
    }

    @Override
    public Payload share() {
        FURTHER_HOLDERS.incrementAndGet(this);
        return this;
    }

    @Override
    public void release() {
        if (furtherHolders != 0) { // else the caller was the last, and no one looks any more
            FURTHER_HOLDERS.decrementAndGet(this);
        }
    }

    @Override
    public @Nullable Object take() {
        if (furtherHolders == 0) { // nothing is counted any more, and the payload not written to
            return value();
        }
        Object copy = copy();
        release();
        return copy;
    }
}
