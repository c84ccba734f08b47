package tutti.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What papers print, most of it A. Nelisse, J. Maassen, T. Kielmann, H. E. Bal, <i>CCJ: object-based message passing
 * and collective communication in Java</i> (<a href="https://doi.org/10.1002/cpe.664">doi:10.1002/cpe.664</a>).
 *
 * <p>Of figures there is only what its text says.
 */
final class Paper {
    private static final Cell ONLY_DRAWN = Cell.absent("the paper shows this point in a drawing only");
    private static final Cell NO_ROW = Cell.absent("the paper has no such row");
    private static final String DRAWN = "?";

    private Paper() {}

    /**
     * Returns the columns of a block of text: in each line a row's name and a cell for each title; ? is what is only
     * drawn, _ a space.
     */
    static List<Column> columns(String text, String... titles) {
        Map<String, String[]> rows = new HashMap<>();
        text.lines()
                .map(line -> line.strip().split(" +", -1))
                .forEach(cells -> rows.put(cells[0].replace('_', ' '), cells));
        return IntStream.range(0, titles.length)
                .mapToObj(i -> new Column("paper: " + titles[i], true, cells(rows, i + 1)))
                .toList();
    }

    private static Function<String, Cell> cells(Map<String, String[]> rows, int index) {
        return row -> {
            String[] cells = rows.get(row);
            if (cells == null) {
                return NO_ROW;
            }
            return cells[index].equals(DRAWN) ? ONLY_DRAWN : Cell.printed(cells[index].replace('_', ' '));
        };
    }
}
