package tutti.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.bench.Circumstances;
import tutti.charts.LineChart;

/**
 * The report in Markdown, and its charts as files beside it.
 *
 * @param command by which it was made
 * @param charts that have been drawn, by the names of their parts
 */
record MarkdownReport(
        Path file,
        String command,
        Circumstances circumstances,
        List<Exhibit> exhibits,
        Scope scope,
        Map<String, Path> charts) {

    private static final String QUICK = """
        **This is a quick report: it shows whether all commands run, not how fast.** Most samples are taken before the code has been compiled, and the
        programs are small.

        """;

    MarkdownReport(Path file, String command, List<Exhibit> exhibits, Scope scope) {
        this(file, command, new Circumstances(), exhibits, scope, new HashMap<>());
    }

    /** Writes what has been measured so far, and draws the chart of a part that has been measured now. */
    void write(Answers answers, Exhibit measured) throws IOException {
        LineChart.writeBeside(
                        file,
                        Map.of(measured.name(), measured.table(scope, answers).chart()))
                .forEach(chart -> charts.put(measured.name(), chart));
        StringBuilder text = new StringBuilder(head());
        for (Exhibit exhibit : exhibits) {
            append(exhibit, answers, text);
        }
        Files.writeString(file, text);
    }

    private String head() {
        return """
            # Measurements of papers, repeated

            Tables and figures whose headings name no other paper, and the lines of code, are those of A. Nelisse, J. Maassen, T. Kielmann, H. E. Bal: *CCJ: object-based message passing and
            collective communication in Java* (2003; [doi:10.1002/cpe.664](https://doi.org/10.1002/cpe.664)), each beside what this command has measured. The
            paper's computer had 64 nodes with a Pentium Pro of 200 MHz each, and Myrinet; its CCJ ran over two implementations of RMI, Manta's and Sun's.

            `%s`

            %s
            %sOur numbers are medians, with the spread in parentheses, as a share of them: from the 10th to the 90th percentile of the samples, of programs from
            the shortest run to the longest; without parentheses there was one run. A dash means that there is no number; the letter beside it says why.
            """.formatted(command, circumstances.markdown(), scope.isQuick() ? QUICK : "");
    }

    private void append(Exhibit exhibit, Answers answers, StringBuilder text) {
        Table table = exhibit.table(scope, answers);
        text.append("\n## %s\n\n%s\n\n".formatted(table.title(), table.caption()));
        List<List<String>> commands = exhibit.commands(scope);
        if (!commands.isEmpty()) {
            text.append("```sh\n");
            commands.forEach(command -> text.append(TuttiProcess.text(command)).append('\n'));
            text.append("```\n\n");
            if (commands.stream().anyMatch(MpiRun::isOne)) {
                text.append(MpiRun.NOTE).append("\n\n");
            }
        }
        text.append(table.markdown());
        if (charts.containsKey(exhibit.name())) {
            text.append("\n![%s](%s)\n".formatted(table.title(), charts.get(exhibit.name())));
        }
    }
}
