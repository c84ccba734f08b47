package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A view of a complex number in memory, a real and an imaginary part: an item of {@link MPI#FLOAT_COMPLEX}. */
public final class FloatComplex {
    private final FloatBuffer parts;

    private FloatComplex(FloatBuffer numbers, int index) {
        parts = numbers.slice(2 * index, 2);
    }

    /** Views the first number of a buffer. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views a number of a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /** Views the first number of an array. */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /** Views a number of an array. */
    public static FloatComplex get(float[] array, int index) {
        return get(FloatBuffer.wrap(array), index);
    }

    /** Views the first number of a buffer. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views a number of a buffer. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        ByteBuffer whole = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return get(whole.asFloatBuffer(), index);
    }

    /** Returns the real part. */
    public float getReal() {
        return parts.get(0);
    }

    /** Returns the imaginary part. */
    public float getImag() {
        return parts.get(1);
    }

    /** Sets the real part. */
    public void putReal(float real) {
        parts.put(0, real);
    }

    /** Sets the imaginary part. */
    public void putImag(float imag) {
        parts.put(1, imag);
    }

    /** Returns both parts. */
    public FloatBuffer getBuffer() {
        return parts.duplicate();
    }
}
