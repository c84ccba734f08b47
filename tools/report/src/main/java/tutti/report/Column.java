package tutti.report;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param isDrawn whether it is a line of the table's chart
 * @param cells what stands in a row, by the row's name
 */
record Column(String title, boolean isDrawn, Function<String, Cell> cells) {}
