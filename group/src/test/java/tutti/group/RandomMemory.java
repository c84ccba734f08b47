package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
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
                : DirectBuffer.ofArray(Array.newInstance(type.arrayClass().getComponentType(), length));
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
        Object array = Array.newInstance(type.arrayClass().getComponentType(), values.length);
        for (int i = 0; i < values.length; i++) {
            if (type == ElementType.CHAR) {
                Array.setChar(array, i, (char) values[i]);
            } else {
                Array.setByte(array, i, values[i]); // widens
            }
        }
        return array;
    }

    DirectBuffer buffer() {
        return elements;
    }

    /** Checks the values, and that all between them is as it was. */
    void check(long... expected) {
        Object all = whole.toArray();
        assertThat(numbers(all, 0, stride)).isEqualTo(expected);
        for (int offset = 1; offset < stride; offset++) {
            assertThat(Arrays.stream(numbers(all, offset, stride))).allMatch(number -> number == BETWEEN);
        }
    }

    /** Returns the elements of an array of numbers. */
    static long[] numbers(Object array) {
        return numbers(array, 0, 1);
    }

    private static long[] numbers(Object array, int first, int stride) {
        return LongStream.iterate(first, i -> i < Array.getLength(array), i -> i + stride)
                .map(i -> (long) Array.getDouble(array, (int) i))
                .toArray();
    }
}
