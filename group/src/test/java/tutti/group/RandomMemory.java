package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * The elements of one buffer in memory of any kind: an array, memory outside of the heap, or every second or third
 * element of these, between which nothing may change.
 */
final class RandomMemory {
    /** Those whose values can be compared as numbers. */
    static final List<ElementType> TYPES = List.of(
            ElementType.BYTE,
            ElementType.CHAR,
            ElementType.SHORT,
            ElementType.INT,
            ElementType.LONG,
            ElementType.FLOAT,
            ElementType.DOUBLE);

    private static final byte BETWEEN = 77;

    private final DirectBuffer whole;
    private final DirectBuffer elements;
    private final int stride;

    private RandomMemory(DirectBuffer whole, int stride, int length) {
        this.whole = whole;
        this.stride = stride;
        elements = stride == 1 ? whole : whole.select(Layout.vector(length, 1, stride));
    }

    /** Makes memory that has some values, each from 0 to 127. */
    static RandomMemory of(Random random, ElementType type, long... values) {
        int stride = values.length == 0 ? 1 : 1 + Math.max(0, random.nextInt(5) - 2);
        int length = values.length * stride;
        DirectBuffer whole = random.nextInt(3) == 0
                ? DirectBuffer.of(Arena.ofAuto().allocate((long) length * type.elementBytes(), 8), type)
                : DirectBuffer.allocate(type, length);
        byte[] all = new byte[length];
        Arrays.fill(all, BETWEEN);
        for (int i = 0; i < values.length; i++) {
            all[i * stride] = (byte) values[i];
        }
        whole.copyFrom(DirectBuffer.ofArray(converted(all, type)));
        return new RandomMemory(whole, stride, values.length);
    }

    /** Makes memory for values to come. */
    static RandomMemory empty(Random random, ElementType type, int length) {
        long[] values = new long[length];
        Arrays.fill(values, 99);
        return of(random, type, values);
    }

    private static Object converted(byte[] values, ElementType type) {
        Object array = type.newArray(values.length);
        for (int i = 0; i < values.length; i++) {
            switch (array) {
                case byte[] bytes -> bytes[i] = values[i];
                case char[] chars -> chars[i] = (char) values[i];
                case short[] shorts -> shorts[i] = values[i];
                case int[] ints -> ints[i] = values[i];
                case long[] longs -> longs[i] = values[i];
                case float[] floats -> floats[i] = values[i];
                default -> ((double[]) array)[i] = values[i];
            }
        }
        return array;
    }

    DirectBuffer buffer() {
        return elements;
    }

    /** Checks the values, and that all between them is as it was. */
    void check(long... expected) {
        long[] all = numbers(whole.toArray());
        long[] found = new long[all.length / stride];
        for (int i = 0; i < all.length; i++) {
            if (i % stride == 0) {
                found[i / stride] = all[i];
            } else if (all[i] != BETWEEN) {
                throw new AssertionError("changed between elements: at=%d of %s value=%d".formatted(i, whole, all[i]));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    /** Returns the elements of an array of numbers. */
    static long[] numbers(Object array) {
        long[] numbers = new long[Array.getLength(array)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = switch (array) {
                case byte[] bytes -> bytes[i];
                case char[] chars -> chars[i];
                case short[] shorts -> shorts[i];
                case int[] ints -> ints[i];
                case long[] longs -> longs[i];
                case float[] floats -> (long) floats[i];
                default -> (long) ((double[]) array)[i];
            };
        }
        return numbers;
    }
}
