package tutti.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Figure 8: matrices are scattered by blocks of rows. */
final class MatrixScatter implements Exhibit {
    private static final int SIZE = 512;
    private static final List<String> MATRICES = List.of("dense", "50 % zeros", "95 % zeros");

    @Override
    public String name() {
        return "figure8";
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        return members(scope).stream().map(members -> command(scope, members)).toList();
    }

    private static List<Integer> members(Scope scope) {
        return scope.members().stream().filter(members -> members > 1).toList();
    }

    /** A job for each number: its members are then spread over all JVMs. */
    private static List<String> command(Scope scope, int members) {
        return scope.run(
                members,
                "matrix",
                "--size",
                Integer.toString(scope.scaled(SIZE)),
                "--repetitions",
                scope.isQuick() ? "5" : "20",
                "--json");
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns = new ArrayList<>(Paper.columns("""
            2 35 29 8
            4 ? ? ?
            8 ? ? ?
            16 ? ? ?
            32 ? ? ?
            64 71 64 19
            """, MATRICES.toArray(String[]::new)));
        for (String matrix : MATRICES) {
            columns.add(new Column("Tutti: " + matrix, true, row -> {
                int members = Integer.parseInt(row);
                return answers.to(command(scope, members))
                        .cell(result -> is(result, matrix, members), MatrixScatter::median);
            }));
        }
        int size = scope.scaled(SIZE);
        return new Table(
                "Figure 8: scatter of a matrix",
                """
                Milliseconds, of the slowest member, to scatter %1$d * %1$d doubles: a dense matrix, and sparse ones with 50 %% and 95 %% zeros%2$s. The
                paper's text gives the first and the last point of each line.

                *Can be compared:* that the sparse matrices take less time, and how much less. *Cannot be compared:* milliseconds of then and now; and
                rows with more members than processors (%3$d).\
                """.formatted(
                                size,
                                size == SIZE ? "" : "; the paper's have %1$d * %1$d".formatted(SIZE),
                                Runtime.getRuntime().availableProcessors()),
                "members",
                "milliseconds",
                members(scope).stream().map(Object::toString).toList(),
                columns);
    }

    private static boolean is(JsonObject row, String matrix, int members) {
        return row.get("operation").getAsString().equals("scatter")
                && row.get("matrix").getAsString().equals(matrix)
                && row.get("members").getAsInt() == members;
    }

    private static Cell median(JsonObject row) {
        double median = row.get("medianMillis").getAsDouble();
        double spread =
                row.get("p90Millis").getAsDouble() - row.get("p10Millis").getAsDouble();
        return Cell.measured(median, spread / median);
    }
}
