package tutti.nas.mg;

/**
 * The operators of the suite; each combines a point with its 26 neighbours.
 *
 * <p>Sums of the four neighbours at faces and of the four at edges, in the plane across a row, are made once for each
 * point of the row, and used for three.
 */
final class Stencils {
    private static final double CENTRE = -8.0 / 3;
    private static final double EDGES = 1.0 / 6;
    private static final double CORNERS = 1.0 / 12;

    private final double smoothCentre;
    private final double smoothFaces;
    private final double smoothEdges;
    private final double[] faces;
    private final double[] edges;
    private final double[] corners;

    /**
     * Makes operators for grids up to a size.
     *
     * @param smoother coefficients of the point itself, and of its neighbours at faces and at edges
     */
    Stencils(int n, double... smoother) {
        smoothCentre = smoother[0];
        smoothFaces = smoother[1];
        smoothEdges = smoother[2];
        faces = new double[n + 2];
        edges = new double[n + 2];
        corners = new double[n + 2];
    }

    private void addAcross(double[] values, int row, int width, int planeSize) {
        for (int x = 0; x < width; x++) {
            int at = row + x;
            faces[x] = values[at - width] + values[at + width] + values[at - planeSize] + values[at + planeSize];
            edges[x] = values[at - width - planeSize]
                    + values[at + width - planeSize]
                    + values[at - width + planeSize]
                    + values[at + width + planeSize];
        }
    }

    /** Computes right - A u inside the border; the result may be the right side. */
    void residual(Grid u, Grid right, Grid result) {
        for (int z = 1; z <= u.planes; z++) {
            for (int y = 1; y <= u.n; y++) {
                int row = u.row(z, y);
                addAcross(u.values, row, u.width, u.planeSize);
                residualOfRow(u.values, right.values, result.values, row, u.n);
            }
        }
    }

    private void residualOfRow(double[] u, double[] right, double[] result, int row, int n) {
        for (int x = 1; x <= n; x++) {
            result[row + x] = right[row + x]
                    - CENTRE * u[row + x]
                    - EDGES * (edges[x] + faces[x - 1] + faces[x + 1])
                    - CORNERS * (edges[x - 1] + edges[x + 1]);
        }
    }

    /** Adds the smoothed residual to u, inside the border. */
    void smooth(Grid residual, Grid u) {
        for (int z = 1; z <= u.planes; z++) {
            for (int y = 1; y <= u.n; y++) {
                int row = u.row(z, y);
                addAcross(residual.values, row, u.width, u.planeSize);
                smoothRow(residual.values, u.values, row, u.n);
            }
        }
    }

    private void smoothRow(double[] residual, double[] u, int row, int n) {
        for (int x = 1; x <= n; x++) {
            int at = row + x;
            u[at] += smoothCentre * residual[at]
                    + smoothFaces * (residual[at - 1] + residual[at + 1] + faces[x])
                    + smoothEdges * (edges[x] + faces[x - 1] + faces[x + 1]);
        }
    }

    /**
     * Averages to a grid with half as many points on each side.
     *
     * @param firstPlane where in the coarse grid this member's planes begin, less 1
     */
    void restrict(Grid fine, Grid coarse, int firstPlane) {
        for (int z = 1; z <= fine.planes / 2; z++) {
            for (int y = 1; y <= coarse.n; y++) {
                int fineRow = fine.row(2 * z, 2 * y);
                addAcross(fine.values, fineRow, fine.width, fine.planeSize);
                restrictRow(fine.values, fineRow, coarse.values, coarse.row(firstPlane + z, y), coarse.n);
            }
        }
    }

    private void restrictRow(double[] fine, int fineRow, double[] coarse, int coarseRow, int n) {
        for (int x = 1; x <= n; x++) {
            int at = 2 * x;
            int fineAt = fineRow + at;
            coarse[coarseRow + x] = 0.5 * fine[fineAt]
                    + 0.25 * (fine[fineAt - 1] + fine[fineAt + 1] + faces[at])
                    + 0.125 * (edges[at] + faces[at - 1] + faces[at + 1])
                    + 0.0625 * (edges[at - 1] + edges[at + 1]);
        }
    }

    /**
     * Adds what a coarse grid has, and means between its points, to a grid with twice as many points on each side, and
     * to its border.
     *
     * @param firstPlane where in the coarse grid this member's planes begin, less 1
     */
    void interpolate(Grid coarse, int firstPlane, Grid fine) {
        for (int z = 0; z <= fine.planes / 2; z++) {
            for (int y = 0; y <= coarse.n; y++) {
                interpolateRows(coarse, coarse.row(firstPlane + z, y), fine, fine.row(2 * z, 2 * y));
            }
        }
    }

    private void interpolateRows(Grid coarse, int coarseRow, Grid fine, int fineRow) {
        double[] values = coarse.values;
        for (int x = 0; x < coarse.width; x++) {
            int at = coarseRow + x;
            double inPlane = values[at] + values[at + coarse.width];
            double inNext = values[at + coarse.planeSize] + values[at + coarse.width + coarse.planeSize];
            faces[x] = inPlane;
            edges[x] = values[at] + values[at + coarse.planeSize];
            corners[x] = inPlane + inNext;
        }
        for (int x = 0; x <= coarse.n; x++) {
            int at = fineRow + 2 * x;
            fine.values[at] += values[coarseRow + x];
            fine.values[at + 1] += 0.5 * (values[coarseRow + x] + values[coarseRow + x + 1]);
        }
        addBetween(faces, 0.5, fine.values, fineRow + fine.width, coarse.n);
        addBetween(edges, 0.5, fine.values, fineRow + fine.planeSize, coarse.n);
        addBetween(corners, 0.25, fine.values, fineRow + fine.planeSize + fine.width, coarse.n);
    }

    private static void addBetween(double[] sums, double factor, double[] fine, int fineRow, int n) {
        for (int x = 0; x <= n; x++) {
            int at = fineRow + 2 * x;
            fine[at] += factor * sums[x];
            fine[at + 1] += factor / 2 * (sums[x] + sums[x + 1]);
        }
    }
}
