package tutti.examples.nbody;

import java.util.Arrays;
import tutti.collectives.Reductions;
import tutti.examples.support.FixedPointSum;
import tutti.group.Communicator;

/**
 * What should stay the same: energy and momentum of all bodies. The sums are exact, so they do not depend on who has
 * which body.
 *
 * @param kinetic energy of motion
 * @param potential energy of places
 * @param motion what the momentum would be if all bodies moved the same way
 */
record Totals(double kinetic, double potential, double momentumX, double momentumY, double momentumZ, double motion) {
    private static final int SUMS = 6;

    /** Adds up the bodies of all members. */
    static Totals of(Communicator world, Body... bodies) {
        long[][] sums = new long[SUMS][FixedPointSum.LENGTH];
        for (Body body : bodies) {
            double squared = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz;
            FixedPointSum.add(sums[0], body.mass * squared / 2);
            FixedPointSum.add(sums[1], body.mass * body.potential / 2);
            FixedPointSum.add(sums[2], body.mass * body.vx);
            FixedPointSum.add(sums[3], body.mass * body.vy);
            FixedPointSum.add(sums[4], body.mass * body.vz);
            FixedPointSum.add(sums[5], body.mass * Math.sqrt(squared));
        }
        long[] all = world.allReduce(
                Arrays.stream(sums).flatMapToLong(Arrays::stream).toArray(), Reductions.sum());
        double[] values = new double[SUMS];
        Arrays.setAll(
                values,
                i -> FixedPointSum.value(
                        Arrays.copyOfRange(all, i * FixedPointSum.LENGTH, (i + 1) * FixedPointSum.LENGTH)));
        return new Totals(values[0], values[1], values[2], values[3], values[4], values[5]);
    }

    double energy() {
        return kinetic + potential;
    }

    /** Returns how much the energy has changed, by that of before. */
    double energyChangeSince(Totals before) {
        return Math.abs(energy() / before.energy() - 1);
    }

    /** Returns how much the momentum has changed, by the motion of before. */
    double momentumChangeSince(Totals before) {
        double x = momentumX - before.momentumX;
        double y = momentumY - before.momentumY;
        double z = momentumZ - before.momentumZ;
        return Math.sqrt(x * x + y * y + z * z) / before.motion;
    }
}
