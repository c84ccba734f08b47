package tutti.serialization;

import org.jspecify.annotations.Nullable;

/**
 * Type and number of elements of a primitive array.
 *
 * @param length number of elements
 */
public record ArrayShape(ElementType type, long length) {

    /** Returns the shape of an object if it is an array of primitives, else null. */
    public static @Nullable ArrayShape of(@Nullable Object value) {
        return switch (value) {
            case boolean[] a -> new ArrayShape(ElementType.BOOLEAN, a.length);
            case byte[] a -> new ArrayShape(ElementType.BYTE, a.length);
            case char[] a -> new ArrayShape(ElementType.CHAR, a.length);
            case short[] a -> new ArrayShape(ElementType.SHORT, a.length);
            case int[] a -> new ArrayShape(ElementType.INT, a.length);
            case long[] a -> new ArrayShape(ElementType.LONG, a.length);
            case float[] a -> new ArrayShape(ElementType.FLOAT, a.length);
            case double[] a -> new ArrayShape(ElementType.DOUBLE, a.length);
            case null, default -> null;
        };
    }
}
