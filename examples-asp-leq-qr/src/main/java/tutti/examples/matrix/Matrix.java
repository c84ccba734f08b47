package tutti.examples.matrix;

import java.io.Serializable;

/** A matrix, or a block of consecutive rows of one; rows and columns count from 0. */
public sealed interface Matrix extends Serializable permits DenseMatrix, SparseMatrix {
    /** Returns the number of rows that are here. */
    int rows();

    /** Returns the number of columns. */
    int columns();

    /** Returns which row of the whole matrix the first one here is. */
    int offset();

    /** Returns how many entries are stored. */
    long entries();

    /** Returns an entry of a row that is here. */
    double get(int row, int column);

    /** Multiplies a row that is here by a vector, in a fixed order. */
    double dot(int row, double[] x);
}
