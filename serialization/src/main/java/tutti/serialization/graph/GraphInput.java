package tutti.serialization.graph;

import com.esotericsoftware.kryo.io.Input;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.SerializationException;
import tutti.serialization.memory.WireOrder;

/**
 * Kryo's input over chunks, which copies none of them, and allocates nothing that the bytes do not back.
 *
 * <p>Every element of an array or a collection takes a byte at least, so all lengths together never pass the message's.
 */
public final class GraphInput extends Input {
    private static final byte[] EMPTY = {};
    private static final int BRIDGE_BYTES = 64;
    private static final int LONGEST_NUMBER = 10; // bytes of a long in Kryo's variable length

    private static final ChunkReader NOTHING = new ChunkReader(new ChunkWriter().finish());

    private ChunkReader chunks = NOTHING;
    private long unclaimed;
    private long maxLength;

    GraphInput() {
        super(EMPTY);
    }

    void open(ChunkReader reader, long maxArrayLength) {
        chunks = reader;
        unclaimed = reader.remaining();
        maxLength = maxArrayLength;
        readFrom(EMPTY, 0, 0);
    }

    /** Lets go of the chunks. */
    void release() {
        chunks = NOTHING;
        readFrom(EMPTY, 0, 0);
    }

    private void readFrom(byte[] bytes, int offset, int length) {
        buffer = bytes;
        position = offset;
        limit = offset + length;
        capacity = bytes.length;
    }

    /**
     * Makes so many bytes lie in the buffer, which is the chunk itself unless they cross the end of one.
     *
     * <p>If there are any more, then also as many as the longest number has: Kryo continues reading a number from the
     * array in which it began.
     */
    @Override
    protected int require(int required) {
        int left = limit - position;
        if (left >= required && left >= LONGEST_NUMBER) {
            return left;
        }
        if (required > remaining()) {
            throw new SerializationException(
                    "bytes end too early: required=%d remainingBytes=%d".formatted(required, remaining()));
        }
        int wanted = (int) Math.max(required, Math.min(LONGEST_NUMBER, remaining()));
        if (left == 0) {
            Chunk next = chunks.next(Integer.MAX_VALUE);
            readFrom(next.array(), next.offset(), next.length());
        }
        return limit - position >= wanted ? limit - position : bridge(wanted);
    }

    private int bridge(int required) {
        int left = limit - position;
        byte[] bridge = new byte[Math.max(BRIDGE_BYTES, required)];
        System.arraycopy(buffer, position, bridge, 0, left);
        while (left < required) {
            Chunk next = chunks.next(bridge.length - left);
            System.arraycopy(next.array(), next.offset(), bridge, left, next.length());
            left += next.length();
        }
        readFrom(bridge, 0, left);
        return left;
    }

    /** Sees to it that so many bytes lie in the buffer, of values that are taken then. */
    public void need(int bytes) {
        if (limit - position < bytes) {
            require(bytes);
        }
    }

    /** Skips bytes if they are the next ones, and all lie in the buffer. */
    boolean skip(byte[] bytes) {
        int end = position + bytes.length;
        if (end > limit || !Arrays.equals(buffer, position, end, bytes, 0, bytes.length)) {
            return false;
        }
        position = end;
        return true;
    }

    /** Takes a truth value; of a byte that is neither 0 nor 1 only the lowest bit counts. */
    public boolean takeBoolean() {
        return (takeByte() & 1) != 0;
    }

    public byte takeByte() {
        return buffer[position++];
    }

    public short takeShort() {
        position += Short.BYTES;
        return (short) WireOrder.SHORTS.get(buffer, position - Short.BYTES);
    }

    public char takeChar() {
        position += Character.BYTES;
        return (char) WireOrder.CHARS.get(buffer, position - Character.BYTES);
    }

    public int takeInt() {
        position += Integer.BYTES;
        return (int) WireOrder.INTS.get(buffer, position - Integer.BYTES);
    }

