package tutti.collectives.operation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of costs in docs/algorithms.md, which is what the algorithms are held to. */
final class CostTable {
    private static final Path PAGE = Path.of("..", "docs", "algorithms.md");

    private static final String HEADER = "| operation | algorithm | steps | messages |";

    /** Blocks of elements that cannot be divided evenly. */
    private static final double ROUNDING = 1e-2;

    private CostTable() {}

    /** What one operation costs; the formulas are in P, L and n. */
    record Row(String algorithm, Cost steps, Cost messages, Cost bytesOfAll, Cost bytesOfBusiest) {}

    /** A cost: exact, or exact for powers of two and a bound for the rest. */
    record Cost(String exact, String bound) {

        static Cost parse(String cell) {
            String[] parts = cell.replace("`", "").split("; ≤", 2);
            return new Cost(parts[0].strip(), parts.length == 1 ? "" : parts[1].strip());
        }

        /** Returns whether a measured cost is what the table says. */
        boolean allows(double measured, int size) {
            boolean isExact = bound.isEmpty() || Integer.bitCount(size) == 1;
            return isExact
                    ? Math.abs(measured - Formula.evaluate(exact, size)) < ROUNDING
                    : measured <= Formula.evaluate(bound, size) + ROUNDING;
        }

        String describe(int size) {
            return "%s%s for P=%d".formatted(exact, bound.isEmpty() ? "" : "; ≤ " + bound, size);
        }
    }

    /** Reads the table; keys are the operations' names. */
    static Map<String, Row> read() {
        Map<String, Row> rows = new LinkedHashMap<>();
        try {
            List<String> table = Files.readAllLines(PAGE).stream()
                    .dropWhile(line -> !line.startsWith(HEADER))
                    .takeWhile(line -> line.startsWith("|"))
                    .toList();
            for (String line : table) {
                if (line.startsWith("| `")) {
                    List<String> cells = Arrays.stream(line.split("\\|"))
                            .skip(1)
                            .map(String::strip)
                            .toList();
                    rows.put(
                            cells.get(0).replace("`", ""),
                            new Row(
                                    cells.get(1).replace("`", ""),
                                    Cost.parse(cells.get(2)),
                                    Cost.parse(cells.get(3)),
                                    Cost.parse(cells.get(4)),
                                    Cost.parse(cells.get(5))));
                }
            }
        } catch (IOException e) {
            throw new AssertionError("cannot read the table of costs: " + PAGE.toAbsolutePath(), e);
        }
        return rows;
    }
}
