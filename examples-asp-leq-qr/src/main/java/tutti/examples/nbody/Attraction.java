package tutti.examples.nbody;

/** A tree, laid out for one pass: a cell is followed by its parts, and knows which cell comes after these. */
final class Attraction {
    private static final int STRIDE = Cell.STRIDE + 1;

    private final double softeningSquared;
    private final double[] cells; // of each cell place, mass, and the squared distance within which it is opened
    private final int[] next; // the cell after a cell's parts
    private final int[] firstBody; // of a cell, in bodies; those of the next cell follow
    private final double[] bodies;
    private int cellsSoFar;
    private int bodiesSoFar;

    Attraction(Cell root, double softening) {
        softeningSquared = softening * softening;
        int count = root.count();
        cells = new double[STRIDE * count];
        next = new int[count];
        firstBody = new int[count + 1];
        bodies = new double[root.countBodies() * Cell.STRIDE];
        add(root);
        firstBody[count] = bodies.length;
    }

    private void add(Cell cell) {
        int index = cellsSoFar++;
        int at = index * STRIDE;
        cells[at] = cell.x;
        cells[at + 1] = cell.y;
        cells[at + 2] = cell.z;
        cells[at + 3] = cell.mass;
        cells[at + 4] = cell.nearSquared;
        firstBody[index] = bodiesSoFar;
        System.arraycopy(cell.bodies, 0, bodies, bodiesSoFar, cell.bodies.length);
        bodiesSoFar += cell.bodies.length;
        for (Cell part : cell.parts) {
            add(part);
        }
        next[index] = cellsSoFar;
    }

    /** Computes acceleration and potential of a body, and how much work that was. */
    void act(Body body) {
        double ax = 0;
        double ay = 0;
        double az = 0;
        double potential = body.mass / Math.sqrt(softeningSquared); // takes out what the body does to itself
        int work = 0;
        int cell = 0;
        while (cell < next.length) {
            int at = cell * STRIDE;
            double dx = cells[at] - body.x;
            double dy = cells[at + 1] - body.y;
            double dz = cells[at + 2] - body.z;
            double squared = dx * dx + dy * dy + dz * dz;
            int start = at;
            int end = at + 1; // the cell alone
            double[] masses = cells;
            boolean far = squared > cells[at + 4];
            if (!far) {
                masses = bodies;
                start = firstBody[cell];
                end = firstBody[cell + 1];
            }
            for (int i = start; i < end; i += Cell.STRIDE) {
                double ix = masses[i] - body.x;
                double iy = masses[i + 1] - body.y;
                double iz = masses[i + 2] - body.z;
                double inverse = 1 / Math.sqrt(ix * ix + iy * iy + iz * iz + softeningSquared);
                double pull = masses[i + 3] * inverse;
                potential -= pull;
                pull *= inverse * inverse;
                ax += pull * ix;
                ay += pull * iy;
                az += pull * iz;
                work++;
            }
            cell = far ? next[cell] : cell + 1;
        }
        body.ax = ax;
        body.ay = ay;
        body.az = az;
        body.potential = potential;
        body.work = work;
    }
}