    public long takeLong() {
        position += Long.BYTES;
        return (long) WireOrder.LONGS.get(buffer, position - Long.BYTES);
    }

    public float takeFloat() {
        return Float.intBitsToFloat(takeInt());
    }

    public double takeDouble() {
        return Double.longBitsToDouble(takeLong());
    }

    @Override
    public double readDouble() {
        need(Double.BYTES);
        return takeDouble();
    }

    /** Reads what {@link GraphOutput#writeNumber} wrote; mostly it is a single byte. */
    public int readNumber() {
        if (position < limit && buffer[position] >= 0) {
            return buffer[position++];
        }
        return limit - position < GraphOutput.LONGEST_INT ? readVarInt(true) : readLongNumber();
    }

    private int readLongNumber() {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            byte next = takeByte();
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                break;
            }
        }
        return number;
    }

    /** Returns how many of so many bytes lie in the buffer. */
    @Override
    protected int optional(int wanted) {
        return require((int) Math.min(wanted, remaining()));
    }

    @Override
    protected int fill(byte[] bytes, int offset, int count) {
        throw new IllegalStateException("a chunk is not to be written to");
    }

    public long remaining() {
        return limit - position + chunks.remaining();
    }

    /** Reads a length, and throws if the message can't hold so many elements. */
    public int readLength(int leastBytesEach) {
        return claim(readVarInt(true), leastBytesEach);
    }

    /** Returns a length that was read, and throws if the message can't hold so many elements. */
    public int claim(long length, int leastBytesEach) {
        if (length < 0
                || length > Integer.MAX_VALUE
                || length * leastBytesEach > remaining()
                || length > unclaimed
                || length > maxLength) {
            throw new SerializationException(
                    "length is larger than the message or the limit: length=%d remainingBytes=%d maxArrayLength=%d"
                            .formatted(length, remaining(), maxLength));
        }
        unclaimed -= length;
        return (int) length;
    }

    @Override
    public @Nullable String readString() {
        int first = position < limit ? buffer[position] : -1;
        if (first > 0 && (first & 1) == 0) { // a short text, as most are
            int length = (first >>> 1) - 1;
            if (length < limit - position) {
                position++;
                return takeLatin(length);
            }
        }
        long header = readVarLong(true);
        if (header == 0) {
            return null;
        }
        boolean wide = (header & 1) == 1;
        long length = (header >>> 1) - 1;
        if (header < 0 || length < 0 || length > Integer.MAX_VALUE - 8 || length * (wide ? 2 : 1) > remaining()) {
            throw new SerializationException(
                    "string is longer than the message: length=%d remainingBytes=%d".formatted(length, remaining()));
        }
        return wide ? readWide((int) length) : readLatin((int) length);
    }

    private String readWide(int length) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = readChar();
        }
        return new String(chars);
    }

    private String takeLatin(int length) {
        String text = new String(buffer, position, length, StandardCharsets.ISO_8859_1);
        position += length;
        return text;
    }

    private String readLatin(int length) {
        if (length <= limit - position) {
            return takeLatin(length);
        }
        byte[] bytes = new byte[length];
        readMemory(MemorySegment.ofArray(bytes));
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public byte[] readBytes(int length) {
        if (length < 0 || length > remaining()) {
            throw new SerializationException(
                    "bytes are longer than the message: length=%d remainingBytes=%d".formatted(length, remaining()));
        }
        byte[] bytes = new byte[length];
        readMemory(MemorySegment.ofArray(bytes));
        return bytes;
    }

    /** Fills memory with the next bytes; the caller has checked that there are so many. */
    public void readMemory(MemorySegment target) {
        int buffered = (int) Math.min(limit - position, target.byteSize());
        MemorySegment.copy(buffer, position, target, ValueLayout.JAVA_BYTE, 0, buffered);
        position += buffered;
        if (buffered < target.byteSize()) {
            chunks.readFully(target.asSlice(buffered));
        }
    }
}
