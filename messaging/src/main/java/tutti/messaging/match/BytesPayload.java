package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.ArrivalWaitQueue;
import tutti.serialization.ArrayShape;
import tutti.serialization.ChunkReader;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.inbound.ArrivingArray;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * An encoded value, perhaps still arriving; every taker decodes for itself, so holds need no count.
 *
 * <p>The reader of one that has come from another process is set before anyone else has it.
 */
public final class BytesPayload extends Payload {
    private final Codec codec;
    private final Encoded encoded;
    private final boolean isArrived;
    private @Nullable Reader reader;
    private int source;

    public BytesPayload(Codec codec, Encoded encoded) {
        this(codec, encoded, false);
    }

    private BytesPayload(Codec codec, Encoded encoded, boolean isArrived) {
        this.codec = codec;
        this.encoded = encoded;
        this.isArrived = isArrived;
    }

    private BytesPayload(Codec codec, Encoded encoded, @Nullable Reader reader, int source) {
        this(codec, encoded, false);
        this.reader = reader;
        this.source = source;
    }

    /** Makes the payload of a message that comes from another process, to one member. */
    public static BytesPayload arrived(Codec codec, Encoded encoded) {
        return new BytesPayload(codec, encoded, true);
    }

    /** Who reads payloads. */
    public interface Reader {
        /** Names the reader and a source in an exception. */
        String placeOf(int source);
    }

    /** Returns this payload for a reader whose place a failure to decode names. */
    public Payload readBy(Reader newReader, int from) {
        if (!isArrived || reader != null) { // others may hold this
            return new BytesPayload(codec, encoded, newReader, from);
        }
        reader = newReader;
        source = from;
        return this;
    }

    /** Returns the bytes if they are still arriving, or null. */
    @Nullable
    ArrivingBytes arriving() {
        return encoded instanceof ArrivingBytes arriving && !arriving.hasEnded() ? arriving : null;
    }

    /** Returns how many of the bytes are here. */
    long arrivedBytes() {
        ArrivingBytes arriving = arriving();
        return arriving == null ? encoded.lengthBytes() : arriving.arrivedBytes();
    }

    /** Returns whether the rest of the bytes will never come. */
    boolean isCutOff() {
        return encoded instanceof ArrivingBytes arriving && arriving.hasFailed();
    }

    /** Returns where readers wait for the rest, or null if all bytes are here. */
    @Nullable
    public ArrivalWaitQueue rest() {
        ArrivingBytes arriving = arriving();
        return arriving != null && arriving.waiters() instanceof ArrivalWaitQueue waiting ? waiting : null;
    }

    @Override
    public Payload share() {
        if (encoded instanceof ArrivingArray array) {
            array.share();
        }
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
        Reader by = reader;
        return by == null
                ? e
                : new SerializationException(
                        "cannot read a message: %s: %s".formatted(by.placeOf(source), e.getMessage()), e);
    }

    @Override
    @Nullable
    public String takeInto(DirectBuffer target) {
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
            parts.add(new BytesPayload(codec, in.slice(length), reader, source));
        }
        return parts;
    }

    @Override
    public Encoded encoded() {
        return encoded;
    }

    @Override
    public @Nullable ArrayShape arrayShape() {
        return codec.arrayShape(encoded);
    }

    @Override
    public long sizeBytes() {
        return encoded.lengthBytes();
    }
}
