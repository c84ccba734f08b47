package tutti.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.inbound.ArrivingBytes;

/** An encoded value, perhaps still arriving; every taker decodes for itself, so holds need no count. */
final class BytesPayload extends Payload {
    private final Codec codec;
    private final Encoded encoded;
    private final @Nullable Supplier<String> where;

    BytesPayload(Codec codec, Encoded encoded) {
        this(codec, encoded, null);
    }

    private BytesPayload(Codec codec, Encoded encoded, @Nullable Supplier<String> where) {
        this.codec = codec;
        this.encoded = encoded;
        this.where = where;
    }

    @Override
    Payload receivedBy(Supplier<String> receiver, Function<Supplier<String>, Vigil> vigils) {
        if (encoded instanceof ArrivingBytes arriving && arriving.waiters() instanceof ArrivalWaiting waiting) {
            waiting.lookedAfterBy(vigils);
        }
        return new BytesPayload(codec, encoded, receiver);
    }

    @Override
    public Payload share() {
        return this;
    }

    @Override
    public void release() {
        // nothing is counted
    }

    @Override
    public @Nullable Object take() {
        try {
            return codec.decode(encoded);
        } catch (SerializationException e) {
            throw located(e);
        }
    }

    private SerializationException located(SerializationException e) {
        return where == null
                ? e
                : new SerializationException("cannot read a message: %s: %s".formatted(where.get(), e.getMessage()), e);
    }

    @Override
    @Nullable
    String takeInto(DirectBuffer target) {
        return codec.decodeInto(encoded, target);
    }

    @Override
    public List<Payload> takeParts() {
        ChunkReader in = new ChunkReader(encoded);
        long count = in.readLong();
        if (count < 0 || count > encoded.lengthBytes() / Long.BYTES) {
            throw located(new SerializationException(
                    "malformed bundle: parts=%d lengthBytes=%d".formatted(count, encoded.lengthBytes())));
        }
        long[] lengths = new long[(int) count];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = in.readLong();
        }
        List<Payload> parts = new ArrayList<>(lengths.length);
        for (long length : lengths) {
            parts.add(new BytesPayload(codec, in.slice(length), where));
        }
        return parts;
    }

    @Override
    Encoded encoded() {
        return encoded;
    }

    @Override
    long sizeBytes() {
        return encoded.lengthBytes();
    }
}
