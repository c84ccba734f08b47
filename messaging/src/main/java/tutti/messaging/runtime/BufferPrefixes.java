package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Payloads;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * What precedes the elements of a member's buffers in their encoding. Most members send and receive buffers of one
 * shape again and again, so the last one is kept. Thread-safe.
 */
final class BufferPrefixes {
    private final Payloads payloads;
    private Prefix last = new Prefix(ElementType.BYTE, -1, null); // immutable, so a stale one does no harm

    BufferPrefixes(Payloads payloads) {
        this.payloads = payloads;
    }

    private static final class Prefix {
        private final ElementType type;
        private final long length;
        private final byte @Nullable [] bytes;

        Prefix(ElementType type, long length, byte @Nullable [] bytes) {
            this.type = type;
            this.length = length;
            this.bytes = bytes;
        }

        boolean isOf(DirectBuffer buffer) {
            return length == buffer.length() && type == buffer.type();
        }
    }

    /** Returns what precedes a buffer's elements, which stays as it is, or null if this is not known. */
    byte @Nullable [] of(DirectBuffer buffer) {
        Prefix known = last;
        if (!known.isOf(buffer)) {
            known = new Prefix(buffer.type(), buffer.length(), payloads.prefix(buffer));
            last = known;
        }
        return known.bytes;
    }
}
