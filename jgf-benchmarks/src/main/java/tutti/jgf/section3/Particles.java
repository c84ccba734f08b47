package tutti.jgf.section3;

/**
 * Particles in a box whose opposite faces are one: where they are, and how fast.
 *
 * <p>Velocities and forces are in units of the time step, so that they can be added to positions. Every member holds
 * all particles, and moves them alike.
 */
final class Particles {
    static final int AXES = 3;

    private static final double DENSITY = 0.83134;
    private static final double TEMPERATURE = 0.722;
    private static final double TIME_STEP = 0.064;
    private static final double TIME_STEP_SQUARED = TIME_STEP * TIME_STEP;
    private static final double THIRD = 0.3333333; // not 1/3: the reference values are those of this

    private final int count;
    private final double side;
    private final double[][] position;
    private final double[][] velocity;

    /**
     * Puts four particles in each of {@code cells} cubed cells, and gives them random velocities that add up to
     * nothing.
     */
    Particles(int cells) {
        count = 4 * cells * cells * cells;
        side = StrictMath.pow(count / DENSITY, THIRD);
        position = new double[AXES][count];
        velocity = new double[AXES][count];
        putOnLattice(cells);
        setInMotion();
    }

    int count() {
        return count;
    }

    /** Returns the length of the box. */
    double side() {
        return side;
    }

    /** Returns the particles' coordinates on an axis; not to be changed. */
    double[] position(int axis) {
        return position[axis];
    }

    /**
     * A face-centred cubic lattice: the corners of all cells first, then the middles of one kind of faces after the
     * other.
     */
    private void putOnLattice(int cells) {
        double width = side / cells;
        double[][] offsets = {{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}; // in halves of a cell
        int particle = 0;
        for (double[] offset : offsets) {
            for (int i = 0; i < cells; i++) {
                for (int j = 0; j < cells; j++) {
                    for (int k = 0; k < cells; k++) {
                        position[0][particle] = i * width + offset[0] * width * 0.5;
                        position[1][particle] = j * width + offset[1] * width * 0.5;
                        position[2][particle] = k * width + offset[2] * width * 0.5;
                        particle++;
                    }
                }
            }
        }
    }

    private void setInMotion() {
        GaussianPairs random = new GaussianPairs();
        for (double[] speeds : velocity) {
            for (int i = 0; i < count; i += 2) {
                random.next();
                speeds[i] = random.first();
                speeds[i + 1] = random.second();
            }
        }
        double squares = 0;
        for (double[] speeds : velocity) {
            double drift = 0;
            for (double speed : speeds) {
                drift += speed;
            }
            drift /= count;
            for (int i = 0; i < count; i++) {
                speeds[i] -= drift;
                squares += speeds[i] * speeds[i];
            }
        }
        scaleVelocities(TIME_STEP * Math.sqrt(TEMPERATURE / (temperaturePerEnergy() * squares)));
    }

    private double temperaturePerEnergy() {
        return 16.0 / (count - 1.0);
    }

    private void scaleVelocities(double factor) {
        for (double[] speeds : velocity) {
            for (int i = 0; i < count; i++) {
                speeds[i] *= factor;
            }
        }
    }

    /**
     * Moves each particle for a time step.
     *
     * @param forces those of the step before, as {@link #accelerate} has left them: all on the first axis, then the
     *     others
     */
    void move(double[] forces) {
        for (int axis = 0; axis < AXES; axis++) {
            double[] places = position[axis];
            double[] speeds = velocity[axis];
            for (int i = 0; i < count; i++) {
                double force = forces[axis * count + i];
                places[i] = inBox(places[i] + speeds[i] + force);
                speeds[i] += force;
            }
        }
    }

    private double inBox(double place) {
        double above = place < 0 ? place + side : place;
        return above > side ? above - side : above;
    }

    /**
     * Changes velocities by half a step's forces, and forces to what the next {@link #move} takes.
     *
     * @return the kinetic energy
     */
    double accelerate(double[] forces) {
        for (int axis = 0; axis < AXES; axis++) {
            for (int i = 0; i < count; i++) {
                forces[axis * count + i] *= TIME_STEP_SQUARED * 0.5;
                velocity[axis][i] += forces[axis * count + i];
            }
        }
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double vx = velocity[0][i];
            double vy = velocity[1][i];
            double vz = velocity[2][i];
            squares += vx * vx + vy * vy + vz * vz;
        }
        return squares / TIME_STEP_SQUARED;
    }

    /**
     * Brings all velocities to the wanted temperature.
     *
     * @param kineticEnergy what it is
     * @return what it is then
     */
    double rescale(double kineticEnergy) {
        scaleVelocities(Math.sqrt(TEMPERATURE / (temperaturePerEnergy() * kineticEnergy)));
        return TEMPERATURE / temperaturePerEnergy();
    }
}
