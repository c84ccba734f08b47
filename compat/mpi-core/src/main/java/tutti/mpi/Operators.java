package tutti.mpi;

import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * MPI's reduction operators on buffers of elements (MPI 4.1, section 6.9.2).
 *
 * <p>They are those of {@link Reductions}, and what MPI has beyond: logical operators on integers, where anything but 0
 * is true and a result is 0 or 1; and sums and products of chars.
 */
public enum Operators {
    MAX,
    MIN,
    SUM,
    PROD,
    LAND,
    BAND,
    LOR,
    BOR,
    LXOR,
    BXOR;

    /**
     * Returns the operator on buffers of a type.
     *
     * @return null if MPI has none
     */
    public @Nullable ReductionObject<DirectBuffer> on(ElementType type) {
        return switch (type) {
            case BOOLEAN -> onFlags();
            case FLOAT, DOUBLE -> onDecimals();
            default -> onIntegers(type);
        };
    }

    private @Nullable ReductionObject<DirectBuffer> onFlags() {
        return switch (this) {
            case LAND, BAND -> Reductions.logicalAnd();
            case LOR, BOR -> Reductions.logicalOr();
            case LXOR, BXOR -> Reductions.logicalXor();
            default -> null;
        };
    }

    private @Nullable ReductionObject<DirectBuffer> onDecimals() {
        return switch (this) {
            case MAX -> Reductions.max();
            case MIN -> Reductions.min();
            case SUM -> Reductions.sum();
            case PROD -> Reductions.product();
            default -> null;
        };
    }

    private ReductionObject<DirectBuffer> onIntegers(ElementType type) {
        return switch (this) {
            case MAX -> Reductions.max();
            case MIN -> Reductions.min();
            case SUM -> type == ElementType.CHAR ? chars("sum of chars", Integer::sum) : Reductions.sum();
            case PROD -> type == ElementType.CHAR ? chars("product of chars", (a, b) -> a * b) : Reductions.product();
            case BAND -> Reductions.bitwiseAnd();
            case BOR -> Reductions.bitwiseOr();
            case BXOR -> Reductions.bitwiseXor();
            case LAND -> integers("logical and of integers", type, (a, b) -> a != 0 && b != 0 ? 1 : 0);
            case LOR -> integers("logical or of integers", type, (a, b) -> a != 0 || b != 0 ? 1 : 0);
            case LXOR -> integers("logical xor of integers", type, (a, b) -> (a != 0) != (b != 0) ? 1 : 0);
        };
    }

    private static ReductionObject<DirectBuffer> chars(String name, IntBinaryOperator operator) {
        return integers(name, ElementType.CHAR, (a, b) -> operator.applyAsInt((int) a, (int) b));
    }

    private static ReductionObject<DirectBuffer> integers(String name, ElementType type, LongBinaryOperator operator) {
        return Reductions.elementwise(
                name, type.arrayClass(), 1, (left, right, from, to) -> combine(left, right, from, to, operator));
    }

    private static void combine(Object left, Object right, int from, int to, LongBinaryOperator operator) {
        switch (left) {
            case byte[] a -> {
                byte[] b = (byte[]) right;
                for (int i = from; i < to; i++) {
                    a[i] = (byte) operator.applyAsLong(a[i], b[i]);
                }
            }
            case char[] a -> {
                char[] b = (char[]) right;
                for (int i = from; i < to; i++) {
                    a[i] = (char) operator.applyAsLong(a[i], b[i]);
                }
            }
            case short[] a -> {
                short[] b = (short[]) right;
                for (int i = from; i < to; i++) {
                    a[i] = (short) operator.applyAsLong(a[i], b[i]);
                }
            }
            case int[] a -> {
                int[] b = (int[]) right;
                for (int i = from; i < to; i++) {
                    a[i] = (int) operator.applyAsLong(a[i], b[i]);
                }
            }
            case long[] a -> {
                long[] b = (long[]) right;
                for (int i = from; i < to; i++) {
                    a[i] = operator.applyAsLong(a[i], b[i]);
                }
            }
            default -> throw new IllegalStateException("no integers: " + left.getClass());
        }
    }
}
