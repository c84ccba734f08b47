package tutti.collectives;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.BinaryOperator;
import tutti.collectives.operator.ArithmeticKernels;
import tutti.collectives.operator.BitKernels;
import tutti.collectives.operator.ComplexKernels;
import tutti.collectives.operator.LocationKernels;
import tutti.collectives.operator.NarrowOrderKernels;
import tutti.collectives.operator.OrderKernels;
import tutti.collectives.signature.OperatorCodes;

/**
 * Ready reduction operators.
 *
 * <p>Each works on boxed numbers and, element by element, on primitive arrays and {@link
 * tutti.serialization.DirectBuffer}s of equal length; arithmetic is that of the type itself, so that integers wrap
 * around and {@code byte + byte} is a {@code byte}.
 *
 * <table>
 * <caption>Types that each operator takes</caption>
 * <tr><th>operator</th><th>types, and arrays and buffers of the primitive ones</th></tr>
 * <tr><td>sum, product</td><td>Byte, Short, Integer, Long, Float, Double, BigInteger, BigDecimal</td></tr>
 * <tr><td>exactSum</td><td>Float, Double</td></tr>
 * <tr><td>min, max</td><td>the same as sum, Character, and any other Comparable</td></tr>
 * <tr><td>bitwise and, or, xor</td><td>Byte, Short, Integer, Long, Character, BigInteger</td></tr>
 * <tr><td>logical and, or, xor</td><td>Boolean</td></tr>
 * <tr><td>minLocation, maxLocation</td><td>{@link Located}, and arrays of it; value and location in turn in arrays and
 *     buffers of int, long, float, double</td></tr>
 * <tr><td>complexProduct</td><td>real and imaginary part in turn in arrays and buffers of float, double</td></tr>
 * <tr><td>merging</td><td>Map, with an operator of the program for its values</td></tr>
 * <tr><td>elementwise</td><td>arrays and buffers of one primitive type, by a loop of the program</td></tr>
 * </table>
 *
 * <p>A value of another type, or two that differ in type or length, is an {@link IllegalArgumentException} that shows
 * both. Operators on arrays and buffers write into their left argument. For floating-point numbers min and max are
 * those of {@link Math}: NaN wins, and -0.0 is less than 0.0.
 */
public final class Reductions {
    private static final ElementwiseOperator SUM = ElementwiseOperator.named("sum")
            .onIntegers(Integer::sum, Long::sum)
            .onDecimals(Double::sum)
            .on(BigInteger.class, BigInteger::add)
            .on(BigDecimal.class, BigDecimal::add)
            .onArrays(byte[].class, ArithmeticKernels::add)
            .onArrays(short[].class, ArithmeticKernels::add)
            .onArrays(int[].class, ArithmeticKernels::add)
            .onArrays(long[].class, ArithmeticKernels::add)
            .onArrays(float[].class, ArithmeticKernels::add)
            .onArrays(double[].class, ArithmeticKernels::add);

    private static final ElementwiseOperator PRODUCT = ElementwiseOperator.named("product")
            .onIntegers((a, b) -> a * b, (a, b) -> a * b)
            .onDecimals((a, b) -> a * b)
            .on(BigInteger.class, BigInteger::multiply)
            .on(BigDecimal.class, BigDecimal::multiply)
            .onArrays(byte[].class, ArithmeticKernels::multiply)
            .onArrays(short[].class, ArithmeticKernels::multiply)
            .onArrays(int[].class, ArithmeticKernels::multiply)
            .onArrays(long[].class, ArithmeticKernels::multiply)
            .onArrays(float[].class, ArithmeticKernels::multiply)
            .onArrays(double[].class, ArithmeticKernels::multiply);

    private static final ElementwiseOperator MIN = ElementwiseOperator.named("min")
            .onIntegers(Math::min, Math::min)
            .onCharacters(Math::min)
            .onDecimals(Math::min)
            .onComparables(comparison -> comparison <= 0)
            .onArrays(byte[].class, NarrowOrderKernels::min)
            .onArrays(short[].class, NarrowOrderKernels::min)
            .onArrays(char[].class, NarrowOrderKernels::min)
            .onArrays(int[].class, OrderKernels::min)
            .onArrays(long[].class, OrderKernels::min)
            .onArrays(float[].class, OrderKernels::min)
            .onArrays(double[].class, OrderKernels::min);

    private static final ElementwiseOperator MAX = ElementwiseOperator.named("max")
            .onIntegers(Math::max, Math::max)
            .onCharacters(Math::max)
            .onDecimals(Math::max)
            .onComparables(comparison -> comparison >= 0)
            .onArrays(byte[].class, NarrowOrderKernels::max)
            .onArrays(short[].class, NarrowOrderKernels::max)
            .onArrays(char[].class, NarrowOrderKernels::max)
            .onArrays(int[].class, OrderKernels::max)
            .onArrays(long[].class, OrderKernels::max)
            .onArrays(float[].class, OrderKernels::max)
            .onArrays(double[].class, OrderKernels::max);

