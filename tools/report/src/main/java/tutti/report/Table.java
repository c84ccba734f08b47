package tutti.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.charts.LineChart;

/**
 * A table of the paper, or what one can read off a figure, with our columns beside the paper's.
 *
 * @param caption what is to be known of it, in Markdown: what can be compared and what cannot
 * @param rowTitle what rows are, also the axis of a chart
 * @param unit of what the chart shows
 */
record Table(String title, String caption, String rowTitle, String unit, List<String> rows, List<Column> columns) {

    /** Returns the table in Markdown, and below it why cells are empty. */
    String markdown() {
        Map<String, Character> notes = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        text.append(line(rowTitle, columns.stream().map(Column::title).toList()));
        text.append("|--:".repeat(columns.size() + 1)).append("|\n");
        for (String row : rows) {
            text.append(line(
                    row,
                    columns.stream()
                            .map(column -> show(column.cells().apply(row), notes))
                            .toList()));
        }
        notes.forEach((reason, letter) -> text.append("\n(%s) not there: %s\n".formatted(letter, reason)));
        return text.toString();
    }

    private static String line(String first, List<String> others) {
        return "| %s | %s |\n".formatted(first, String.join(" | ", others));
    }

    private static String show(Cell cell, Map<String, Character> notes) {
        return cell instanceof Cell.Absent(String reason)
                ? "– (%s)".formatted(notes.computeIfAbsent(reason, any -> (char) ('a' + notes.size())))
                : cell.toString();
    }

    /** Returns a chart of all columns that are drawn; rows that are no numbers are left out. */
    LineChart chart() {
        LineChart chart = new LineChart(title, rowTitle, unit);
        List<String> numbers = rows.stream().filter(row -> row.matches("\\d+")).toList();
        for (Column column : columns.stream().filter(Column::isDrawn).toList()) {
            for (String row : numbers) {
                Double number = column.cells().apply(row).number();
                if (number != null && number > 0) {
                    chart.add(column.title(), Integer.parseInt(row), number);
                }
            }
        }
        return chart;
    }
}
