package tutti.messaging.match;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.ChunkWriter;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;

/**
 * Several payloads that travel as one message.
 *
 * <p>As bytes: the number of parts, the length of each, then the parts; all numbers are 8 bytes, least significant
 * first.
 */
final class BundlePayload extends Payload {
    private final List<Payload> parts;

    BundlePayload(List<Payload> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public Payload share() {
        parts.forEach(Payload::share);
        return this;
    }

    @Override
    public void release() {
        parts.forEach(Payload::release);
    }

    @Override
    public @Nullable Object take() {
        throw new IllegalStateException("a bundle is taken part by part: parts=" + parts.size());
    }

    @Override
    @Nullable
    public String takeInto(DirectBuffer target) {
        throw new IllegalStateException("a bundle is taken part by part: parts=" + parts.size());
    }

    @Override
    public List<Payload> takeParts() {
        return parts;
    }

    @Override
    public Encoded encoded() {
        ChunkWriter out = new ChunkWriter((1L + parts.size()) * Long.BYTES);
        out.writeLong(parts.size());
        for (Payload part : parts) {
            out.writeLong(part.encoded().lengthBytes());
        }
        for (Payload part : parts) {
            out.append(part.encoded());
        }
        return out.finish();
    }

    @Override
    public @Nullable ArrayShape arrayShape() {
        return null;
    }

    @Override
    public long sizeBytes() {
        return parts.stream().mapToLong(Payload::sizeBytes).sum();
    }
}
