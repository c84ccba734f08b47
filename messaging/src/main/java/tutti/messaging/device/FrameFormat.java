package tutti.messaging.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.TuttiException;

/**
 * The frame on the wire: a header of 64 bytes, then the chunk. Numbers are little-endian.
 *
 * <pre>
 *   0        1        2        3        4                                   8
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 0 | version| kind   | flags *| oper.  | tag                               |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 8 | group                                                                 |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 16| source rank                       | destination rank                  |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 24| sequence number (receipt: frames arrived)                              |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32| bytes of the whole message (TAKEN: weight of what was taken)          |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 40| offset of this chunk in the message                                   |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 48| label: root                       | label: variant                    |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 56| label: call                                                           |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>* The lower half of the flags' byte: 1 if the sender waits until the message is taken. The upper half: the
 * context.
 */
public final class FrameFormat {
    /** Processes that speak another version refuse each other when they join. */
    public static final int VERSION = 8;

    public static final int HEADER_BYTES = 64;
    public static final int MAX_FRAME_BYTES = HEADER_BYTES + Chunk.MAX_BYTES;

    private static final Chunk NO_BYTES = new Chunk(new byte[0], 0, 0);

    private static final int MESSAGE = 0;
    private static final int ACKNOWLEDGED = 64; // between 0 and this are notices
    private static final int RECEIPT_WANTED = 1;
    private static final int FLAGS_MASK = 0xf;
    private static final int CONTEXT_SHIFT = 4;

    private static final int VERSION_AT = 0;
    private static final int KIND_AT = 1;
    private static final int FLAGS_AT = 2;
    private static final int OPERATION_AT = 3;
    private static final int TAG_AT = 4;
    private static final int GROUP_AT = 8;
    private static final int SOURCE_AT = 16;
    private static final int DESTINATION_AT = 20;
    private static final int SEQUENCE_AT = 24;
    private static final int TOTAL_AT = 32;
    private static final int OFFSET_AT = 40;
    private static final int ROOT_AT = 48;
    private static final int VARIANT_AT = 52;
    private static final int CALL_AT = 56;

    /** Which eight bytes of a header say at which byte of the message the chunk begins. */
    public static final int OFFSET_WORD = OFFSET_AT / Long.BYTES;

    /** Which eight bytes of a header are the number of the message. */
    public static final int SEQUENCE_WORD = SEQUENCE_AT / Long.BYTES;

    /** Which eight bytes of a header say how many bytes the message has. */
    public static final int TOTAL_WORD = TOTAL_AT / Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LITTLE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FrameFormat() {}

    /** Returns what follows the header. */
    public static Chunk body(Frame frame) {
        if (frame instanceof Frame.MessageChunk message) {
            return message.chunk();
        }
        return switch (frame) {
            case Frame.Control notice -> {
                byte[] text = notice.signal().text().getBytes(UTF_8);
                yield new Chunk(text, 0, Math.min(text.length, Chunk.MAX_BYTES));
            }
            case Frame.Acknowledged _ -> NO_BYTES;
            default -> throw neverWritten(frame);
        };
    }

    /** Returns a header that is used nowhere else. */
    public static byte[] header(Frame frame) {
        byte[] header = new byte[HEADER_BYTES];
        putHeader(frame, header);
        return header;
    }

    /** Writes a header into the first bytes of an array. */
    public static void putHeader(Frame frame, byte[] header) {
        if (frame instanceof Frame.MessageChunk message) { // a switch over types is compiled again and again at first
            putHeader(message.envelope(), message.totalBytes(), message.offset(), header);
            return;
        }
        begin(header);
        switch (frame) {
            case Frame.Control notice -> {
                Notice signal = notice.signal();
                header[KIND_AT] = (byte) signal.kind().code();
                putFlags(header, signal.context(), 0);
                putAddress(header, signal.group(), signal.source(), signal.destination(), 0);
                LONG.set(header, SEQUENCE_AT, signal.sequence());
                LONG.set(header, TOTAL_AT, signal.weightBytes());
                putLabel(header, signal.label());
            }
            case Frame.Acknowledged receipt -> {
                header[KIND_AT] = (byte) ACKNOWLEDGED;
                LONG.set(header, SEQUENCE_AT, receipt.frames());
            }
            default -> throw neverWritten(frame);
        }
    }

    private static void begin(byte[] header) {
        Arrays.fill(header, 0, HEADER_BYTES, (byte) 0);
        header[VERSION_AT] = (byte) VERSION;
    }

    /**
     * Writes the header of a chunk over another.
     *
     * @param totalBytes number of bytes of all chunks of the message
     * @param offset number of bytes in the chunks before this one
     */
    public static void putHeader(Envelope envelope, long totalBytes, long offset, byte[] header) {
        begin(header);
        header[KIND_AT] = (byte) MESSAGE;
        putFlags(header, envelope.context(), envelope.receiptWanted() ? RECEIPT_WANTED : 0);
        putAddress(header, envelope.group(), envelope.source(), envelope.destination(), envelope.tag());
        LONG.set(header, SEQUENCE_AT, envelope.sequence());
        LONG.set(header, TOTAL_AT, totalBytes);
        LONG.set(header, OFFSET_AT, offset);
        putLabel(header, envelope.label());
    }

    private static IllegalArgumentException neverWritten(Frame frame) {
        return new IllegalArgumentException("never written: " + frame);
    }

    /** Says in a header that lies in memory that the chunk begins so many bytes later. */
    public static void addToOffset(MemorySegment memory, long headerAt, long bytes) {
        long offset = memory.get(LITTLE_LONG, headerAt + OFFSET_AT);
        memory.set(LITTLE_LONG, headerAt + OFFSET_AT, offset + bytes);
    }

