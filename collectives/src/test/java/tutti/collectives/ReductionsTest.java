package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReductionsTest {
    private static final double NAN = Double.NaN;

    /** Operator, left, right, result; for each operator every boxed type that it takes. */
    static Stream<Arguments> cases() {
        return Stream.of(sums(), products(), smaller(), larger(), bits(), truths())
                .flatMap(stream -> stream);
    }

    private static Stream<Arguments> sums() {
        return Stream.of(
                Arguments.of(Reductions.sum(), (byte) 3, (byte) 4, (byte) 7),
                Arguments.of(Reductions.sum(), Byte.MAX_VALUE, (byte) 1, Byte.MIN_VALUE),
                Arguments.of(Reductions.sum(), (short) 3, (short) 4, (short) 7),
                Arguments.of(Reductions.sum(), Short.MAX_VALUE, (short) 1, Short.MIN_VALUE),
                Arguments.of(Reductions.sum(), 3, 4, 7),
                Arguments.of(Reductions.sum(), Integer.MAX_VALUE, 1, Integer.MIN_VALUE),
                Arguments.of(Reductions.sum(), 3L, 4L, 7L),
                Arguments.of(Reductions.sum(), Long.MAX_VALUE, 1L, Long.MIN_VALUE),
                Arguments.of(Reductions.sum(), 0.1f, 0.2f, 0.1f + 0.2f),
                Arguments.of(Reductions.sum(), Float.MAX_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY),
                Arguments.of(Reductions.sum(), 16777216f, 1f, 16777216f),
                Arguments.of(Reductions.sum(), 0.1, 0.2, 0.1 + 0.2),
                Arguments.of(Reductions.sum(), 1.0, NAN, NAN));
    }

    private static Stream<Arguments> products() {
        return Stream.of(
                Arguments.of(Reductions.product(), (byte) 16, (byte) 17, (byte) 16),
                Arguments.of(Reductions.product(), (short) 300, (short) 300, (short) 90000),
                Arguments.of(Reductions.product(), 1 << 20, 1 << 12, 0),
                Arguments.of(Reductions.product(), 1L << 40, 3L, 3L << 40),
                Arguments.of(Reductions.product(), 1.1f, 1.3f, 1.1f * 1.3f),
                Arguments.of(Reductions.product(), 1.1, 1.3, 1.1 * 1.3));
    }

    private static Stream<Arguments> smaller() {
        return Stream.of(
                Arguments.of(Reductions.min(), (byte) -3, (byte) 4, (byte) -3),
                Arguments.of(Reductions.min(), (short) 5, (short) 4, (short) 4),
                Arguments.of(Reductions.min(), Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE),
                Arguments.of(Reductions.min(), Long.MIN_VALUE, 0L, Long.MIN_VALUE),
                Arguments.of(Reductions.min(), 'b', 'a', 'a'),
                Arguments.of(Reductions.min(), '\uffff', 'a', 'a'),
                Arguments.of(Reductions.min(), 1f, Float.NaN, Float.NaN),
                Arguments.of(Reductions.min(), 0.0f, -0.0f, -0.0f),
                Arguments.of(Reductions.min(), NAN, 1.0, NAN),
                Arguments.of(Reductions.min(), 0.0, -0.0, -0.0));
    }

    private static Stream<Arguments> larger() {
        return Stream.of(
                Arguments.of(Reductions.max(), (byte) -3, (byte) 4, (byte) 4),
                Arguments.of(Reductions.max(), (short) 5, (short) 4, (short) 5),
                Arguments.of(Reductions.max(), Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE),
                Arguments.of(Reductions.max(), Long.MAX_VALUE, 0L, Long.MAX_VALUE),
                Arguments.of(Reductions.max(), '\uffff', 'a', '\uffff'),
                Arguments.of(Reductions.max(), 1f, Float.NaN, Float.NaN),
                Arguments.of(Reductions.max(), -0.0f, 0.0f, 0.0f),
                Arguments.of(Reductions.max(), NAN, 1.0, NAN),
                Arguments.of(Reductions.max(), -0.0, 0.0, 0.0));
    }

    private static Stream<Arguments> bits() {
        return Stream.of(
                Arguments.of(Reductions.bitwiseAnd(), (byte) 0xcc, (byte) 0xaa, (byte) 0x88),
                Arguments.of(Reductions.bitwiseAnd(), (short) 0xcccc, (short) 0xaaaa, (short) 0x8888),
                Arguments.of(Reductions.bitwiseAnd(), 0b1100, 0b1010, 0b1000),
                Arguments.of(Reductions.bitwiseAnd(), -1L, 1L << 40, 1L << 40),
                Arguments.of(Reductions.bitwiseAnd(), '\u00ff', '\u0f0f', '\u000f'),
                Arguments.of(Reductions.bitwiseOr(), (byte) 0x80, (byte) 1, (byte) 0x81),
                Arguments.of(Reductions.bitwiseOr(), (short) 0x8000, (short) 1, (short) 0x8001),
                Arguments.of(Reductions.bitwiseOr(), 0b1100, 0b1010, 0b1110),
                Arguments.of(Reductions.bitwiseOr(), 1L, 1L << 40, (1L << 40) + 1),
                Arguments.of(Reductions.bitwiseOr(), '\u00f0', '\u0f00', '\u0ff0'),
                Arguments.of(Reductions.bitwiseXor(), (byte) 0xff, (byte) 0x0f, (byte) 0xf0),
                Arguments.of(Reductions.bitwiseXor(), (short) 0xffff, (short) 0x00ff, (short) 0xff00),
                Arguments.of(Reductions.bitwiseXor(), 0b1100, 0b1010, 0b0110),
                Arguments.of(Reductions.bitwiseXor(), -1L, 1L, -2L),
                Arguments.of(Reductions.bitwiseXor(), '\u00ff', '\u000f', '\u00f0'));
    }

    private static Stream<Arguments> truths() {
        return Stream.of(
                Arguments.of(Reductions.logicalAnd(), true, true, true),
                Arguments.of(Reductions.logicalAnd(), true, false, false),
                Arguments.of(Reductions.logicalOr(), false, false, false),
                Arguments.of(Reductions.logicalOr(), false, true, true),
                Arguments.of(Reductions.logicalXor(), true, true, false),
                Arguments.of(Reductions.logicalXor(), false, true, true));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldCombineBoxedValues(ReductionObject<Object> operator, Object left, Object right, Object expected) {
        assertThat(operator.reduce(left, right)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldCombineArraysElementByElement(
            ReductionObject<Object> operator, Object left, Object right, Object expected) {
        Object array = primitiveArray(left, left, right);
        Object result = operator.reduce(array, primitiveArray(right, right, right));

        assertThat(result).as("writes into its left argument").isSameAs(array);
        Object first = Array.get(result, 0);
        assertThat(first).isEqualTo(expected);
        assertThat(Array.get(result, 1)).isEqualTo(expected);
        assertThat(Array.get(result, 2)).isEqualTo(operator.reduce(right, right));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldCombineArraysOfObjectsToo(ReductionObject<Object> operator, Object left, Object right, Object expected) {
        Object[] result = (Object[])
                operator.reduce(new Object[] {left, primitiveArray(left)}, new Object[] {right, primitiveArray(right)});

        assertThat(result[0]).isEqualTo(expected);
        assertThat(Array.get(result[1], 0)).isEqualTo(expected);
    }

    @Test
    void shouldTakeEmptyArrays() {
        assertThat(Reductions.<int[]>sum().reduce(new int[0], new int[0])).isEmpty();
        assertThat(Reductions.<String[]>min().reduce(new String[0], new String[0]))
                .isEmpty();
    }

    @Test
    void shouldMergeMapsInTheOrderOfTheRanks() {
        Map<String, String> left = new TreeMap<>(Map.of("a", "1", "b", "2"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reductions.<String, String, Map<String, String>>merging(String::concat)
                        .reduce(Map.of("a", "b"), Map.of("c", "d")))
                .withMessageContaining("pass a HashMap or a TreeMap");
        Map<String, String> merged = Reductions.<String, String, Map<String, String>>merging(String::concat)
                .reduce(left, Map.of("b", "3", "c", "4"));

        assertThat(merged).isSameAs(left).isEqualTo(Map.of("a", "1", "b", "23", "c", "4"));
    }

    @Test
    void shouldCombineBigNumbers() {
        BigInteger twelve = BigInteger.valueOf(12);
        BigInteger ten = BigInteger.TEN;
        assertThat(Reductions.<BigInteger>sum().reduce(twelve, ten)).isEqualTo(22);
        assertThat(Reductions.<BigInteger>product().reduce(twelve, ten)).isEqualTo(120);
        assertThat(Reductions.<BigInteger>min().reduce(twelve, ten)).isEqualTo(10);
        assertThat(Reductions.<BigInteger>max().reduce(twelve, ten)).isEqualTo(12);
        assertThat(Reductions.<BigInteger>bitwiseAnd().reduce(twelve, ten)).isEqualTo(8);
        assertThat(Reductions.<BigInteger>bitwiseOr().reduce(twelve, ten)).isEqualTo(14);
        assertThat(Reductions.<BigInteger>bitwiseXor().reduce(twelve, ten)).isEqualTo(6);
        BigDecimal tenth = new BigDecimal("0.1");
        assertThat(Reductions.<BigDecimal>sum().reduce(tenth, tenth)).isEqualByComparingTo("0.2");
        assertThat(Reductions.<BigDecimal>product().reduce(tenth, tenth)).isEqualByComparingTo("0.01");
        assertThat(Reductions.<BigDecimal>max().reduce(tenth, new BigDecimal("0.10")))
                .as("of equal ones that of the lower rank")
                .isSameAs(tenth);
    }

    @Test
    void shouldCompareWhateverIsComparable() {
        assertThat(Reductions.<String>min().reduce("pear", "apple")).isEqualTo("apple");
        assertThat(Reductions.<String>max().reduce("pear", "apple")).isEqualTo("pear");
        assertThat(Reductions.<TimeUnit>max().reduce(TimeUnit.DAYS, TimeUnit.HOURS))
                .isEqualTo(TimeUnit.DAYS);
        assertThat(Reductions.<Boolean>min().reduce(true, false)).isEqualTo(false);
        assertThat(Reductions.<WithBodies>min().reduce(WithBodies.TWO, WithBodies.ONE))
                .isEqualTo(WithBodies.ONE);
        assertThat(Reductions.<String[]>max().reduce(new String[] {"a", "d"}, new String[] {"b", "c"}))
                .containsExactly("b", "d");
    }

    @Test
    void shouldFindThePlaceOfTheExtreme() {
        Located<Double> low = new Located<>(1.5, 7);
        Located<Double> high = new Located<>(2.5, 3);

        assertThat(Reductions.<Located<Double>>minLocation().reduce(high, low)).isSameAs(low);
        assertThat(Reductions.<Located<Double>>minLocation().reduce(low, high)).isSameAs(low);
        assertThat(Reductions.<Located<Double>>maxLocation().reduce(low, high)).isSameAs(high);
        assertThat(Reductions.<Located<Double>>maxLocation().reduce(high, low)).isSameAs(high);
    }

    @Test
    void shouldTakeTheLowerIndexOfEqualValues() {
        Located<String> later = new Located<>("same", 7);
        Located<String> earlier = new Located<>("same", 3);

        for (ReductionObject<Located<String>> operator :
                Arrays.asList(Reductions.<Located<String>>minLocation(), Reductions.<Located<String>>maxLocation())) {
            assertThat(operator.reduce(later, earlier)).isSameAs(earlier);
            assertThat(operator.reduce(earlier, later)).isSameAs(earlier);
        }
    }

    @Test
    void shouldFindPlacesElementByElement() {
        Located<?>[] left = {new Located<>(1, 0), new Located<>(5, 0)};
        Located<?>[] right = {new Located<>(2, 1), new Located<>(4, 1)};

        assertThat(Reductions.<Located<?>[]>minLocation().reduce(left, right))
                .containsExactly(new Located<>(1, 0), new Located<>(4, 1));
    }

    @Test
    void shouldRefuseArraysThatDifferInLength() {
        for (Object[] pair : new Object[][] {
            {new int[2], new int[3]},
            {new double[0], new double[1]},
            {new boolean[1], new boolean[2]},
            {new String[1], new String[2]}
        }) {
            ReductionObject<Object> operator =
                    pair[0] instanceof boolean[] ? Reductions.logicalAnd() : Reductions.min();
            assertThatThrownBy(() -> operator.reduce(pair[0], pair[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("left=" + Array.getLength(pair[0]))
                    .hasMessageContaining("right=" + Array.getLength(pair[1]));
        }
    }

    @Test
    void shouldRefuseDifferentTypes() {
        assertThatThrownBy(() -> Reductions.<Object>sum().reduce(1, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sum of different types")
                .hasMessageContaining("left=java.lang.Integer right=java.lang.Long");
        assertThatThrownBy(() -> Reductions.<Object>sum().reduce(new int[1], new long[1]))
                .hasMessageContaining("left=int[] right=long[]");
    }

    @Test
    void shouldRefuseTypesThatTheOperatorDoesNotKnow() {
        assertThatThrownBy(() -> Reductions.<String>sum().reduce("a", "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sum does not apply: type=java.lang.String")
                .hasMessageContaining("lambda");
        assertThatThrownBy(() -> Reductions.<Double>bitwiseAnd().reduce(1.0, 2.0))
                .hasMessageContaining("bitwiseAnd");
        assertThatThrownBy(() -> Reductions.<boolean[]>sum().reduce(new boolean[1], new boolean[1]))
                .hasMessageContaining("boolean[]");
        assertThatThrownBy(() -> Reductions.<Integer>logicalAnd().reduce(1, 1)).hasMessageContaining("logicalAnd");
        assertThatThrownBy(() -> Reductions.<Integer>minLocation().reduce(1, 1)).hasMessageContaining("minLocation");
    }

    @Test
    void shouldRefuseNull() {
        assertThatThrownBy(() -> Reductions.<Integer>sum().reduce(1, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sum of null: left=1 right=null");
    }

    /** Makes an array of the primitive type that belongs to a boxed value. */
    private static Object primitiveArray(Object first, Object... more) {
        try {
            Class<?> type = (Class<?>) first.getClass().getField("TYPE").get(null);
            Object array = Array.newInstance(type, 1 + more.length);
            Array.set(array, 0, first);
            for (int i = 0; i < more.length; i++) {
                Array.set(array, 1 + i, more[i]);
            }
            return array;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private enum WithBodies {
        ONE {},
        TWO {}
    }
}
