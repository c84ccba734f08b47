package tutti.collectives.operator;

import java.lang.foreign.MemorySegment;

/**
 * The smaller and the larger of elements of less than 32 bits, of which C2 makes no vector instructions: see {@link
 * ArrayKernel}.
 *
 * <p>Elements pass block by block through arrays of long, of which it does make them. Each long holds several elements,
 * which are compared in their places (L. Lamport, "Multiple byte processing with full-word instructions", 1975,
 * doi:10.1145/360933.360994).
 */
public final class NarrowOrderKernels {
    /** Up to here the blocks cost more than they save. */
    private static final int SHORT_LENGTH = 64;

    private static final int BLOCK_LONGS = 256; // two blocks stay in the processor's nearest cache

    /** Masks that are applied to the choice of the smaller. */
    private static final long SMALLER = 0;

    private static final long LARGER = -1;

    private static final Lanes BYTES = new Lanes(Byte.BYTES, 0x8080_8080_8080_8080L, true);
    private static final Lanes SHORTS = new Lanes(Short.BYTES, 0x8000_8000_8000_8000L, true);
    private static final Lanes CHARS = new Lanes(Character.BYTES, 0x8000_8000_8000_8000L, false);

    private NarrowOrderKernels() {}

    /**
     * Elements side by side in longs.
     *
     * @param highBits the highest bit of each element
     */
    private record Lanes(int bytes, long highBits, boolean isSigned) {

        void run(MemorySegment left, MemorySegment right, int from, int to, long larger) {
            long[] lefts = new long[BLOCK_LONGS];
            long[] rights = new long[BLOCK_LONGS];
            MemorySegment leftBlock = MemorySegment.ofArray(lefts);
            MemorySegment rightBlock = MemorySegment.ofArray(rights);
            long end = (long) to * bytes;
            for (long at = (long) from * bytes; at < end; at += leftBlock.byteSize()) {
                long length = Math.min(leftBlock.byteSize(), end - at);
                MemorySegment.copy(left, at, leftBlock, 0, length);
                MemorySegment.copy(right, at, rightBlock, 0, length);
                int longs = (int) Math.ceilDiv(length, Long.BYTES); // of the last one a part may mean nothing
                combine(lefts, rights, longs, larger);
                MemorySegment.copy(leftBlock, 0, left, at, length);
            }
        }

        /** Takes the {@link #SMALLER} or the {@link #LARGER} elements. */
        private void combine(long[] left, long[] right, int longs, long larger) {
            long high = highBits;
            long flip = isSigned ? high : 0; // so that all compare as numbers without a sign
            int shift = Byte.SIZE * bytes - 1;
            for (int i = 0; i < longs; i++) {
                long x = left[i] ^ flip;
                long y = right[i] ^ flip;
                long difference = (x | high) - (y & ~high); // of the lower bits; none borrows from its neighbor
                long isNotSmaller = ((x & ~y) | (~(x ^ y) & difference)) & high;
                long takesRight = ((isNotSmaller << 1) - (isNotSmaller >>> shift)) ^ larger;
                left[i] ^= (x ^ y) & takesRight;
            }
        }
    }

    public static void min(byte[] left, byte[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (byte) Math.min(left[i], right[i]);
            }
        } else {
            BYTES.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, SMALLER);
        }
    }

    public static void min(short[] left, short[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (short) Math.min(left[i], right[i]);
            }
        } else {
            SHORTS.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, SMALLER);
        }
    }

    public static void min(char[] left, char[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (char) Math.min(left[i], right[i]);
            }
        } else {
            CHARS.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, SMALLER);
        }
    }

    public static void max(byte[] left, byte[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (byte) Math.max(left[i], right[i]);
            }
        } else {
            BYTES.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, LARGER);
        }
    }

    public static void max(short[] left, short[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (short) Math.max(left[i], right[i]);
            }
        } else {
            SHORTS.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, LARGER);
        }
    }

    public static void max(char[] left, char[] right, int from, int to) {
        if (to - from < SHORT_LENGTH) {
            for (int i = from; i < to; i++) {
                left[i] = (char) Math.max(left[i], right[i]);
            }
        } else {
            CHARS.run(MemorySegment.ofArray(left), MemorySegment.ofArray(right), from, to, LARGER);
        }
    }
}
