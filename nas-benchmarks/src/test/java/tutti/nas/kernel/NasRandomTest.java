package tutti.nas.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NasRandomTest {
    private static final BigInteger MULTIPLIER = BigInteger.valueOf(5).pow(13);
    private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

    @Test
    void shouldComputeAsSpecified() {
        NasRandom random = new NasRandom(NasRandom.SEED);
        BigInteger exact = BigInteger.valueOf(NasRandom.SEED);
        for (int i = 0; i < 1000; i++) {
            exact = exact.multiply(MULTIPLIER).mod(MODULUS);
            assertThat(random.next()).isEqualTo(exact.doubleValue() / 0x1p46);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 64, 12_345})
    void shouldSkip(int count) {
        NasRandom slow = new NasRandom(1);
        for (int i = 0; i < count; i++) {
            slow.next();
        }
        NasRandom fast = new NasRandom(1);
        fast.skip(count);
        assertThat(fast.next()).isEqualTo(slow.next());
    }

    @Test
    void shouldFillAPartOfAnArray() {
        double[] filled = new double[6];
        NasRandom random = new NasRandom(3);
        random.fill(filled, 1, 4);
        NasRandom same = new NasRandom(3);
        assertThat(filled).containsExactly(0, same.next(), same.next(), same.next(), same.next(), 0);
        assertThat(random.next()).isEqualTo(same.next());
    }
}
