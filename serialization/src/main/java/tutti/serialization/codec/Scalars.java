package tutti.serialization.codec;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkReader;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.graph.GraphOutput;
import tutti.serialization.memory.WireOrder;

/**
 * Boxed primitives and texts, as one byte that says which type, and the value's own bytes, least significant first. Of
 * a text these are the number of its chars, as an int, and one byte for each char if all are in Latin-1, else two.
 *
 * <p>Messages of one number or one text are frequent: they need neither a graph nor a deep stack. The numbers of the
 * types are part of the wire format.
 */
final class Scalars {
    static final int FIRST = 40;

    private static final int BOOLEAN = FIRST;
    private static final int BYTE = FIRST + 1;
    private static final int CHARACTER = FIRST + 2;
    private static final int SHORT = FIRST + 3;
    private static final int INTEGER = FIRST + 4;
    private static final int LONG = FIRST + 5;
    private static final int FLOAT = FIRST + 6;
    private static final int DOUBLE = FIRST + 7;
    private static final int LATIN = FIRST + 8;
    private static final int WIDE = FIRST + 9;
    private static final int TEXT_AT = 1 + Integer.BYTES; // of the first char

    private Scalars() {}

    /**
     * Returns the encoding of a boxed primitive or a text; null if the value is something else, or a text longer than a
     * chunk.
     */
    static @Nullable Encoded encode(Object value) {
        return switch (value) {
            case Boolean v -> ofByte(BOOLEAN, v ? 1 : 0);
            case Byte v -> ofByte(BYTE, v);
            case Character v -> ofShort(CHARACTER, v);
            case Short v -> ofShort(SHORT, v);
            case Integer v -> ofInt(INTEGER, v);
            case Long v -> ofLong(LONG, v);
            case Float v -> ofInt(FLOAT, Float.floatToRawIntBits(v));
            case Double v -> ofLong(DOUBLE, Double.doubleToRawLongBits(v));
            case String v -> GraphOutput.isWide(v) ? ofWide(v) : ofLatin(v);
            default -> null;
        };
    }

    /**
     * Returns the boxed primitive or the text that bytes hold; null if they hold something else.
     *
     * @throws SerializationException if they do not have a length that the type has that they name
     */
    static @Nullable Object decode(Encoded encoded) {
        if (encoded.lengthBytes() > Chunk.MAX_BYTES || encoded.lengthBytes() == 0) {
            return null;
        }
        Chunk chunk = encoded.await(0);
        byte[] array = chunk.array();
        int kind = array[chunk.offset()];
        if (kind == LATIN || kind == WIDE) {
            return text(kind, chunk.length() == encoded.lengthBytes() ? chunk : joined(encoded));
        }
        int length = lengthBytes(kind);
        if (length == 0) {
            return null;
        }
        if (chunk.length() != 1 + length) {
            throw new SerializationException(
                    "malformed bytes: kind=%d lengthBytes=%d".formatted(kind, encoded.lengthBytes()));
        }
        int at = chunk.offset() + 1;
        return switch (kind) {
            case BOOLEAN -> flag(array[at]);
            case BYTE -> array[at];
            case CHARACTER -> (char) WireOrder.CHARS.get(array, at);
            case SHORT -> (short) WireOrder.SHORTS.get(array, at);
            case INTEGER -> (int) WireOrder.INTS.get(array, at);
            case LONG -> (long) WireOrder.LONGS.get(array, at);
            case FLOAT -> Float.intBitsToFloat((int) WireOrder.INTS.get(array, at));
            default -> Double.longBitsToDouble((long) WireOrder.LONGS.get(array, at));
        };
    }

    private static String text(int kind, Chunk chunk) {
        byte[] array = chunk.array();
        int at = chunk.offset() + TEXT_AT;
        int left = chunk.length() - TEXT_AT;
        int length = left < 0 ? -1 : (int) WireOrder.INTS.get(array, at - Integer.BYTES);
        if (length < 0 || left != (kind == LATIN ? length : (long) length * Character.BYTES)) {
            throw new SerializationException(
                    "malformed bytes: kind=%d chars=%d lengthBytes=%d".formatted(kind, length, chunk.length()));
        }
        if (kind == LATIN) {
            return new String(array, at, length, StandardCharsets.ISO_8859_1);
        }
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) WireOrder.CHARS.get(array, at + i * Character.BYTES);
        }
        return new String(chars);
    }

    private static Chunk joined(Encoded encoded) {
        byte[] bytes = new byte[(int) encoded.lengthBytes()];
        new ChunkReader(encoded).readFully(MemorySegment.ofArray(bytes));
        return new Chunk(bytes, 0, bytes.length);
    }

    private static boolean flag(byte value) {
        if ((value & ~1) != 0) {
            throw new SerializationException("malformed bytes: boolean=" + value);
        }
        return value == 1;
    }

    /** Returns the length of a type's values, or 0 if it is none of these types. */
    private static int lengthBytes(int kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Byte.BYTES;
            case CHARACTER, SHORT -> Short.BYTES;
            case INTEGER, FLOAT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            default -> 0;
        };
    }

    private static Encoded ofByte(int kind, int value) {
        return new Chunk(new byte[] {(byte) kind, (byte) value}, 0, 2);
    }

    private static Encoded ofShort(int kind, int value) {
        byte[] bytes = start(kind, Short.BYTES);
        WireOrder.SHORTS.set(bytes, 1, (short) value);
        return finish(bytes);
    }

    private static Encoded ofInt(int kind, int value) {
        byte[] bytes = start(kind, Integer.BYTES);
        WireOrder.INTS.set(bytes, 1, value);
        return finish(bytes);
    }

    private static Encoded ofLong(int kind, long value) {
        byte[] bytes = start(kind, Long.BYTES);
        WireOrder.LONGS.set(bytes, 1, value);
        return finish(bytes);
    }

    @SuppressWarnings("deprecation") // takes the low byte of each char, which is all there is
    private static @Nullable Encoded ofLatin(String text) {
        if (text.length() > Chunk.MAX_BYTES - TEXT_AT) {
            return null;
        }
        byte[] bytes = startText(LATIN, text, text.length());
        text.getBytes(0, text.length(), bytes, TEXT_AT);
        return finish(bytes);
    }

    private static @Nullable Encoded ofWide(String text) {
        if (text.length() > (Chunk.MAX_BYTES - TEXT_AT) / Character.BYTES) {
            return null;
        }
        byte[] bytes = startText(WIDE, text, text.length() * Character.BYTES);
        for (int i = 0; i < text.length(); i++) {
            WireOrder.CHARS.set(bytes, TEXT_AT + i * Character.BYTES, text.charAt(i));
        }
        return finish(bytes);
    }

    private static byte[] startText(int kind, String text, int charBytes) {
        byte[] bytes = start(kind, Integer.BYTES + charBytes);
        WireOrder.INTS.set(bytes, 1, text.length());
        return bytes;
    }

    private static byte[] start(int kind, int length) {
        byte[] bytes = new byte[1 + length];
        bytes[0] = (byte) kind;
        return bytes;
    }

    private static Encoded finish(byte[] bytes) {
        return new Chunk(bytes, 0, bytes.length);
    }
}
