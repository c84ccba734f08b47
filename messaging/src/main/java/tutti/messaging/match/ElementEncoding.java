package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.inbound.ArrivingBytes;

/** The encoding of a buffer as it travels: a prefix, which says type and length, and the elements. */
final class ElementEncoding {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private ElementEncoding() {}

    static long lengthBytes(byte[] prefix, DirectBuffer buffer) {
        return prefix.length + buffer.lengthBytes();
    }

    /** Returns whether an encoding in memory begins with a prefix. */
    static boolean isAt(MemorySegment memory, long at, byte[] prefix) {
        int i = 0;
        for (; i + Long.BYTES <= prefix.length; i += Long.BYTES) {
            if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i) != (long) WORDS.get(prefix, i)) {
                return false;
            }
        }
        for (; i < prefix.length; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, at + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes bytes of an encoding into the buffer.
     *
     * @param offset of the first in the encoding
     * @param rest what follows them, or null
     */
    static void write(
            byte[] prefix,
            DirectBuffer buffer,
            long offset,
            MemorySegment memory,
            long at,
            long bytes,
            @Nullable UnreadChunk rest) {
        long skipped = Math.min(bytes, Math.max(0, prefix.length - offset));
        buffer.putBytes(offset + skipped - prefix.length, memory, at + skipped, bytes - skipped);
        if (rest != null) {
            rest.readRest(buffer, offset + bytes - prefix.length);
        }
    }

    /**
     * Appends the beginning of an encoding to bytes that arrive.
     *
     * @param until how much of it, from its first byte on
     */
    static void copyTo(ArrivingBytes bytes, byte[] prefix, DirectBuffer buffer, long until) {
        for (long from = 0; from < until; from += Chunk.MAX_BYTES) {
            bytes.append(Chunk.copyOf(prefix, buffer, from, (int) Math.min(Chunk.MAX_BYTES, until - from)));
        }
    }
}
