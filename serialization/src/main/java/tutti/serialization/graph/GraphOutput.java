package tutti.serialization.graph;

import com.esotericsoftware.kryo.io.Output;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;
import tutti.serialization.memory.WireOrder;

/**
 * Kryo's output into chunks, with strings and primitive arrays in Tutti's own form.
 *
 * <p>All goes into one buffer, which is kept for the next graph; a chunk is a copy of just the bytes that are in it.
 */
public final class GraphOutput extends Output {
    /** How many bytes an int takes at most in Kryo's variable length. */
    static final int LONGEST_INT = 5;

    private static final int FIRST_BYTES = 512;
    private static final int LONGEST_SHORT = 62; // chars of a text whose length takes one byte

    private final List<Chunk> full = new ArrayList<>();

    public GraphOutput() {
        super(FIRST_BYTES, Chunk.MAX_BYTES);
    }

    /** Returns what was written. */
    public Encoded finish() {
        cut();
        return Encoded.of(full);
    }

    /** Forgets what was written. */
    void release() {
        position = 0;
        full.clear();
    }

    /** Makes room for so many bytes, at most a chunk's. */
    @Override
    protected boolean require(int required) {
        if (capacity - position >= required) {
            return false;
        }
        if (capacity < maxCapacity) {
            capacity = (int) Math.min(Math.max(2L * capacity, (long) position + required), maxCapacity);
            buffer = Arrays.copyOf(buffer, capacity);
        }
        if (capacity - position < required) {
            cut();
        }
        return true;
    }

    /** Makes room for values that are {@code put} then; so many bytes of them, at most a chunk's. */
    public void room(int bytes) {
        if (capacity - position < bytes) {
            require(bytes);
        }
    }

    public void put(boolean value) {
        put((byte) (value ? 1 : 0));
    }

    public void put(byte value) {
        buffer[position++] = value;
    }

    public void put(short value) {
        WireOrder.SHORTS.set(buffer, position, value);
        position += Short.BYTES;
    }

    public void put(char value) {
        WireOrder.CHARS.set(buffer, position, value);
        position += Character.BYTES;
    }

    public void put(int value) {
        WireOrder.INTS.set(buffer, position, value);
        position += Integer.BYTES;
    }

    public void put(long value) {
        WireOrder.LONGS.set(buffer, position, value);
        position += Long.BYTES;
    }

    public void put(float value) {
        put(Float.floatToRawIntBits(value));
    }

    public void put(double value) {
        put(Double.doubleToRawLongBits(value));
    }

    /** Writes a number as {@link #put(double)} does, which is Kryo's own form. */
    @Override
    public void writeDouble(double value) {
        room(Double.BYTES);
        put(value);
    }

    /** Writes a number that is not negative, in Kryo's variable length. */
    public void writeNumber(int number) {
        room(LONGEST_INT);
        int left = number;
        while (left >>> 7 != 0) {
            put((byte) (left | 0x80));
            left >>>= 7;
        }
        put((byte) left);
    }

    @Override
    public void flush() {
        // chunks are cut when the buffer is full
    }

    private void cut() {
        if (position > 0) {
            full.add(new Chunk(Arrays.copyOf(buffer, position), 0, position));
            position = 0;
        }
    }

    /** Writes length + 1, shifted by a bit that says whether chars have two bytes; 0 is null. */
    @Override
    public void writeString(@Nullable String text) {
        if (text == null) {
            writeVarLong(0, true);
            return;
        }
        if (text.length() <= LONGEST_SHORT && writeShort(text)) {
            return;
        }
        boolean wide = isWide(text);
        writeVarLong((text.length() + 1L) << 1 | (wide ? 1 : 0), true);
        if (wide) {
            for (int i = 0; i < text.length(); i++) {
                writeChar(text.charAt(i));
            }
        } else {
            writeLatin(text);
        }
    }

    /** Writes a text whose length takes one byte; returns false, and writes nothing, if its chars have two bytes. */
    private boolean writeShort(String text) {
        int length = text.length();
        room(1 + length);
        int all = 0;
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            buffer[position + 1 + i] = (byte) each;
            all |= each;
        }
        if (all > 0xff) {
            return false;
        }
        buffer[position] = (byte) ((length + 1) << 1);
        position += 1 + length;
        return true;
    }

    @SuppressWarnings("deprecation") // takes the low byte of each char, which is all there is
    private void writeLatin(String text) {
        for (int from = 0; from < text.length(); ) {
            int step = Math.min(text.length() - from, maxCapacity);
            require(step);
            text.getBytes(from, from + step, buffer, position);
            position += step;
            from += step;
        }
    }

    /** Returns whether a text holds chars that need two bytes. */
    public static boolean isWide(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return true;
            }
        }
        return false;
    }

    /** Writes memory as it lies there; what is larger than a chunk does not go through the buffer. */
    public void writeMemory(MemorySegment source) {
        long length = source.byteSize();
        long from = 0;
        if (length > maxCapacity) {
            cut();
            for (; length - from >= maxCapacity; from += maxCapacity) {
                byte[] bytes = new byte[maxCapacity];
                MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, bytes, 0, maxCapacity);
                full.add(new Chunk(bytes, 0, maxCapacity));
            }
        }
        int rest = (int) (length - from);
        require(rest);
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, buffer, position, rest);
        position += rest;
    }
}
