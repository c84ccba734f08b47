package tutti.examples.nbody;

import java.io.Serializable;

/** The least box around bodies; around none, one that is infinitely far from all. */
record Box(double x, double y, double z, double toX, double toY, double toZ) implements Serializable {
    static Box around(Body... bodies) {
        double x = Double.POSITIVE_INFINITY;
        double y = Double.POSITIVE_INFINITY;
        double z = Double.POSITIVE_INFINITY;
        double toX = Double.NEGATIVE_INFINITY;
        double toY = Double.NEGATIVE_INFINITY;
        double toZ = Double.NEGATIVE_INFINITY;
        for (Body body : bodies) {
            x = Math.min(x, body.x);
            y = Math.min(y, body.y);
            z = Math.min(z, body.z);
            toX = Math.max(toX, body.x);
            toY = Math.max(toY, body.y);
            toZ = Math.max(toZ, body.z);
        }
        return new Box(x, y, z, toX, toY, toZ);
    }

    /**
     * Returns the squared distance of a point, which is not greater than that of any body in the box.
     *
     * <p>Rounding does not change this: both are computed in the same way, and it keeps the order of numbers.
     */
    double squaredDistance(double px, double py, double pz) {
        double dx = Math.max(0, Math.max(x - px, px - toX));
        double dy = Math.max(0, Math.max(y - py, py - toY));
        double dz = Math.max(0, Math.max(z - pz, pz - toZ));
        return dx * dx + dy * dy + dz * dz;
    }
}
