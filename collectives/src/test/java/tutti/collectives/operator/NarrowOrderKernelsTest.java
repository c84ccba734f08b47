package tutti.collectives.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NarrowOrderKernelsTest {
    private static final int VALUES = 1 << Byte.SIZE;
    private static final int GUARD = 3;

    @Test
    void shouldOrderAllPairsOfBytes() {
        byte[] left = new byte[VALUES * VALUES];
        byte[] right = new byte[VALUES * VALUES];
        for (int i = 0; i < left.length; i++) {
            left[i] = (byte) (i / VALUES);
            right[i] = (byte) i;
        }
        byte[] smaller = left.clone();
        byte[] larger = left.clone();
        NarrowOrderKernels.min(smaller, right, 0, left.length);
        NarrowOrderKernels.max(larger, right, 0, left.length);
        for (int i = 0; i < left.length; i++) {
            assertThat(smaller[i]).isEqualTo((byte) Math.min(left[i], right[i]));
            assertThat(larger[i]).isEqualTo((byte) Math.max(left[i], right[i]));
        }
    }

    @Test
    void shouldOrderShortsAndCharsOfAnyRange() {
        Random random = new Random(1);
        for (int length : new int[] {0, 1, 63, 64, 65, 127, 1_023, 1_024, 1_025, 3_001}) {
            int from = random.nextInt(GUARD);
            int to = from + length;
            short[] left = new short[to + GUARD];
            short[] right = new short[to + GUARD];
            char[] leftChars = new char[to + GUARD];
            char[] rightChars = new char[to + GUARD];
            for (int i = 0; i < left.length; i++) {
                left[i] = edgeOrAny(random);
                right[i] = random.nextInt(5) == 0 ? left[i] : edgeOrAny(random);
                leftChars[i] = (char) left[i];
                rightChars[i] = (char) right[i];
            }
            short[] smaller = left.clone();
            short[] larger = left.clone();
            char[] smallerChars = leftChars.clone();
            char[] largerChars = leftChars.clone();
            NarrowOrderKernels.min(smaller, right, from, to);
            NarrowOrderKernels.max(larger, right, from, to);
            NarrowOrderKernels.min(smallerChars, rightChars, from, to);
            NarrowOrderKernels.max(largerChars, rightChars, from, to);
            for (int i = 0; i < left.length; i++) {
                boolean inside = i >= from && i < to;
                assertThat(smaller[i]).isEqualTo(inside ? (short) Math.min(left[i], right[i]) : left[i]);
                assertThat(larger[i]).isEqualTo(inside ? (short) Math.max(left[i], right[i]) : left[i]);
                assertThat(smallerChars[i])
                        .isEqualTo(inside ? (char) Math.min(leftChars[i], rightChars[i]) : leftChars[i]);
                assertThat(largerChars[i])
                        .isEqualTo(inside ? (char) Math.max(leftChars[i], rightChars[i]) : leftChars[i]);
            }
        }
    }

    private static short edgeOrAny(Random random) {
        short[] edges = {0, 1, -1, Short.MIN_VALUE, Short.MAX_VALUE, 0x80, 0x7f, -256};
        return random.nextBoolean() ? edges[random.nextInt(edges.length)] : (short) random.nextInt();
    }
}
