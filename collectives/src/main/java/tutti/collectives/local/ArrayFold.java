package tutti.collectives.local;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ElementwiseOperator;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.TreeBlocks;

/**
 * The reduction of one block's arrays, cut into tiles that any number of members work on at the same time.
 *
 * <p>A tile of every array passes through the cache once. Operands are combined in the association order of the {@link BinomialTree}.
 */
public final class ArrayFold {
    /** Operands beyond which members copy them and combine in pairs, because one member would have to look at too many. */
    private static final int MOST_OPERANDS = 64;

    private static final int TILE_BYTES = 16 * 1024;

    private final Object[] arrays;
    private final TreeBlocks.Block block;
    private final ReductionObject<@Nullable Object> operator;
    private final int length;
    private final int tileLength;
    private final int tiles;
    private final Object result;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private ArrayFold(Object[] arrays, TreeBlocks.Block block, ReductionObject<@Nullable Object> operator) {
        this.arrays = arrays;
        this.block = block;
        this.operator = operator;
        length = Array.getLength(arrays[0]);
        tileLength = Math.max(1, TILE_BYTES / bytesOf(arrays[0].getClass().getComponentType()));
        tiles = Math.max(1, Math.ceilDiv(length, tileLength));
        result = sameKind(length);
    }

    /** Returns whether the first member to arrive lets all contribute their own arrays instead of copies. */
    public static boolean isWorthwhile(Locality locality, @Nullable Object value, ReductionObject<?> operator) {
        return operator instanceof ElementwiseOperator
                && value != null
                && isPrimitiveArray(value)
                && locality.blocks().count() == 1
                && locality.count() <= MOST_OPERANDS;
    }

    /**
     * Prepares the work when all operands are there.
     *
     * @throws IllegalArgumentException if they differ in type or length
     */
    public static ArrayFold of(Contributions all, TreeBlocks.Block block) {
        Object[] arrays = new Object[block.size()];
        for (int i = 0; i < arrays.length; i++) {
            Object left = all.operand(block.firstIndex());
            Object right = all.operand(block.firstIndex() + i);
            if (left == null || right == null || !left.getClass().equals(right.getClass())) {
                throw new IllegalArgumentException(
                        "%s of different types: rank=%d %s, rank=%d %s; let every member contribute the same type"
                                .formatted(
                                        all.operator(), block.start(), typeOf(left), block.start() + i, typeOf(right)));
            }
            if (Array.getLength(left) != Array.getLength(right)) {
                throw new IllegalArgumentException(
                        "arrays differ in length: rank=%d length=%d, rank=%d length=%d; let every member contribute the same length"
                                .formatted(
                                        block.start(),
                                        Array.getLength(left),
                                        block.start() + i,
                                        Array.getLength(right)));
            }
            arrays[i] = right;
        }
        return new ArrayFold(arrays, block, all.operator());
    }

    /** Returns whether waking others would take longer than the work. */
    public boolean isSmall() {
        return tiles == 1;
    }

    /** Works on tiles as long as there are any; returns whether this call finished the last of all. */
    public boolean help() {
        boolean finished = false;
        ArrayDeque<Object> spare = new ArrayDeque<>();
        for (int tile = begun.getAndIncrement(); tile < tiles; tile = begun.getAndIncrement()) {
            int from = tile * tileLength;
            int count = Math.min(tileLength, length - from);
            if (count < tileLength) {
                spare.clear();
            }
            Object folded = fold(block.start(), block.end(), from, count, spare);
            System.arraycopy(folded, 0, result, from, count);
            spare.push(folded);
            finished |= done.incrementAndGet() == tiles;
        }
        return finished;
    }

    public Object result() {
        return result;
    }

    /** Returns a buffer that holds the fold of some operands' elements. */
    private Object fold(int start, int end, int from, int count, ArrayDeque<Object> spare) {
        if (end - start == 1) {
            Object buffer = spare.isEmpty() ? sameKind(count) : spare.pop();
            System.arraycopy(arrays[start - block.start()], from, buffer, 0, count);
            return buffer;
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        Object left = fold(start, middle, from, count, spare);
        Object right = fold(middle, end, from, count, spare);
        Object folded =
                Objects.requireNonNull(operator.reduce(left, right)); // array operators write into their left argument
        spare.push(right);
        return folded;
    }

    private Object sameKind(int count) {
        return Array.newInstance(arrays[0].getClass().getComponentType(), count);
    }

    private static boolean isPrimitiveArray(Object value) {
        return value.getClass().isArray() && value.getClass().getComponentType().isPrimitive();
    }

    private static String typeOf(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }

    private static int bytesOf(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == short.class || primitive == char.class ? Short.BYTES : Byte.BYTES;
    }
}
