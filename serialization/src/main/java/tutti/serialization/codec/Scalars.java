package tutti.serialization.codec;

import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.memory.WireOrder;

/**
 * The boxed primitive types, as one byte that says which, and the value's own bytes, least significant first.
 *
 * <p>Messages of one number are frequent: they need neither a graph nor a deep stack. The numbers of the types are part
 * of the wire format.
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

    private Scalars() {}

    /** Returns the encoding of a boxed primitive; null if the value is something else. */
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
            default -> null;
        };
    }

    /**
     * Returns the boxed primitive that bytes hold; null if they hold something else.
     *
     * @throws SerializationException if they do not have the length of the type that they name
     */
    static @Nullable Object decode(Encoded encoded) {
        if (encoded.lengthBytes() > 1 + Long.BYTES || encoded.lengthBytes() == 0) {
            return null;
        }
        Chunk chunk = encoded.await(0);
        byte[] array = chunk.array();
        int kind = array[chunk.offset()];
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
        return Encoded.of(new Chunk(new byte[] {(byte) kind, (byte) value}, 0, 2));
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

    private static byte[] start(int kind, int length) {
        byte[] bytes = new byte[1 + length];
        bytes[0] = (byte) kind;
        return bytes;
    }

    private static Encoded finish(byte[] bytes) {
        return Encoded.of(new Chunk(bytes, 0, bytes.length));
    }
}
