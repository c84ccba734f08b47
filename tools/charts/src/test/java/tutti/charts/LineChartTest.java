package tutti.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Axis;
import org.knowm.xchart.internal.chartpart.Chart;

class LineChartTest {
    @TempDir
    private Path folder;

    /** XChart chooses its ticks by the room that there is: it must choose those of the axis, of whatever span. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 10, 13, 14, 20, 21, 24, 27})
    void shouldLabelBothEnds(int powers) throws ReflectiveOperationException {
        for (double base : new double[] {1.03, 2, 10}) {
            LineChart chart = new LineChart("title", "bytes", "µs");
            for (int power = 0; power <= powers; power++) {
                chart.add("a line with a rather long name, 2 members, 2 jvms", 8 << power, Math.pow(base, power));
            }

            XYChart drawn = chart.drawn();
            BitmapEncoder.getBufferedImage(drawn); // it finds its ticks when it is painted

            assertThat(labels(drawn, "getXAxis")).as("base %s", base).containsSubsequence("8", end(powers));
            assertThat(labels(drawn, "getYAxis"))
                    .as("base %s", base)
                    .contains("1")
                    .hasSizeGreaterThan(2);
        }
    }

    @ParameterizedTest
    @MethodSource
    void shouldLabelBothEndsAroundValues(List<Integer> values, String first, String last)
            throws ReflectiveOperationException {
        LineChart chart = new LineChart("title", "bytes", "µs");
        values.forEach(value -> chart.add("line", value, 1));
        chart.add("above", values.get(1), 2);

        XYChart drawn = chart.drawn();
        BitmapEncoder.getBufferedImage(drawn);

        assertThat(labels(drawn, "getXAxis")).containsSubsequence(first, last);
    }

    static Stream<Arguments> shouldLabelBothEndsAroundValues() {
        return Stream.of(
                Arguments.of(List.of(1000, 3000), "1,000", "4,000"),
                Arguments.of(List.of(8, 64, 512, 3000), "8", "4,096"),
                Arguments.of(List.of(1, 2, 3, 4), "1", "4"),
                Arguments.of(List.of(1, 2, 4, 64), "1", "64"),
                Arguments.of(List.of(2, 4), "2", "4"));
    }

    private static String end(int powers) {
        LogAxis axis = LogAxis.doubling(List.of(8.0, (double) (8 << powers)));
        return axis.label(axis.steps());
    }

    private static List<String> labels(XYChart chart, String axis) throws ReflectiveOperationException {
        Method method = Chart.class.getDeclaredMethod(axis);
        method.setAccessible(true);
        return ((Axis<?, ?>) method.invoke(chart))
                .getAxisTickCalculator().getTickLabels().stream()
                        .filter(label -> !label.isBlank())
                        .toList();
    }

    @Test
    void shouldNameLinesInTheOrderOfTheirEnds() {
        LineChart chart = new LineChart("title", "members", "speed-up");
        chart.add("low", 1, 1);
        chart.add("low", 2, 1.1);
        chart.add("high", 1, 1);
        chart.add("high", 2, 1.9);

        assertThat(chart.drawn().getSeriesMap().keySet()).containsExactly("high", "low", LineChart.ENDS);
    }

    @Test
    void shouldGrowWithItsNames() {
        LineChart chart = new LineChart("title", "members", "speed-up");
        for (int line = 0; line < 40; line++) {
            chart.add("line " + line, 1, 1);
        }
        chart.write(folder.resolve("many.png"));

        assertThat(size(folder.resolve("many.png")).getHeight()).isGreaterThan(1000);
    }

    @Test
    void shouldScaleAsSvg() throws IOException {
        LineChart chart = new LineChart("title", "members", "speed-up");
        chart.add("line", 1, 1);
        chart.add("line", 2, 1.5);

        List<Path> files = LineChart.writeBeside(folder.resolve("report.md"), Map.of("speed", chart));

        assertThat(files).containsExactly(Path.of("report-speed.svg"));
        assertThat(Files.readString(folder.resolve("report-speed.svg"))).contains("viewBox=\"0 0 ");
    }

    /** Each colour that the style sheet replaces is one of the file's, written in the same way. */
    @Test
    void shouldHaveOtherColoursOnADarkPage() throws IOException {
        LineChart chart = new LineChart("title", "members", "speed-up");
        for (int line = 0; line < 6; line++) {
            chart.add("line " + line, 1, 1);
        }
        chart.write(folder.resolve("chart.svg"));

        String svg = Files.readString(folder.resolve("chart.svg"));
        String[] styleAndRest = svg.split("</style", 2);
        assertThat(styleAndRest[0]).contains("prefers-color-scheme:dark");
        List<String> replaced = Pattern.compile("\\[(fill=[^\\]]+)]")
                .matcher(styleAndRest[0])
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(replaced)
                .hasSize(6)
                .allSatisfy(colour -> assertThat(styleAndRest[1]).contains(colour));
    }

    private static BufferedImage size(Path file) {
        try {
            return ImageIO.read(file.toFile());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
