package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GaussianPairsTest {

    @Test
    void shouldDrawTheRemaindersOfPowers() {
        GaussianPairs random = new GaussianPairs();
        long state = 1;
        for (int i = 0; i < 100_000; i++) {
            state = state * 16_807 % (1L << 31) % Integer.MAX_VALUE;
            assertThat(random.uniform()).isEqualTo(4.656612875e-10 * state);
        }
    }

    @Test
    void shouldDrawNormallyDistributedNumbers() {
        GaussianPairs random = new GaussianPairs();
        int pairs = 100_000;
        double sum = 0;
        double squares = 0;
        double products = 0;
        for (int i = 0; i < pairs; i++) {
            random.next();
            sum += random.first() + random.second();
            squares += random.first() * random.first() + random.second() * random.second();
            products += random.first() * random.second();
        }
        assertThat(sum / (2 * pairs)).isCloseTo(0, within(0.01));
        assertThat(squares / (2 * pairs)).isCloseTo(1, within(0.02));
        assertThat(products / pairs).isCloseTo(0, within(0.02));
    }
}
