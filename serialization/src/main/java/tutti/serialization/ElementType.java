package tutti.serialization;

import java.lang.reflect.Array;

/**
 * The eight primitive types, as elements of arrays and of {@link DirectBuffer}s.
 *
 * <p>Their order is part of the wire format.
 */
public enum ElementType {
    /** A truth value, one byte: 0 is false, anything else is true. */
    BOOLEAN(boolean[].class, Byte.BYTES),
    /** A byte. */
    BYTE(byte[].class, Byte.BYTES),
    /** A char, 2 bytes. */
    CHAR(char[].class, Character.BYTES),
    /** A short, 2 bytes. */
    SHORT(short[].class, Short.BYTES),
    /** An int, 4 bytes. */
    INT(int[].class, Integer.BYTES),
    /** A long, 8 bytes. */
    LONG(long[].class, Long.BYTES),
    /** A float, 4 bytes. */
    FLOAT(float[].class, Float.BYTES),
    /** A double, 8 bytes. */
    DOUBLE(double[].class, Double.BYTES);

    private final Class<?> arrayClass;
    private final int elementBytes;

    ElementType(Class<?> arrayClass, int elementBytes) {
        this.arrayClass = arrayClass;
        this.elementBytes = elementBytes;
    }

    /** Returns the class of arrays of this type, for instance {@code int[].class}. */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /** Returns a new array of elements. */
    public Object newArray(int length) {
        return Array.newInstance(arrayClass.getComponentType(), length);
    }

    /** Returns how many bytes one element takes in memory and on the wire. */
    public int elementBytes() {
        return elementBytes;
    }

    /** Returns the name as Java writes it, for instance {@code int}. */
    @Override
    public String toString() {
        return arrayClass.getComponentType().getName();
    }
}
