package tutti.collectives;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Operators on single elements made into operators on arrays, which write into their left argument. */
final class ArrayLoops {
    private ArrayLoops() {}

    static BinaryOperator<byte[]> bytes(IntBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = (byte) operator.applyAsInt(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<short[]> shorts(IntBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = (short) operator.applyAsInt(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<char[]> chars(IntBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = (char) operator.applyAsInt(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<int[]> ints(IntBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = operator.applyAsInt(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<long[]> longs(LongBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = operator.applyAsLong(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<float[]> floats(DoubleBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = (float) operator.applyAsDouble(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<double[]> doubles(DoubleBinaryOperator operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = operator.applyAsDouble(left[i], right[i]);
            }
            return left;
        };
    }

    static BinaryOperator<boolean[]> booleans(BinaryOperator<Boolean> operator) {
        return (left, right) -> {
            checkLengths(left.length, right.length);
            for (int i = 0; i < left.length; i++) {
                left[i] = operator.apply(left[i], right[i]);
            }
            return left;
        };
    }

    static void checkLengths(int left, int right) {
        if (left != right) {
            throw new IllegalArgumentException(
                    "arrays differ in length: left=%d right=%d; let every member contribute the same length"
                            .formatted(left, right));
        }
    }
}
