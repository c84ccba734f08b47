package tutti.examples.nbody;

import tutti.collectives.Reductions;
import tutti.group.Communicator;

/** The cube in which all bodies of all members are. */
record Cube(double x, double y, double z, double width) {
    private static final long SIDE = 1L << Octant.LEVELS;

    /** Returns the same cube at every member. */
    static Cube around(Communicator world, Body... bodies) {
        Box own = Box.around(bodies);
        double[] reach = {-own.x(), -own.y(), -own.z(), own.toX(), own.toY(), own.toZ()};
        reach = world.allReduce(reach, Reductions.max());
        double width = Math.max(reach[3] + reach[0], Math.max(reach[4] + reach[1], reach[5] + reach[2]));
        if (!Double.isFinite(width)) {
            throw new IllegalStateException(
                    "bodies are out of all bounds: width=%s; take a shorter --step".formatted(width));
        }
        return new Cube(-reach[0], -reach[1], -reach[2], width > 0 ? width : 1);
    }

    /** Returns the place of a body on the curve that goes through all cells of the finest level (Morton). */
    long key(Body body) {
        return Octant.spread(cell(body.x, x))
                | (Octant.spread(cell(body.y, y)) << 1)
                | (Octant.spread(cell(body.z, z)) << 2);
    }

    private long cell(double coordinate, double from) {
        return Math.min(SIDE - 1, (long) ((coordinate - from) / width * SIDE));
    }

    double width(Octant octant) {
        return width / (1L << octant.level());
    }

    /** Returns the middle of an octant, in one dimension of 0 to 2. */
    double middle(Octant octant, int dimension) {
        double corner = Octant.gather(octant.first() >>> dimension) * (width / SIDE);
        double from = dimension == 0 ? x : dimension == 1 ? y : z;
        return from + corner + width(octant) / 2;
    }
}
