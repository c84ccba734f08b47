package tutti.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

    @Test
    void shouldShowLongRun() {
        try (Progress progress = new Progress("asp", "rows", 40, out, Duration.ZERO)) {
            progress.step(10);
            progress.step(40);
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("asp 100%").contains("40/40 rows");
    }

    @Test
    void shouldStaySilentOnShortRun() {
        try (Progress progress = new Progress("asp", "rows", 40, out, Duration.ofHours(1))) {
            progress.step(10);
            progress.step(40);
        }

        assertThat(shown.size()).isZero();
    }
}
