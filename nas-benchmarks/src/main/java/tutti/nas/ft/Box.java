package tutti.nas.ft;

/**
 * Extents of a box of complex numbers, and how members divide it: by planes, or by columns of rows.
 *
 * <p>A row has all real parts, and behind them all imaginary ones. Divided by planes, a member has whole planes, row by
 * row; divided by columns, it has a part of the rows of each plane.
 *
 * @param nx numbers in a row
 * @param ny rows in a plane
 * @param nz planes
 */
record Box(int nx, int ny, int nz, int members, int rank) {

    /** Returns how many doubles a row has. */
    int rowSize() {
        return 2 * nx;
    }

    /** Returns how many planes each member has. */
    int planes() {
        return nz / members;
    }

    /** Returns how many rows of each plane each member has. */
    int columns() {
        return ny / members;
    }

    int firstPlane() {
        return rank * planes();
    }

    int firstColumn() {
        return rank * columns();
    }

    /** Returns how many doubles each member has. */
    int share() {
        return rowSize() * ny * planes();
    }

    /** Returns how many numbers there are. */
    double points() {
        return (double) nx * ny * nz;
    }
}
