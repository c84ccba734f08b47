package tutti.jgf.section3;

import java.util.Arrays;
import tutti.serialization.DirectBuffer;

/** What is added up over all pairs of particles, in one array, so that it can be sent at once. */
final class PairSums {
    private static final int ENERGIES = 3;

    private final int forces;
    private final double[]
            values; // forces of all particles on the first axis, the second and the third; then the energies

    PairSums(int particles) {
        forces = Particles.AXES * particles;
        values = new double[forces + ENERGIES];
    }

    void clear() {
        Arrays.fill(values, 0);
    }

    /** Returns the array, whose first three parts are the forces on each axis; it can be written. */
    double[] values() {
        return values;
    }

    DirectBuffer buffer() {
        return DirectBuffer.of(values);
    }

    /** Adds what is known of one particle with some others. */
    void addEnergies(double potential, double virial, int interactions) {
        values[forces] += potential;
        values[forces + 1] += virial;
        values[forces + 2] += interactions;
    }

    /** Returns a quarter of the potential energy. */
    double potential() {
        return values[forces];
    }

    /** Returns the virial. */
    double virial() {
        return values[forces + 1];
    }

    /** Returns how many pairs are near enough to interact. */
    long interactions() {
        return (long) values[forces + 2];
    }
}
