package tutti.serialization;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Bytes with a pattern in which a lost, doubled or swapped stretch shows. */
public final class TestBytes {
    private TestBytes() {}

    public static byte[] of(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >>> 8) * 17 + (i >>> 16));
        }
        return bytes;
    }

    public static byte[] join(Encoded encoded) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encoded.forEach(chunk -> out.write(chunk.array(), chunk.offset(), chunk.length()));
        return out.toByteArray();
    }

    /** Returns the same bytes in chunks of a length. */
    public static Encoded cut(Encoded encoded, int chunkLength) {
        byte[] bytes = join(encoded);
        List<Chunk> chunks = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += chunkLength) {
            chunks.add(new Chunk(bytes, from, Math.min(chunkLength, bytes.length - from)));
        }
        return Encoded.of(chunks);
    }

    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part, 0, part.length);
        }
        return out.toByteArray();
    }
}
