package tutti.collectives;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operator.ArrayKernel;
import tutti.collectives.operator.BufferKernel;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.OperatorCodes;
import tutti.serialization.DirectBuffer;

/**
 * An operator that is put together type by type, and then applied by the class of its arguments.
 *
 * <p>Immutable once {@link #typed} has been called.
 */
final class ElementwiseOperator implements ReductionObject<Object>, Elementwise {
    private final String name;
    private final int code;
    private final int elementsPerValue;
    private final Map<Class<?>, BinaryOperator<Object>> byClass = new HashMap<>();
    private final Map<Class<?>, BufferKernel<?>> kernels = new HashMap<>();
    private @Nullable IntPredicate takesLeft;

    private ElementwiseOperator(String name, int elementsPerValue) {
        this.name = name;
        int ready = OperatorCodes.of(name);
        code = ready == OperatorCodes.NONE ? OperatorCodes.ofProgram(name, elementsPerValue) : ready;
        this.elementsPerValue = elementsPerValue;
    }

    static ElementwiseOperator named(String name) {
        return new ElementwiseOperator(name, 1);
    }

    /** Begins an operator for which so many consecutive elements of an array or a buffer are one value. */
    static ElementwiseOperator named(String name, int elementsPerValue) {
        return new ElementwiseOperator(name, elementsPerValue);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public boolean appliesTo(Class<?> arrayClass) {
        return kernels.containsKey(arrayClass);
    }

    @Override
    public int elementsPerValue() {
        return elementsPerValue;
    }

    @SuppressWarnings("unchecked") // the class of the arguments is checked when they come
    <T> ReductionObject<T> typed() {
        return (ReductionObject<T>) this;
    }

    @SuppressWarnings("unchecked") // the key is the class of both arguments
    <T> ElementwiseOperator on(Class<T> type, BinaryOperator<? extends T> operator) {
        byClass.put(type, (BinaryOperator<Object>) operator);
        return this;
    }

    /** Applies to arrays, and to buffers of the same elements. */
    <A> ElementwiseOperator onArrays(Class<A> type, ArrayKernel<A> kernel) {
        kernels.put(type, new BufferKernel<>(type, kernel, elementsPerValue));
        return this;
    }

    /** Applies to byte, short, int and long; the narrow results are cut to their type. */
    ElementwiseOperator onIntegers(IntBinaryOperator ints, LongBinaryOperator longs) {
        return on(Byte.class, (a, b) -> (byte) ints.applyAsInt(a, b))
                .on(Short.class, (a, b) -> (short) ints.applyAsInt(a, b))
                .on(Integer.class, (a, b) -> ints.applyAsInt(a, b))
                .on(Long.class, (a, b) -> longs.applyAsLong(a, b));
    }

    ElementwiseOperator onCharacters(IntBinaryOperator operator) {
        return on(Character.class, (a, b) -> (char) operator.applyAsInt(a, b));
    }

    /** Applies to double, and to float: a float result rounded from the double one is the one that float gives. */
    ElementwiseOperator onDecimals(DoubleBinaryOperator operator) {
        return on(Float.class, (a, b) -> (float) operator.applyAsDouble(a, b))
                .on(Double.class, (a, b) -> operator.applyAsDouble(a, b));
    }

    /** Applies to everything else that can be compared. */
    ElementwiseOperator onComparables(IntPredicate leftIfComparison) {
        takesLeft = leftIfComparison;
        return this;
    }

    @Override
    public Object reduce(Object left, Object right) {
        if (left == null || right == null) {
            throw new IllegalArgumentException(
                    "%s of null: left=%s right=%s; every member must contribute a value".formatted(name, left, right));
        }
        if (!typeOf(left).equals(typeOf(right))) {
            throw new IllegalArgumentException(
                    "%s of different types: left=%s right=%s; let every member contribute the same type"
                            .formatted(
                                    name,
                                    left.getClass().getTypeName(),
                                    right.getClass().getTypeName()));
        }
        if (left instanceof DirectBuffer buffer) {
            return reduceBuffers(buffer, (DirectBuffer) right);
        }
        BufferKernel<?> kernel = kernels.get(left.getClass());
        if (kernel != null) {
            Elementwise.checkWhole(this, Array.getLength(left), left.getClass()::getTypeName);
            kernel.reduceArrays(left, right);
            return left;
        }
        BinaryOperator<Object> operator = byClass.get(left.getClass());
        if (operator != null) {
            return operator.apply(left, right);
        }
        if (left instanceof Object[] array) {
            return reduceEach(array, (Object[]) right);
        }
        if (takesLeft != null && left instanceof Comparable<?> comparable) {
            return takesLeft.test(compare(comparable, right)) ? left : right;
        }
        throw Elementwise.doesNotApply(this, left.getClass().getTypeName());
    }

    private DirectBuffer reduceBuffers(DirectBuffer left, DirectBuffer right) {
        if (!left.matches(right)) {
            throw new IllegalArgumentException(
                    "%s of different buffers: left=%s right=%s; let every member contribute the same type and length"
                            .formatted(name, left.shape(), right.shape()));
        }
        Elementwise.checkWhole(this, left);
        Objects.requireNonNull(kernels.get(left.type().arrayClass())).reduce(left, right);
        return left;
    }

    /** Constants of an enum may have classes of their own. */
    private static Class<?> typeOf(Object value) {
        return value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
    }

    private Object[] reduceEach(Object[] left, Object[] right) {
        BufferKernel.checkLengths(left.length, right.length);
        for (int i = 0; i < left.length; i++) {
            left[i] = reduce(left[i], right[i]);
        }
        return left;
    }

    @SuppressWarnings("unchecked") // both have the same class
    private static int compare(Comparable<?> left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }

    @Override
    public String toString() {
        return name;
    }
}
