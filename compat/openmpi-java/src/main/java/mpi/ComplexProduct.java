package mpi;

import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Multiplies complex numbers: a real part, then an imaginary one. */
final class ComplexProduct {
    private ComplexProduct() {}

    static ReductionObject<DirectBuffer> of(ElementType type) {
        return type == ElementType.FLOAT ? ComplexProduct::ofFloats : ComplexProduct::ofDoubles;
    }

    private static DirectBuffer ofFloats(DirectBuffer left, DirectBuffer right) {
        float[] a = (float[]) left.toArray();
        float[] b = (float[]) right.toArray();
        for (int i = 0; i < a.length; i += 2) {
            float real = a[i] * b[i] - a[i + 1] * b[i + 1];
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
            a[i] = real;
        }
        left.fillFrom(a);
        return left;
    }

    private static DirectBuffer ofDoubles(DirectBuffer left, DirectBuffer right) {
        double[] a = (double[]) left.toArray();
        double[] b = (double[]) right.toArray();
        for (int i = 0; i < a.length; i += 2) {
            double real = a[i] * b[i] - a[i + 1] * b[i + 1];
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
            a[i] = real;
        }
        left.fillFrom(a);
        return left;
    }
}
