package tutti.examples.nbody;

/**
 * When a cell may stand for its bodies: if its width, seen from a body, is less than an angle.
 *
 * <p>A cell whose centre of mass is far from its middle has to be farther away by as much, so that no body can be in a
 * cell that stands for it (J. E. Barnes, 1994).
 *
 * @param theta the angle, greater than 0, at most 1
 */
record Opening(Cube cube, double theta) {
    /** Returns the square of the distance from a cell's centre of mass at which a body is near. */
    double nearSquared(Octant octant, double... centre) {
        double dx = centre[0] - cube.middle(octant, 0);
        double dy = centre[1] - cube.middle(octant, 1);
        double dz = centre[2] - cube.middle(octant, 2);
        double near = cube.width(octant) / theta + Math.sqrt(dx * dx + dy * dy + dz * dz);
        return near * near;
    }
}
