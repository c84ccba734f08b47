package tutti.serialization.memory;

import java.util.Arrays;

/** Copies between elements of one type, wherever they lie. */
public final class ElementCopy {
    private static final long BLOCK_ELEMENTS = 1024; // fit the processor's nearest cache

    private ElementCopy() {}

    /** Copies elements; source and target may share memory. */
    public static void copy(ElementMemory source, long sourceStart, ElementMemory target, long start, long length) {
        if (source instanceof FlagsMemory flags && target instanceof FlagsMemory into) {
            System.arraycopy(flags.array(), (int) sourceStart, into.array(), (int) start, (int) length);
            return;
        }
        boolean isPlain = source instanceof PlainMemory && target instanceof PlainMemory;
        boolean mayShare = !isPlain && SharedRanges.mayShare(source, target);
        if (source instanceof RawMemory raw && !mayShare) {
            target.copyFrom(raw, sourceStart, start, length);
        } else if (target instanceof RawMemory raw && !mayShare) {
            source.copyTo(sourceStart, raw, start, length);
        } else {
            copyByBlocks(source, sourceStart, target, start, length, mayShare ? length : BLOCK_ELEMENTS);
        }
    }

    /** Returns some elements of an array in a new one. */
    public static Object copyOfRange(Object array, int from, int to) {
        return switch (array) {
            case boolean[] a -> Arrays.copyOfRange(a, from, to);
            case byte[] a -> Arrays.copyOfRange(a, from, to);
            case char[] a -> Arrays.copyOfRange(a, from, to);
            case short[] a -> Arrays.copyOfRange(a, from, to);
            case int[] a -> Arrays.copyOfRange(a, from, to);
            case long[] a -> Arrays.copyOfRange(a, from, to);
            case float[] a -> Arrays.copyOfRange(a, from, to);
            case double[] a -> Arrays.copyOfRange(a, from, to);
            default -> throw new IllegalArgumentException("no primitive array: " + array.getClass());
        };
    }

    private static void copyByBlocks(
            ElementMemory source, long sourceStart, ElementMemory target, long start, long length, long blockLength) {
        RawMemory block = RawMemory.allocate(Math.min(blockLength, length), source.elementBytes());
        for (long from = 0; from < length; from += blockLength) {
            long step = Math.min(blockLength, length - from);
            source.copyTo(sourceStart + from, block, 0, step);
            target.copyFrom(block, 0, start + from, step);
        }
    }

    /** Returns whether two views show the same elements in the same order. */
    public static boolean isSame(ElementMemory memory, long start, ElementMemory other, long otherStart, long length) {
        if (memory instanceof PlainMemory && other instanceof PlainMemory) {
            long shared = SharedRanges.count(memory, start, length, other, otherStart, length);
            return shared == length * memory.elementBytes();
        }
        return start == otherStart && memory.equals(other);
    }
}
