package tutti.examples.nbody;

import java.io.Serializable;
import java.util.Comparator;

/** A body, which belongs to one member at a time. */
final class Body implements Serializable {
    private static final long serialVersionUID = 1;

    /** The order of bodies along the curve; the same however they are divided. */
    static final Comparator<Body> ALONG_CURVE =
            Comparator.<Body>comparingLong(body -> body.key).thenComparingInt(body -> body.id);

    final int id;
    final double mass;
    double x;
    double y;
    double z;
    double vx;
    double vy;
    double vz;
    long key; // its place on the curve
    int work = 1; // interactions of the step before

    // computed where the body is, after it has moved there
    transient double ax;
    transient double ay;
    transient double az;
    transient double potential;

    Body(int id, double mass) {
        this.id = id;
        this.mass = mass;
    }

    void kick(double time) {
        vx += ax * time;
        vy += ay * time;
        vz += az * time;
    }

    void drift(double time) {
        x += vx * time;
        y += vy * time;
        z += vz * time;
    }
}
