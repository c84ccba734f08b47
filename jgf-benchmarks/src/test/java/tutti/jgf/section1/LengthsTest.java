package tutti.jgf.section1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LengthsTest {

    @Test
    void shouldBeTheSuites() {
        assertThat(Lengths.of(25, 5_000_000))
                .containsExactly(
                        4, 7, 12, 21, 37, 66, 116, 203, 357, 626, 1098, 1926, 3377, 5921, 10383, 18205, 31921, 55970,
                        98137, 172072, 301708, 529010, 927557, 1626361, 2851632);
        assertThat(Lengths.of(20, 1_000_000))
                .containsExactly(
                        4, 7, 13, 25, 48, 89, 166, 309, 577, 1074, 1999, 3723, 6931, 12903, 24022, 44721, 83255, 154991,
                        288539, 537159);
        assertThat(Lengths.of(2, 5_000_000)).containsExactly(4, 4472);
    }
}
