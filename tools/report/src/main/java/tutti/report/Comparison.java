package tutti.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table of a paper whose cells are measured one by one: each names the command that brings it.
 *
 * @param rows the rows' names
 * @param paper the paper's columns
 * @param ours what is measured beside them
 */
record Comparison(
        String name,
        String title,
        String caption,
        String rowTitle,
        String unit,
        Function<Scope, List<String>> rows,
        List<Column> paper,
        Function<Scope, List<Measurement>> ours)
        implements Exhibit {

    /**
     * A column that is measured.
     *
     * @param queries what is run for a row, by its name
     */
    record Measurement(String title, Function<String, Query> queries) {}

    /**
     * A cell that is measured.
     *
     * @param command that brings it; empty if none does
     * @param shown the cell, from what the command brought
     */
    record Query(List<String> command, Function<Answer, Cell> shown) {

        static Query none(String reason) {
            return new Query(List.of(), any -> Cell.absent(reason));
        }
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        List<Measurement> measurements = ours.apply(scope);
        return rows.apply(scope).stream()
                .flatMap(row -> measurements.stream()
                        .map(measurement -> measurement.queries().apply(row).command()))
                .filter(command -> !command.isEmpty())
                .distinct()
                .toList();
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns = new ArrayList<>(paper);
        for (Measurement measurement : ours.apply(scope)) {
            columns.add(new Column(measurement.title(), true, row -> {
                Query query = measurement.queries().apply(row);
                return query.shown().apply(answers.to(query.command()));
            }));
        }
        return new Table(title, caption, rowTitle, unit, rows.apply(scope), columns);
    }
}
