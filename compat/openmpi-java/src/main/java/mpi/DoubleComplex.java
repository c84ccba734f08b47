package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** A view of a complex number in memory, a real and an imaginary part: an item of {@link MPI#DOUBLE_COMPLEX}. */
public final class DoubleComplex {
    private final DoubleBuffer parts;

    private DoubleComplex(DoubleBuffer numbers, int index) {
        parts = numbers.slice(2 * index, 2);
    }

    /** Views the first number of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views a number of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /** Views the first number of an array. */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /** Views a number of an array. */
    public static DoubleComplex get(double[] array, int index) {
        return get(DoubleBuffer.wrap(array), index);
    }

    /** Views the first number of a buffer. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views a number of a buffer. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        ByteBuffer whole = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return get(whole.asDoubleBuffer(), index);
    }

    /** Returns the real part. */
    public double getReal() {
        return parts.get(0);
    }

    /** Returns the imaginary part. */
    public double getImag() {
        return parts.get(1);
    }

    /** Sets the real part. */
    public void putReal(double real) {
        parts.put(0, real);
    }

    /** Sets the imaginary part. */
    public void putImag(double imag) {
        parts.put(1, imag);
    }

    /** Returns both parts. */
    public DoubleBuffer getBuffer() {
        return parts.duplicate();
    }
}
