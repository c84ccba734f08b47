package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.collectives.algorithm.Scratch;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The ready operators on buffers: for each type what they do to single elements, wherever the elements lie. */
class BufferReductionsTest {
    private static final int LENGTH = 2500; // several blocks, the last not full

    private static List<ReductionObject<Object>> operatorsFor(ElementType type) {
        List<ReductionObject<Object>> order = List.of(Reductions.min(), Reductions.max());
        List<ReductionObject<Object>> bits =
                List.of(Reductions.bitwiseAnd(), Reductions.bitwiseOr(), Reductions.bitwiseXor());
        List<ReductionObject<Object>> arithmetic = List.of(Reductions.sum(), Reductions.product());
        return switch (type) {
            case BOOLEAN -> List.of(Reductions.logicalAnd(), Reductions.logicalOr(), Reductions.logicalXor());
            case CHAR -> Stream.of(order, bits).flatMap(List::stream).toList();
            case FLOAT, DOUBLE ->
                Stream.of(order, arithmetic).flatMap(List::stream).toList();
            default -> Stream.of(order, bits, arithmetic).flatMap(List::stream).toList();
        };
    }

    private static Object array(ElementType type, int length, int seed) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), length);
        for (int i = 0; i < length; i++) {
            int value = (i * 31 + seed * 17) % 251 - 100;
            switch (type) {
                case BOOLEAN -> Array.setBoolean(array, i, value % 2 == 0);
                case BYTE -> Array.setByte(array, i, (byte) value);
                case CHAR -> Array.setChar(array, i, (char) value);
                case SHORT -> Array.setShort(array, i, (short) (value * 300));
                default -> Array.setInt(array, i, value); // widened to the type
            }
        }
        return array;
    }

    /** Returns the elements in memory of each kind: at two indexes of arrays, and outside the heap. */
    private static List<DirectBuffer> everywhere(Arena arena, Object array) {
        DirectBuffer whole = Objects.requireNonNull(DirectBuffer.ofArray(array));
        DirectBuffer longer = Objects.requireNonNull(DirectBuffer.ofArray(array(whole.type(), LENGTH + 10, 9)));
        List<DirectBuffer> all = List.of(
                Objects.requireNonNull(DirectBuffer.ofArray(array(whole.type(), LENGTH, 8))),
                longer.slice(3, LENGTH),
                DirectBuffer.of(arena.allocate(whole.lengthBytes()), whole.type()));
        all.forEach(buffer -> buffer.copyFrom(whole));
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoToElementsWhatTheyDoToSingleOnes(ElementType type) {
        Object left = array(type, LENGTH, 1);
        Object right = array(type, LENGTH, 2);
        for (ReductionObject<Object> operator : operatorsFor(type)) {
            Object expected = array(type, LENGTH, 0);
            for (int i = 0; i < LENGTH; i++) {
                Array.set(expected, i, operator.reduce(Array.get(left, i), Array.get(right, i)));
            }
            try (Arena arena = Arena.ofConfined()) {
                for (DirectBuffer a : everywhere(arena, left)) {
                    for (DirectBuffer b : everywhere(arena, right)) {
                        b.copyFrom(Objects.requireNonNull(DirectBuffer.ofArray(right)));
                        a.copyFrom(Objects.requireNonNull(DirectBuffer.ofArray(left)));
                        assertThat(operator.reduce(a, b)).isSameAs(a);
                        assertSame(a.toArray(), expected, operator);
                        assertSame(b.toArray(), right, operator);
                    }
                }
            }
            Object arrayResult = operator.reduce(array(type, LENGTH, 1), right);
            assertSame(arrayResult, expected, operator);
        }
    }

    @Test
    void shouldWriteNothingOutsideTheBuffer() {
        int[] left = {1, 2, 3, 4};
        Reductions.<DirectBuffer>sum()
                .reduce(DirectBuffer.of(left, 1, 2), DirectBuffer.of(new int[] {9, 10, 20, 9}, 1, 2));
        assertThat(left).containsExactly(1, 12, 23, 4);
        Reductions.<DirectBuffer>sum().reduce(DirectBuffer.of(left, 1, 2), DirectBuffer.of(new int[] {10, 20}));
        assertThat(left).containsExactly(1, 22, 43, 4);
    }

    @Test
    void shouldRefuseWhatDoesNotMatch() {
        ReductionObject<DirectBuffer> sum = Reductions.sum();
        assertThatThrownBy(() -> sum.reduce(DirectBuffer.of(new int[2]), DirectBuffer.of(new float[2])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("left=int[2] right=float[2]");
        assertThatThrownBy(() -> sum.reduce(DirectBuffer.of(new char[2]), DirectBuffer.of(new char[2])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sum does not apply: type=char[2]");
    }

    @Test
    void shouldKeepScratchMemoryAndItsIndexes() {
        Scratch scratch = new Scratch();
        int[] array = new int[100];
        DirectBuffer first = scratch.like(0, DirectBuffer.of(array, 10, 50));
        assertThat(first.arrayOffset()).isEqualTo(10);
        assertThat(first.length()).isEqualTo(50);
        assertThat(scratch.like(0, DirectBuffer.of(array, 0, 60)).array()).isSameAs(first.array());
        assertThat(scratch.like(1, DirectBuffer.of(array, 0, 60)).array()).isNotSameAs(first.array());
        DirectBuffer farOut = DirectBuffer.of(new byte[1 << 20], 1 << 19, 4);
        assertThat(scratch.like(0, farOut).arrayOffset()).isZero();
    }

    private static void assertSame(Object actual, Object expected, Object operator) {
        assertThat(Arrays.deepEquals(new Object[] {actual}, new Object[] {expected}))
                .as("%s", operator)
                .isTrue();
    }
}
