package tutti.examples.nbody;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A cell of the octree with the mass and the centre of mass of its bodies: from far away it is one body.
 *
 * <p>It holds its parts, or its bodies if they are few; a cell that was cut off for a member that is far from it has
 * neither.
 */
final class Cell implements Serializable {
    private static final long serialVersionUID = 1;
    private static final Cell[] NO_PARTS = {};
    private static final double[] NO_BODIES = {};

    /** Numbers of a body: its place, then its mass. */
    static final int STRIDE = 4;

    final double x;
    final double y;
    final double z;
    final double mass;
    final double nearSquared; // the squared distance within which it has to be opened
    final Cell[] parts;
    final double[] bodies;

    private Cell(double[] centre, double nearSquared, Cell[] parts, double[] bodies) {
        this.x = centre[0];
        this.y = centre[1];
        this.z = centre[2];
        this.mass = centre[3];
        this.nearSquared = nearSquared;
        this.parts = parts;
        this.bodies = bodies;
    }

    /** Makes a cell of some bodies. */
    static Cell ofBodies(Body[] from, int start, int end, Opening opening, Octant octant) {
        double[] bodies = new double[STRIDE * (end - start)];
        for (int i = start, to = 0; i < end; i++, to += STRIDE) {
            bodies[to] = from[i].x;
            bodies[to + 1] = from[i].y;
            bodies[to + 2] = from[i].z;
            bodies[to + 3] = from[i].mass;
        }
        double[] centre = centre(bodies);
        return new Cell(centre, opening.nearSquared(octant, centre), NO_PARTS, bodies);
    }

    /** Makes a cell of its parts: those of the eight in which there are bodies, in their order. */
    static Cell ofParts(List<Cell> parts, Opening opening, Octant octant) {
        double[] masses = new double[STRIDE * parts.size()];
        int to = 0;
        for (Cell part : parts) {
            masses[to++] = part.x;
            masses[to++] = part.y;
            masses[to++] = part.z;
            masses[to++] = part.mass;
        }
        double[] centre = centre(masses);
        return new Cell(centre, opening.nearSquared(octant, centre), parts.toArray(NO_PARTS), NO_BODIES);
    }

    private static double[] centre(double... bodies) {
        double[] centre = new double[STRIDE];
        for (int body = 0; body < bodies.length; body += STRIDE) {
            double mass = bodies[body + 3];
            centre[0] += mass * bodies[body];
            centre[1] += mass * bodies[body + 1];
            centre[2] += mass * bodies[body + 2];
            centre[3] += mass;
        }
        for (int dimension = 0; dimension < 3; dimension++) {
            centre[dimension] /= centre[3];
        }
        return centre;
    }

    /** Returns as much of this tree as bodies in a box need: what is far from all of them is cut off. */
    Cell essentialFor(Box box) {
        if (box.squaredDistance(x, y, z) > nearSquared) {
            return new Cell(new double[] {x, y, z, mass}, nearSquared, NO_PARTS, NO_BODIES);
        }
        if (parts.length == 0) {
            return this;
        }
        List<Cell> needed = new ArrayList<>(parts.length);
        for (Cell part : parts) {
            needed.add(part.essentialFor(box));
        }
        return new Cell(new double[] {x, y, z, mass}, nearSquared, needed.toArray(NO_PARTS), NO_BODIES);
    }

    /** Returns the number of cells in this tree. */
    int count() {
        int count = 1;
        for (Cell part : parts) {
            count += part.count();
        }
        return count;
    }

    /** Returns the number of bodies in this tree that are there by themselves. */
    int countBodies() {
        int count = bodies.length / STRIDE;
        for (Cell part : parts) {
            count += part.countBodies();
        }
        return count;
    }
}
