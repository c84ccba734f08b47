package tutti.collectives.operator;

import java.util.function.Supplier;
import tutti.serialization.DirectBuffer;

/**
 * An operator that combines arrays and buffers value by value, and writes into its left argument only.
 *
 * <p>So an algorithm may cut its arguments into pieces of whole values, and read the right one where it lies.
 */
public interface Elementwise {

    /** Returns the name of the operator as users write it. */
    String name();

    /** Returns the code on which all members of a call must agree. */
    int code();

    /** Returns whether the operator combines arrays of a class, and buffers of the same elements. */
    boolean appliesTo(Class<?> arrayClass);

    /** Returns how many consecutive elements of an array or a buffer are one value. */
    int elementsPerValue();

    /** Returns how many elements may not be cut apart before they are given to an operator. */
    static int unitOf(Object operator) {
        return operator instanceof Elementwise elementwise ? elementwise.elementsPerValue() : 1;
    }

    /**
     * Checks that a buffer holds whole values of an operator, of a type to which it applies.
     *
     * @throws IllegalArgumentException if it does not
     */
    static void checkWhole(Object operator, DirectBuffer buffer) {
        checkApplies(operator, buffer);
        checkWhole(operator, buffer.length(), buffer::shape);
    }

    /**
     * Checks that an operator applies to the elements of a buffer, and that these are values of their own.
     *
     * @throws IllegalArgumentException if it does not, or would combine the bytes of others
     */
    static void checkApplies(Object operator, DirectBuffer buffer) {
        checkValues(operator, buffer);
        if (operator instanceof Elementwise elementwise
                && !elementwise.appliesTo(buffer.type().arrayClass())) {
            throw doesNotApply(elementwise, buffer.shape());
        }
    }

    /**
     * Checks that the elements of a buffer are values of their own.
     *
     * @throws IllegalArgumentException if an operator would combine the bytes of others
     */
    static void checkValues(Object operator, DirectBuffer buffer) {
        if (buffer.isMixed() && operator instanceof Elementwise elementwise && elementwise.elementsPerValue() == 1) {
            throw new IllegalArgumentException(
                    "%s would combine the single bytes of structs or joined buffers: of=%s; reduce each buffer by itself, or write a ReductionObject"
                            .formatted(elementwise.name(), buffer.shape()));
        }
    }

    /**
     * Checks that there are whole values of an operator.
     *
     * @param shape describes what has the elements; asked only if they are not whole values
     * @throws IllegalArgumentException if they are not
     */
    static void checkWhole(Object operator, long elements, Supplier<String> shape) {
        int unit = unitOf(operator);
        if (elements % unit != 0) {
            throw new IllegalArgumentException(
                    "%s takes values of %d elements each: of=%s length=%d; let the length be a multiple of %d"
                            .formatted(((Elementwise) operator).name(), unit, shape.get(), elements, unit));
        }
    }

    /** Makes the exception for values of a type that an operator does not combine. */
    static IllegalArgumentException doesNotApply(Elementwise operator, String type) {
        return new IllegalArgumentException("%s does not apply: type=%s; write a ReductionObject, a lambda will do"
                .formatted(operator.name(), type));
    }

    /** Returns the most elements up to a number that are whole values of an operator, but one value at least. */
    static int wholeValues(Object operator, int elements) {
        return wholeUnits(unitOf(operator), elements);
    }

    /** Returns the largest multiple of a unit up to a number, but one unit at least. */
    static int wholeUnits(int unit, int elements) {
        return Math.max(1, elements / unit) * unit;
    }
}