    /** Returns eight bytes of a header. */
    public static long word(byte[] header, int index) {
        return (long) LONG.get(header, index * Long.BYTES);
    }

    /** Replaces eight bytes of a header. */
    public static void setWord(byte[] header, int index, long word) {
        LONG.set(header, index * Long.BYTES, word);
    }

    /** Returns whether a header differs from the one before only in the number of the message. */
    public static boolean isLikeBefore(int changedWords) {
        return (changedWords & ~(1 << SEQUENCE_WORD)) == 0;
    }

    /** Returns whether a header is that of a chunk, and not of a notice. */
    public static boolean isChunk(byte[] header) {
        return header[VERSION_AT] == VERSION && header[KIND_AT] == MESSAGE;
    }

    /**
     * Reads a frame.
     *
     * @throws TuttiException if the header is malformed
     */
    public static Frame read(byte[] header, Chunk body) {
        int version = header[VERSION_AT];
        int kind = header[KIND_AT];
        if (version != VERSION) {
            throw new TuttiException("frame of another version: got=%d here=%d; run one version in all processes"
                    .formatted(version, VERSION));
        }
        if (kind == MESSAGE) {
            return readChunk(header, body, body.length());
        }
        if (kind == ACKNOWLEDGED) {
            return new Frame.Acknowledged((long) LONG.get(header, SEQUENCE_AT));
        }
        String text = new String(body.array(), body.offset(), body.length(), UTF_8);
        return new Frame.Control(new Notice(
                Notice.Kind.ofCode(kind),
                (long) LONG.get(header, GROUP_AT),
                (int) INT.get(header, SOURCE_AT),
                (int) INT.get(header, DESTINATION_AT),
                context(header),
                (long) LONG.get(header, SEQUENCE_AT),
                (long) LONG.get(header, TOTAL_AT),
                text,
                label(header)));
    }

    /**
     * Reads the header of a chunk, whose bytes lie elsewhere, as a frame without them.
     *
     * @param bodyLength number of bytes of the chunk
     * @throws TuttiException if the header is malformed
     */
    public static Frame.MessageChunk readHead(byte[] header, int bodyLength) {
        return readChunk(header, NO_BYTES, bodyLength);
    }

    /**
     * Reads the header of a chunk, whose bytes may still lie elsewhere.
     *
     * @param body what the frame will show as its chunk
     * @param bodyLength number of bytes of the chunk
     * @throws TuttiException if the header is malformed
     */
    public static Frame.MessageChunk readChunk(byte[] header, Chunk body, int bodyLength) {
        Envelope envelope = readEnvelope(header, bodyLength);
        return new Frame.MessageChunk(envelope, word(header, TOTAL_WORD), word(header, OFFSET_WORD), body);
    }

    /**
     * Reads the header of a chunk; where the chunk lies in its message stands in two words of the header.
     *
     * @param bodyLength number of bytes of the chunk
     * @throws TuttiException if the header is malformed
     */
    static Envelope readEnvelope(byte[] header, int bodyLength) {
        long total = (long) LONG.get(header, TOTAL_AT);
        long offset = (long) LONG.get(header, OFFSET_AT);
        if (total < 1 || offset < 0 || offset > total - bodyLength || bodyLength == 0) {
            throw new TuttiException(
                    "malformed frame: totalBytes=%d offset=%d chunkBytes=%d".formatted(total, offset, bodyLength));
        }
        int flags = header[FLAGS_AT] & FLAGS_MASK;
        int tag = (int) INT.get(header, TAG_AT);
        long sequence = (long) LONG.get(header, SEQUENCE_AT);
        if ((flags & ~RECEIPT_WANTED) != 0 || tag < 0 || sequence < 0) {
            throw new TuttiException("malformed frame: flags=%d tag=%d sequence=%d".formatted(flags, tag, sequence));
        }
        return Message.unread(
                (long) LONG.get(header, GROUP_AT),
                context(header),
                (int) INT.get(header, SOURCE_AT),
                (int) INT.get(header, DESTINATION_AT),
                tag,
                sequence,
                label(header),
                (flags & RECEIPT_WANTED) != 0);
    }

    private static int context(byte[] header) {
        int context = (header[FLAGS_AT] & 0xff) >> CONTEXT_SHIFT;
        if (context >= Envelope.CONTEXTS) {
            throw new TuttiException("malformed frame: context=%d of %d".formatted(context, Envelope.CONTEXTS));
        }
        return context;
    }

    private static void putFlags(byte[] header, int context, int flags) {
        header[FLAGS_AT] = (byte) (context << CONTEXT_SHIFT | flags);
    }

    private static CallSignature label(byte[] header) {
        return CallSignature.of(
                header[OPERATION_AT] & 0xff, (int) INT.get(header, ROOT_AT), (long) LONG.get(header, CALL_AT), (int)
                        INT.get(header, VARIANT_AT));
    }

    private static void putLabel(byte[] header, CallSignature label) {
        header[OPERATION_AT] = (byte) label.operation();
        INT.set(header, ROOT_AT, label.root());
        INT.set(header, VARIANT_AT, label.variant());
        LONG.set(header, CALL_AT, label.call());
    }

    private static void putAddress(byte[] header, long group, int source, int destination, int tag) {
        LONG.set(header, GROUP_AT, group);
        INT.set(header, SOURCE_AT, source);
        INT.set(header, DESTINATION_AT, destination);
        INT.set(header, TAG_AT, tag);
    }
}