    private static final ElementwiseOperator BITWISE_AND = ElementwiseOperator.named("bitwiseAnd")
            .onIntegers((a, b) -> a & b, (a, b) -> a & b)
            .onCharacters((a, b) -> a & b)
            .on(BigInteger.class, BigInteger::and)
            .onArrays(byte[].class, BitKernels::and)
            .onArrays(short[].class, BitKernels::and)
            .onArrays(char[].class, BitKernels::and)
            .onArrays(int[].class, BitKernels::and)
            .onArrays(long[].class, BitKernels::and);

    private static final ElementwiseOperator BITWISE_OR = ElementwiseOperator.named("bitwiseOr")
            .onIntegers((a, b) -> a | b, (a, b) -> a | b)
            .onCharacters((a, b) -> a | b)
            .on(BigInteger.class, BigInteger::or)
            .onArrays(byte[].class, BitKernels::or)
            .onArrays(short[].class, BitKernels::or)
            .onArrays(char[].class, BitKernels::or)
            .onArrays(int[].class, BitKernels::or)
            .onArrays(long[].class, BitKernels::or);

    private static final ElementwiseOperator BITWISE_XOR = ElementwiseOperator.named("bitwiseXor")
            .onIntegers((a, b) -> a ^ b, (a, b) -> a ^ b)
            .onCharacters((a, b) -> a ^ b)
            .on(BigInteger.class, BigInteger::xor)
            .onArrays(byte[].class, BitKernels::xor)
            .onArrays(short[].class, BitKernels::xor)
            .onArrays(char[].class, BitKernels::xor)
            .onArrays(int[].class, BitKernels::xor)
            .onArrays(long[].class, BitKernels::xor);

    private static final ElementwiseOperator LOGICAL_AND = ElementwiseOperator.named("logicalAnd")
            .on(Boolean.class, Boolean::logicalAnd)
            .onArrays(boolean[].class, BitKernels::and);

    private static final ElementwiseOperator LOGICAL_OR = ElementwiseOperator.named("logicalOr")
            .on(Boolean.class, Boolean::logicalOr)
            .onArrays(boolean[].class, BitKernels::or);

    private static final ElementwiseOperator LOGICAL_XOR = ElementwiseOperator.named("logicalXor")
            .on(Boolean.class, Boolean::logicalXor)
            .onArrays(boolean[].class, BitKernels::xor);

    private static final ElementwiseOperator MIN_LOCATION = ElementwiseOperator.named("minLocation", 2)
            .on(Located.class, located(1))
            .onArrays(int[].class, LocationKernels::min)
            .onArrays(long[].class, LocationKernels::min)
            .onArrays(float[].class, LocationKernels::min)
            .onArrays(double[].class, LocationKernels::min);

    private static final ElementwiseOperator MAX_LOCATION = ElementwiseOperator.named("maxLocation", 2)
            .on(Located.class, located(-1))
            .onArrays(int[].class, LocationKernels::max)
            .onArrays(long[].class, LocationKernels::max)
            .onArrays(float[].class, LocationKernels::max)
            .onArrays(double[].class, LocationKernels::max);

    private static final ElementwiseOperator COMPLEX_PRODUCT = ElementwiseOperator.named("complexProduct", 2)
            .onArrays(float[].class, ComplexKernels::multiply)
            .onArrays(double[].class, ComplexKernels::multiply);

    private Reductions() {}

    /** Adds. */
    public static <T> ReductionObject<T> sum() {
        return SUM.typed();
    }

    /**
     * Adds doubles or floats exactly, and rounds once: the result has the same bits for any number of members, wherever
     * they are, and is the double or float that is nearest to the sum ({@link ExactSum}).
     *
     * <p>Takes Double, Float, and arrays and buffers of double and float. Each element travels as an exact sum of about
     * 60 bytes.
     */
    @SuppressWarnings("unchecked") // it takes what it says, and refuses all else
    public static <T> ReductionObject<T> exactSum() {
        return (ReductionObject<T>) ExactSums.OPERATOR;
    }

    /** Multiplies. */
    public static <T> ReductionObject<T> product() {
        return PRODUCT.typed();
    }

    /** Takes the smaller; of equal ones that of the lower rank. */
    public static <T> ReductionObject<T> min() {
        return MIN.typed();
    }

    /** Takes the larger; of equal ones that of the lower rank. */
    public static <T> ReductionObject<T> max() {
        return MAX.typed();
    }

    /** Combines bits with and. */
    public static <T> ReductionObject<T> bitwiseAnd() {
        return BITWISE_AND.typed();
    }

    /** Combines bits with or. */
    public static <T> ReductionObject<T> bitwiseOr() {
        return BITWISE_OR.typed();
    }

    /** Combines bits with exclusive or. */
    public static <T> ReductionObject<T> bitwiseXor() {
        return BITWISE_XOR.typed();
    }

    /** Is true where all are true. */
    public static <T> ReductionObject<T> logicalAnd() {
        return LOGICAL_AND.typed();
    }

