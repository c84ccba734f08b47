package tutti.nas.mg;

import java.util.Arrays;

/**
 * Values at the points of a cube, or of one member's planes of it, with a border of one point on each side.
 *
 * <p>Points count from 1; 0 and the one behind the last are the border, which holds the opposite points, since the cube
 * is periodic. Of planes it holds the neighbours' ones.
 */
final class Grid {
    final int n; // points on each side of the cube
    final int planes; // of this member
    final int width;
    final int planeSize;
    final double[] values;

    /** Makes one of zeros. */
    Grid(int n, int planes) {
        this.n = n;
        this.planes = planes;
        width = n + 2;
        planeSize = width * width;
        values = new double[(planes + 2) * planeSize];
    }

    /** Tells whether this member has the whole cube. */
    boolean isWhole() {
        return planes == n;
    }

    /** Returns the index of a row's first border point. */
    int row(int z, int y) {
        return z * planeSize + y * width;
    }

    void clear() {
        Arrays.fill(values, 0);
    }

    /** Fills the border of each plane. */
    void wrapPlanes() {
        for (int z = 1; z <= planes; z++) {
            for (int y = 1; y <= n; y++) {
                int row = row(z, y);
                values[row] = values[row + n];
                values[row + n + 1] = values[row + 1];
            }
            System.arraycopy(values, row(z, n), values, row(z, 0), width);
            System.arraycopy(values, row(z, 1), values, row(z, n + 1), width);
        }
    }

    /** Returns the sum of squares of all points inside the border. */
    double squares() {
        double sum = 0;
        for (int z = 1; z <= planes; z++) {
            for (int y = 1; y <= n; y++) {
                int row = row(z, y);
                double sumOfRow = 0;
                for (int x = row + 1; x <= row + n; x++) {
                    sumOfRow += values[x] * values[x];
                }
                sum += sumOfRow;
            }
        }
        return sum;
    }
}
