package tutti.group;

import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Single numbers as buffers of one element. */
final class Numbers {
    private Numbers() {}

    static DirectBuffer integer(ElementType type, long value) {
        return switch (type) {
            case LONG -> DirectBuffer.of(new long[] {value});
            case INT -> DirectBuffer.of(new int[] {(int) fitting(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE)});
            case SHORT -> DirectBuffer.of(new short[] {(short) fitting(type, value, Short.MIN_VALUE, Short.MAX_VALUE)});
            case BYTE -> DirectBuffer.of(new byte[] {(byte) fitting(type, value, Byte.MIN_VALUE, Byte.MAX_VALUE)});
            default -> throw wrong(type, "an integer", "pass a double, or buffers");
        };
    }

    private static long fitting(ElementType type, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "number does not fit the window's type: value=%d type=%s; expose longs".formatted(value, type));
        }
        return value;
    }

    static DirectBuffer decimal(ElementType type, double value) {
        return switch (type) {
            case DOUBLE -> DirectBuffer.of(new double[] {value});
            case FLOAT -> DirectBuffer.of(new float[] {(float) value});
            default -> throw wrong(type, "a floating-point number", "pass a long, or buffers");
        };
    }

    private static IllegalArgumentException wrong(ElementType type, String number, String cure) {
        return new IllegalArgumentException(
                "the target's elements do not take %s: type=%s; %s".formatted(number, type, cure));
    }

    static long toLong(DirectBuffer one) {
        return switch (one.array()) {
            case long[] a -> a[0];
            case int[] a -> a[0];
            case short[] a -> a[0];
            case byte[] a -> a[0];
            case null, default -> throw new IllegalStateException("no integer: " + one);
        };
    }

    static double toDouble(DirectBuffer one) {
        return switch (one.array()) {
            case double[] a -> a[0];
            case float[] a -> a[0];
            case null, default -> throw new IllegalStateException("no decimal: " + one);
        };
    }
}
