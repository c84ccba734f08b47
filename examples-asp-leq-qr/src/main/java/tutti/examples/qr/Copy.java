package tutti.examples.qr;

import java.util.Arrays;

/** Copies columns. */
final class Copy {
    private Copy() {}

    static double[][] of(double[][] columns) {
        return Arrays.stream(columns).map(double[]::clone).toArray(double[][]::new);
    }

    /** Returns columns that are longer by one element: the first of the reflection that each has become. */
    static double[][] withFirsts(Householder columns) {
        double[][] longer = new double[columns.columns().length][];
        for (int i = 0; i < longer.length; i++) {
            double[] column = columns.columns()[i];
            longer[i] = Arrays.copyOf(column, column.length + 1);
            longer[i][column.length] = columns.firsts()[i];
        }
        return longer;
    }
}
