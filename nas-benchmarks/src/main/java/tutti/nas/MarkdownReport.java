package tutti.nas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.bench.Circumstances;
import tutti.charts.LineChart;

/** A report in Markdown, with plots of speed-ups as files beside it. */
final class MarkdownReport implements Output {
    private final Path file;
    private final String command;
    private final Circumstances circumstances = new Circumstances();
    private final List<Result> results = new ArrayList<>();

    MarkdownReport(Path file, String command) {
        this.file = file;
        this.command = command;
    }

    @Override
    public void add(Result result) {
        results.add(result);
    }

    @Override
    public void end() throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(
                "# NAS Parallel Benchmarks over Tutti\n\n`%s`\n\n%s\n".formatted(command, circumstances.markdown()));
        text.append("| kernel | class | members | JVMs | seconds | repeats | Mop/s | speed-up | |\n");
        text.append("|---|---|--:|--:|--:|--:|--:|--:|---|\n");
        results.forEach(result -> text.append(row(result)));
        for (Path plot : LineChart.writeBeside(file, speedUps())) {
            text.append("\n![%s](%s)\n".formatted(plot, plot));
        }
        Files.writeString(file, text);
    }

    private static String row(Result result) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %d | %.3f | %d | %.1f | %s | %s |\n",
                result.kernel(),
                result.problemClass(),
                result.members(),
                result.jvms(),
                result.medianSeconds(),
                result.seconds().size(),
                result.operationsPerMicrosecond(),
                result.speedUp() == null ? "" : String.format(Locale.ROOT, "%.2f", result.speedUp()),
                result.verified() ? "verified" : "**wrong**");
    }

    private Map<String, LineChart> speedUps() {
        Map<String, LineChart> charts = new LinkedHashMap<>();
        for (Result result : results) {
            if (result.speedUp() != null) {
                charts.computeIfAbsent(
                                "speed-up-" + result.problemClass(),
                                name -> new LineChart(
                                        "Speed-up, class " + result.problemClass(), "members", "speed-up"))
                        .add(result.kernel(), result.members(), result.speedUp());
            }
        }
        return charts;
    }
}
