package tutti.group.window;

import java.lang.reflect.Array;
import java.util.Objects;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Elements of any type as the bits of a long, which can be compared and exchanged. Pure functions. */
final class Bits {
    private Bits() {}

    /** Returns elements as an array of their type. */
    static Object toArray(ElementType type, long[] bits) {
        Object array = type.newArray(bits.length);
        switch (array) {
            case boolean[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = bits[i] != 0;
                }
            }
            case byte[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = (byte) bits[i];
                }
            }
            case char[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = (char) bits[i];
                }
            }
            case short[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = (short) bits[i];
                }
            }
            case int[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = (int) bits[i];
                }
            }
            case long[] a -> System.arraycopy(bits, 0, a, 0, a.length);
            case float[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = Float.intBitsToFloat((int) bits[i]);
                }
            }
            case double[] a -> {
                for (int i = 0; i < a.length; i++) {
                    a[i] = Double.longBitsToDouble(bits[i]);
                }
            }
            default -> throw new IllegalArgumentException("no elements: " + type);
        }
        return array;
    }

    /** Returns the bits of an array's elements. */
    static long[] ofArray(Object array) {
        long[] bits = new long[Array.getLength(array)];
        switch (array) {
            case boolean[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = a[i] ? 1 : 0;
                }
            }
            case byte[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = a[i] & 0xff;
                }
            }
            case char[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = a[i];
                }
            }
            case short[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = a[i] & 0xffff;
                }
            }
            case int[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = a[i] & 0xffff_ffffL;
                }
            }
            case long[] a -> System.arraycopy(a, 0, bits, 0, a.length);
            case float[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = Float.floatToRawIntBits(a[i]) & 0xffff_ffffL;
                }
            }
            case double[] a -> {
                for (int i = 0; i < a.length; i++) {
                    bits[i] = Double.doubleToRawLongBits(a[i]);
                }
            }
            default -> throw new IllegalArgumentException("no elements: " + array.getClass());
        }
        return bits;
    }

    static long[] of(DirectBuffer elements) {
        return ofArray(elements.toArray());
    }

    /** Returns the elements of bits as a buffer over an array. */
    static DirectBuffer toBuffer(ElementType type, long... bits) {
        return Objects.requireNonNull(DirectBuffer.ofArray(toArray(type, bits)));
    }
}
