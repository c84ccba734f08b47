package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotReportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldDrawPng() throws IOException {
        Path file = folder.resolve("plot.PNG");
        plot(file, 8, 1024);
        assertThat(Files.readAllBytes(file)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void shouldDrawSvg() throws IOException {
        Path file = folder.resolve("plot.svg");
        plot(file, 8, 1024);
        assertThat(Files.readString(file)).contains("<svg", "<path");
    }

    @Test
    void shouldDrawASinglePoint() throws IOException {
        Path file = folder.resolve("plot.svg");
        plot(file, 8);
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void shouldDrawNothingWithoutSizes() {
        Path file = folder.resolve("plot.svg");
        plot(file, 0);
        assertThat(file).doesNotExist();
    }

    private static void plot(Path file, int... sizes) {
        PlotReport report = new PlotReport(file);
        for (int bytes : sizes) {
            report.add(new Row(
                    "latency",
                    "tutti",
                    "grpc",
                    2,
                    2,
                    "platform",
                    "array",
                    bytes,
                    10 + bytes,
                    1,
                    1,
                    1,
                    null,
                    null,
                    null,
                    null,
                    3,
                    0,
                    false,
                    null,
                    null,
                    null,
                    null,
                    null));
        }
        report.end();
    }
}
