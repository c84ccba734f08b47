package tutti.nas.ft;

import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * The three-dimensional transform: of planes along x and y, and of columns along z, with a transposition between
 * members in the middle.
 */
final class BoxTransform {
    private static final int LINES = LineTransform.LINES;

    private final Box box;
    private final Communicator world;
    private final LineTransform alongX;
    private final LineTransform alongY;
    private final LineTransform alongZ;
    private final double[] passing; // between members; empty for a single one

    BoxTransform(Box box, Communicator world) {
        this.box = box;
        this.world = world;
        alongX = new LineTransform(box.nx());
        alongY = new LineTransform(box.ny());
        alongZ = new LineTransform(box.nz());
        passing = new double[world.size() == 1 ? 0 : box.share()];
    }

    /** Transforms this member's planes, which become its columns. */
    void forward(double[] data) {
        transformRows(data, false);
        transformPlanes(data, false);
        planesToColumns(data);
        transformColumns(data, false);
    }

    /** Transforms this member's columns back, which become its planes; they are not divided by their number. */
    void inverse(double[] data) {
        transformColumns(data, true);
        columnsToPlanes(data);
        transformPlanes(data, true);
        transformRows(data, true);
    }

    private void transformRows(double[] data, boolean isInverse) {
        int nx = box.nx();
        for (int first = 0; first < data.length; first += LINES * box.rowSize()) {
            for (int line = 0; line < LINES; line++) {
                spread(data, first + line * box.rowSize(), alongX.re(), line, nx);
                spread(data, first + line * box.rowSize() + nx, alongX.im(), line, nx);
            }
            alongX.transform(isInverse);
            for (int line = 0; line < LINES; line++) {
                collect(alongX.re(), line, data, first + line * box.rowSize(), nx);
                collect(alongX.im(), line, data, first + line * box.rowSize() + nx, nx);
            }
        }
    }

    private static void spread(double[] row, int first, double[] lines, int line, int length) {
        for (int i = 0; i < length; i++) {
            lines[i * LINES + line] = row[first + i];
        }
    }

    private static void collect(double[] lines, int line, double[] row, int first, int length) {
        for (int i = 0; i < length; i++) {
            row[first + i] = lines[i * LINES + line];
        }
    }

    private void transformPlanes(double[] data, boolean isInverse) {
        for (int plane = 0; plane < box.planes(); plane++) {
            int first = plane * box.ny() * box.rowSize();
            for (int x = 0; x < box.nx(); x += LINES) {
                transformAcrossRows(data, first + x, box.rowSize(), alongY, isInverse);
            }
        }
    }

    private void transformColumns(double[] data, boolean isInverse) {
        for (int column = 0; column < box.columns(); column++) {
            int first = column * box.rowSize();
            for (int x = 0; x < box.nx(); x += LINES) {
                transformAcrossRows(data, first + x, box.columns() * box.rowSize(), alongZ, isInverse);
            }
        }
    }

    /** Transforms lines that lie side by side across rows with the same distance. */
    private void transformAcrossRows(
            double[] data, int first, int distance, LineTransform transform, boolean isInverse) {
        for (int i = 0; i < transform.length(); i++) {
            int at = first + i * distance;
            System.arraycopy(data, at, transform.re(), i * LINES, LINES);
            System.arraycopy(data, at + box.nx(), transform.im(), i * LINES, LINES);
        }
        transform.transform(isInverse);
        for (int i = 0; i < transform.length(); i++) {
            int at = first + i * distance;
            System.arraycopy(transform.re(), i * LINES, data, at, LINES);
            System.arraycopy(transform.im(), i * LINES, data, at + box.nx(), LINES);
        }
    }

    private void planesToColumns(double[] data) {
        if (world.size() > 1) {
            forEachBlock((inPlanes, inPassing, length) -> System.arraycopy(data, inPlanes, passing, inPassing, length));
            world.allToAll(DirectBuffer.of(passing), DirectBuffer.of(data));
        }
    }

    private void columnsToPlanes(double[] data) {
        if (world.size() > 1) {
            world.allToAll(DirectBuffer.of(data), DirectBuffer.of(passing));
            forEachBlock((inPlanes, inPassing, length) -> System.arraycopy(passing, inPassing, data, inPlanes, length));
        }
    }

    /** Copies a block of rows that one member's plane and another's columns have in common. */
    private interface BlockCopy {
        void copy(int inPlanes, int inPassing, int length);
    }

    private void forEachBlock(BlockCopy copy) {
        int length = box.columns() * box.rowSize();
        for (int member = 0; member < box.members(); member++) {
            for (int plane = 0; plane < box.planes(); plane++) {
                copy.copy((plane * box.members() + member) * length, (member * box.planes() + plane) * length, length);
            }
        }
    }
}
