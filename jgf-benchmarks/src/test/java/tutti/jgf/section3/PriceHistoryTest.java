package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.jgf.suite.SuiteException;

class PriceHistoryTest {

    @Test
    void shouldTakeEachDaysLastPrice() {
        List<String> lines = List.of("900102,1,4,0.5,2.25,1000,0", "", "900103, 2.25, 9, 2, 8.5, 2000, 0");
        assertThat(PriceHistory.lastPrices(lines)).containsExactly(2.25, 8.5);
    }

    @Test
    void shouldRefuseALineWithoutPrices() {
        assertThatThrownBy(() -> PriceHistory.lastPrices(List.of("900102,1,4")))
                .isInstanceOf(SuiteException.class)
                .hasMessageContaining("fields=3 expected=7")
                .hasMessageContaining("900102,1,4");
    }

    @Test
    void shouldRefuseAFileThatIsNotTheSuites(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("hitData"), PriceHistory.generatedLines());
        assertThatThrownBy(() -> PriceHistory.fromHitData(file))
                .isInstanceOf(SuiteException.class)
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("expected=1662a83f");
    }

    @Test
    void shouldRefuseAFileThatIsNotThere(@TempDir Path folder) {
        assertThatThrownBy(() -> PriceHistory.fromHitData(folder.resolve("nothing")))
                .isInstanceOf(SuiteException.class)
                .hasMessageContaining("nothing");
    }

    @Test
    void shouldGenerateLinesOfTheSuitesForm() {
        List<String> lines = PriceHistory.generatedLines();
        assertThat(lines).hasSize(2597).allMatch(line -> line.matches("\\d{6}(,\\d+\\.\\d\\d){4},\\d+,0"));
        assertThat(lines.stream().map(line -> line.substring(0, 6))).isSorted().doesNotHaveDuplicates();
        Returns returns = Returns.of(PriceHistory.generated());
        assertThat(returns.volatility()).isCloseTo(0.012 * Math.sqrt(365), within(0.01));
    }

    @Test
    void shouldEstimateReturns() {
        double[] doubling = {1, 2, 4, 8};
        assertThat(Returns.of(doubling).volatility()).isZero();
        assertThat(Returns.of(doubling).expected()).isCloseTo(365 * Math.log(2), within(1e-9));

        double e = Math.E;
        Returns changing = Returns.of(new double[] {1, e, 1, e, 1}); // a mean of 0, and a variance of 1 each day
        assertThat(changing.volatility()).isCloseTo(Math.sqrt(365), within(1e-9));
        assertThat(changing.expected()).isCloseTo(365 / 2.0, within(1e-9));
        assertThat(changing.dailyDrift()).isCloseTo(0, within(1e-9));
        assertThat(changing.dailyVolatility()).isCloseTo(1, within(1e-9));
    }

    @Test
    void shouldDrawPathsThatShowWhatTheyAreDrawnFrom() {
        Returns past = new Returns(0.1, 0.3);
        double[] shown = new double[2000];
        Arrays.setAll(shown, run -> PricePath.random(past, run).expectedReturn());
        double mean = Arrays.stream(shown).average().orElseThrow();
        assertThat(mean).isCloseTo(0.1, within(0.015)); // standard error of a path: 0.3 / sqrt(999 / 365)
        assertThat(shown[7]).isEqualTo(PricePath.random(past, 7).expectedReturn());
    }
}
