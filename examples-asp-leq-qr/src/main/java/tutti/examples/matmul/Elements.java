package tutti.examples.matmul;

/**
 * A matrix in one array: the left factor of a {@link Product}. Its transpose is the same array with other steps.
 *
 * @param first the index of the element in row 0 and column 0
 * @param rowStep from an element to that in the next row
 * @param columnStep from an element to that in the next column
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Elements(double[] array, int first, int rows, int columns, int rowStep, int columnStep) {

    /** Returns a matrix whose rows follow each other in an array. */
    public static Elements byRows(double[] array, int first, int rows, int columns) {
        return new Elements(array, first, rows, columns, columns, 1);
    }

    /** Returns a copy of rows of the same length. */
    static Elements copyOf(double[][] rows) {
        int columns = rows.length == 0 ? 0 : rows[0].length;
        double[] array = new double[rows.length * columns];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, array, i * columns, columns);
        }
        return byRows(array, 0, rows.length, columns);
    }

    /** Returns the transpose. */
    public Elements transposed() {
        return new Elements(array, first, columns, rows, columnStep, rowStep);
    }

    double at(int row, int column) {
        return array[first + row * rowStep + column * columnStep];
    }
}
