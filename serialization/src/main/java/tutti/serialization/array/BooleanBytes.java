package tutti.serialization.array;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** Booleans as bytes of 0 and 1: block by block, in loops that compilers turn into vector instructions. */
public final class BooleanBytes {
    private static final int BLOCK = 8 * 1024;

    private BooleanBytes() {}

    public static void write(boolean[] flags, Consumer<MemorySegment> out) {
        byte[] block = new byte[Math.min(BLOCK, flags.length)];
        for (int from = 0; from < flags.length; from += block.length) {
            int length = Math.min(block.length, flags.length - from);
            for (int i = 0; i < length; i++) {
                block[i] = (byte) (flags[from + i] ? 1 : 0);
            }
            out.accept(MemorySegment.ofArray(block).asSlice(0, length));
        }
    }

    /** Fills an array; of a byte that is neither 0 nor 1 only the lowest bit counts. */
    public static void read(boolean[] flags, Consumer<MemorySegment> in) {
        byte[] block = new byte[Math.min(BLOCK, flags.length)];
        for (int from = 0; from < flags.length; from += block.length) {
            int length = Math.min(block.length, flags.length - from);
            in.accept(MemorySegment.ofArray(block).asSlice(0, length));
            for (int i = 0; i < length; i++) {
                flags[from + i] = (block[i] & 1) != 0;
            }
        }
    }
}
