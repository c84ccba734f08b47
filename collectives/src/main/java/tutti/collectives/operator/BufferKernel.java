package tutti.collectives.operator;

import java.lang.reflect.Array;
import java.util.Objects;
import tutti.serialization.DirectBuffer;

/**
 * One operator on one element type, for arrays and for buffers over any memory.
 *
 * <p>A kernel needs the same index on both sides. Where buffers differ in that, or lie outside the heap, the elements
 * pass through two small arrays block by block, which stay in the processor's nearest cache.
 *
 * @param <A> type of the arrays
 */
public final class BufferKernel<A> {
    private static final int BLOCK_ELEMENTS = 1024;

    private final Class<A> arrayClass;
    private final ArrayKernel<A> kernel;
    private final int elementsPerValue;

    public BufferKernel(Class<A> arrayClass, ArrayKernel<A> kernel, int elementsPerValue) {
        this.arrayClass = arrayClass;
        this.kernel = kernel;
        this.elementsPerValue = elementsPerValue;
    }

    /** Combines two arrays of this type into the left one. */
    public void reduceArrays(Object left, Object right) {
        int length = Array.getLength(left);
        checkLengths(length, Array.getLength(right));
        kernel.run(arrayClass.cast(left), arrayClass.cast(right), 0, length);
    }

    /** Combines two buffers of this type and equal length into the left one. */
    public void reduce(DirectBuffer left, DirectBuffer right) {
        Object leftArray = left.array();
        Object rightArray = right.array();
        if (leftArray != null && rightArray != null && left.arrayOffset() == right.arrayOffset()) {
            int from = left.arrayOffset();
            kernel.run(arrayClass.cast(leftArray), arrayClass.cast(rightArray), from, from + (int) left.length());
        } else {
            reduceBlocks(left, right);
        }
    }

    private void reduceBlocks(DirectBuffer left, DirectBuffer right) {
        int blockLength = (int) Math.min(Elementwise.wholeUnits(elementsPerValue, BLOCK_ELEMENTS), left.length());
        A leftBlock = newArray(blockLength);
        A rightBlock = newArray(blockLength);
        DirectBuffer leftView = Objects.requireNonNull(DirectBuffer.ofArray(leftBlock));
        DirectBuffer rightView = Objects.requireNonNull(DirectBuffer.ofArray(rightBlock));
        for (long from = 0; from < left.length(); from += blockLength) {
            int length = (int) Math.min(blockLength, left.length() - from);
            DirectBuffer target = left.slice(from, length);
            leftView.slice(0, length).copyFrom(target);
            rightView.slice(0, length).copyFrom(right.slice(from, length));
            kernel.run(leftBlock, rightBlock, 0, length);
            target.copyFrom(leftView.slice(0, length));
        }
    }

    private A newArray(int length) {
        return arrayClass.cast(Array.newInstance(arrayClass.getComponentType(), length));
    }

    public static void checkLengths(int left, int right) {
        if (left != right) {
            throw new IllegalArgumentException(
                    "arrays differ in length: left=%d right=%d; let every member contribute the same length"
                            .formatted(left, right));
        }
    }
}