    /** Is true where at least one is true. */
    public static <T> ReductionObject<T> logicalOr() {
        return LOGICAL_OR.typed();
    }

    /** Is true where an odd number are true. */
    public static <T> ReductionObject<T> logicalXor() {
        return LOGICAL_XOR.typed();
    }

    /**
     * Multiplies complex numbers in arrays and buffers of float or double: real part, imaginary part, real part, and so
     * on. {@link #sum} adds them.
     */
    public static <T> ReductionObject<T> complexProduct() {
        return COMPLEX_PRODUCT.typed();
    }

    /**
     * Makes an operator of a program's own loop, which is as fast as the ready ones: it works on buffers in place, in
     * parts, by several threads and in memory that processes share.
     *
     * <p>It takes arrays of one class, and buffers of the same elements. Any other {@link ReductionObject} takes
     * buffers, too, but gets them as a whole.
     *
     * {@snippet :
     * ReductionObject<DirectBuffer> hypot =
     *         Reductions.elementwise("hypot", double[].class, 1, (left, right, from, to) -> {
     *             for (int i = from; i < to; i++) {
     *                 left[i] = Math.hypot(left[i], right[i]);
     *             }
     *         });
     * }
     *
     * @param name names the operator, in errors too: members that pass different ones in a call get a {@link
     *     MismatchedCallException}; must not be that of a ready one
     * @param arrayClass class of the arrays, {@code double[].class} for example
     * @param elementsPerValue how many consecutive elements are one value, which is never cut: 3 for vectors in space,
     *     1 for numbers. The length of what is reduced must be a multiple of it
     * @param kernel combines the elements; must be associative
     * @param <A> type of the arrays
     * @param <T> {@code A}, or {@link tutti.serialization.DirectBuffer}
     * @throws IllegalArgumentException if the class is not one of primitive arrays, the number is less than 1, or a
     *     ready operator has the name
     */
    public static <A, T> ReductionObject<T> elementwise(
            String name, Class<A> arrayClass, int elementsPerValue, ElementKernel<A> kernel) {
        if (!arrayClass.isArray() || !arrayClass.getComponentType().isPrimitive()) {
            throw new IllegalArgumentException(
                    "elementwise operator needs a class of primitive arrays: operator=%s class=%s; pass double[].class, for example"
                            .formatted(name, arrayClass.getTypeName()));
        }
        if (elementsPerValue < 1) {
            throw new IllegalArgumentException("a value has at least one element: operator=%s elementsPerValue=%d"
                    .formatted(name, elementsPerValue));
        }
        if (OperatorCodes.of(name) != OperatorCodes.NONE) {
            throw new IllegalArgumentException(
                    "a ready operator has this name: operator=%s; choose another".formatted(name));
        }
        return ElementwiseOperator.named(name, elementsPerValue)
                .onArrays(arrayClass, kernel::combine)
                .typed();
    }

    /**
     * Merges maps, and combines the two values of a key that both have: {@code merging(Long::sum)} adds counts.
     *
     * <p>Writes into its left argument, as operators on arrays do; so maps must be changeable, as {@link
     * java.util.HashMap} and {@link java.util.TreeMap} are.
     *
     * @param values combines two values, that of the lower rank first; must be associative
     * @param <K> type of the keys
     * @param <V> type of the values
     * @param <M> type of the maps
     */
    public static <K, V, M extends Map<K, V>> ReductionObject<M> merging(BinaryOperator<V> values) {
        return (left, right) -> {
            try {
                right.forEach((key, value) -> left.merge(key, value, values));
            } catch (UnsupportedOperationException e) {
                throw new IllegalArgumentException(
                        "merging writes into maps, and this one cannot be changed: class=%s; pass a HashMap or a TreeMap"
                                .formatted(left.getClass().getName()),
                        e);
            }
            return left;
        };
    }

    /**
     * Takes the {@link Located} with the smaller value; of equal values the one with the lower index.
     *
     * <p>In arrays and buffers of int, long, float and double each value is followed by its location: value, location,
     * value, location. Floating-point values are ordered as by {@link Double#compare}; a float holds locations up to
     * 2^24, a double up to 2^53.
     */
    public static <T> ReductionObject<T> minLocation() {
        return MIN_LOCATION.typed();
    }

    /**
     * Takes the {@link Located} with the larger value; of equal values the one with the lower index. Arrays and buffers
     * are as for {@link #minLocation}.
     */
    public static <T> ReductionObject<T> maxLocation() {
        return MAX_LOCATION.typed();
    }

    private static BinaryOperator<Located<?>> located(int sign) {
        return (left, right) -> {
            int comparison = sign * compare(left, right);
            if (comparison == 0) {
                return left.index() <= right.index() ? left : right;
            }
            return comparison < 0 ? left : right;
        };
    }

    @SuppressWarnings("unchecked") // values of different types are refused by compareTo itself
    private static <T extends Comparable<? super T> & Serializable> int compare(Located<?> left, Located<?> right) {
        return ((Located<T>) left).value().compareTo(((Located<T>) right).value());
    }
}
