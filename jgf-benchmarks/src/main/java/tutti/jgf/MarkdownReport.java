package tutti.jgf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tutti.bench.Circumstances;
import tutti.charts.LineChart;
import tutti.jgf.suite.Check;

/** Writes a report in Markdown, and its plots as files beside it. */
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
    public void end() {
        if (results.isEmpty()) {
            return;
        }
        try {
            Files.writeString(file, text(LineChart.writeBeside(file, Plots.of(results))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(List<Path> plots) {
        StringBuilder text = new StringBuilder();
        text.append("# Java Grande benchmarks over Tutti\n\n");
        text.append("`%s`\n\n".formatted(command));
        text.append(circumstances.markdown());
        text.append("- Validation: %s\n\n".formatted(validation()));
        text.append(
                "Times are medians of the repeats; the spread is the longest time less the shortest, by the median. A"
                        + " speed-up is the time of one member, in the same run, by this one.\n\n");
        table(text);
        for (Path plot : plots) {
            text.append("\n![%s](%s)\n".formatted(plot, plot));
        }
        return text.toString();
    }

    private String validation() {
        List<String> failed = results.stream()
                .filter(result -> !result.valid())
                .map(result -> "%s, %d members: %s"
                        .formatted(
                                result.title(),
                                result.members(),
                                result.failures().stream().map(Check::toString).collect(Collectors.joining("; "))))
                .toList();
        return failed.isEmpty() ? "all values are right" : "**failed** " + String.join(". ", failed);
    }

    private void table(StringBuilder text) {
        text.append("| benchmark | members | JVMs | timer | array | seconds | spread | repeats | rate | speed-up |\n");
        text.append("|---|--:|--:|---|--:|--:|--:|--:|--:|--:|\n");
        for (Result result : results) {
            for (TimerResult timer : result.timers()) {
                text.append("| %s | %d | %d | %s | %s | %s | %s | %d | %s %s/s | %s |\n"
                        .formatted(
                                result.title(),
                                result.members(),
                                result.jvms(),
                                timer.timer(),
                                timer.arraySize() == null ? "" : timer.arraySize(),
                                Numbers.seconds(timer.medianSeconds()),
                                Numbers.percent(timer.spread()),
                                timer.seconds().size(),
                                Numbers.rate(timer.perSecond()),
                                timer.unit(),
                                Numbers.ratio(timer.speedUp())));
            }
        }
    }
}
