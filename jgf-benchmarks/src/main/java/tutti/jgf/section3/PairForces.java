package tutti.jgf.section3;

import java.util.Arrays;

/**
 * The forces between some consecutive particles and all later ones: a member's share of the pairs.
 *
 * <p>{@link #find} computes them, for all members at once, and keeps them; {@link #addTo} adds them to the sums of the
 * members before this one, pair by pair, as a single loop over all pairs would do it. So results do not depend on the
 * number of members, and yet almost all the work is shared: 1 pair in 75 is near enough to be added.
 */
final class PairForces {
    private static final int INITIAL_PAIRS = 1 << 16;

    private final Particles particles;
    private final int count;
    private final int first;
    private final int last;
    private final double cutOffSquared;
    private final double[] squares; // of distances from one particle to the later ones

    // what find() has found
    private final Row[] rows; // for each particle of this share
    private int[] partners = new int[INITIAL_PAIRS]; // later particle of each pair
    private double[] pulls =
            new double[Particles.AXES * INITIAL_PAIRS]; // force on the earlier one: three for each pair

    /** Sums for one particle over its pairs with later ones. */
    private static final class Row {
        private double x;
        private double y;
        private double z;
        private double potential;
        private double virial;
        private int pairs;
    }

    /**
     * Prepares a member's share, which has about as many pairs as that of any other.
     *
     * @param cutOff distance from which on particles do not feel each other
     */
    PairForces(Particles particles, double cutOff, int rank, int members) {
        this.particles = particles;
        count = particles.count();
        first = firstParticle(count, rank, members);
        last = firstParticle(count, rank + 1, members);
        cutOffSquared = cutOff * cutOff;
        squares = new double[count];
        rows = new Row[last - first];
        Arrays.setAll(rows, i -> new Row());
    }

    /** Returns the first particle of a member's share; for {@code rank == members}, the number of particles. */
    static int firstParticle(int count, int rank, int members) {
        long pairsBefore = pairsBefore(count, count) * rank / members;
        int particle = 0;
        while (particle < count && pairsBefore(particle, count) < pairsBefore) {
            particle++;
        }
        return rank == members ? count : particle;
    }

    /** Returns how many pairs the particles before one have with later ones. */
    private static long pairsBefore(int particle, int count) {
        return particle * (2L * count - particle - 1) / 2;
    }

    /** Computes the forces of this share at the particles' present places. */
    void find() {
        int pairs = 0;
        for (int i = first; i < last; i++) {
            measure(particles.position(0), particles.position(1), particles.position(2), i);
            reserve(pairs + count - i);
            Row row = find(i, pairs);
            pairs += row.pairs;
            rows[i - first] = row;
        }
    }

    /**
     * Fills {@link #squares}; no branches, and nothing that {@code squares} might overwrite, so that the compiler makes
     * vectors of it.
     */
    private void measure(double[] x, double[] y, double[] z, int i) {
        double side = particles.side();
        double ownX = x[i];
        double ownY = y[i];
        double ownZ = z[i];
        for (int j = i + 1; j < squares.length; j++) {
            double dx = Math.abs(ownX - x[j]);
            double dy = Math.abs(ownY - y[j]);
            double dz = Math.abs(ownZ - z[j]);
            dx = Math.min(dx, side - dx); // through a face it may be nearer
            dy = Math.min(dy, side - dy);
            dz = Math.min(dz, side - dz);
            squares[j] = dx * dx + dy * dy + dz * dz;
        }
    }

    private void reserve(int pairs) {
        if (pairs > partners.length) {
            int more = Math.max(pairs, 2 * partners.length);
            partners = Arrays.copyOf(partners, more);
            pulls = Arrays.copyOf(pulls, Particles.AXES * more);
        }
    }

    private Row find(int i, int pairsBefore) {
        double[] x = particles.position(0);
        double[] y = particles.position(1);
        double[] z = particles.position(2);
        Row row = new Row();
        int pair = pairsBefore;
        for (int j = i + 1; j < count; j++) {
            double square = squares[j];
            if (square <= cutOffSquared) {
                double r2 = 1 / square;
                double r4 = r2 * r2;
                double r6 = r4 * r2;
                double r8 = r4 * r4;
                double r12 = r4 * r8;
                double r14 = r12 * r2;
                double strength = r14 - 0.5 * r8;
                double pullX = nearest(x[i] - x[j]) * strength;
                double pullY = nearest(y[i] - y[j]) * strength;
                double pullZ = nearest(z[i] - z[j]) * strength;
                row.x += pullX;
                row.y += pullY;
                row.z += pullZ;
                row.potential += r12 - r6;
                row.virial -= square * strength;
                partners[pair] = j;
                pulls[Particles.AXES * pair] = pullX;
                pulls[Particles.AXES * pair + 1] = pullY;
                pulls[Particles.AXES * pair + 2] = pullZ;
                pair++;
            }
        }
        row.pairs = pair - pairsBefore;
        return row;
    }

    /** Returns a difference of coordinates through the face of the box, if that is nearer. */
    private double nearest(double difference) {
        double half = particles.side() * 0.5;
        if (difference < -half) {
            return difference + particles.side();
        }
        return difference > half ? difference - particles.side() : difference;
    }

    /** Adds this share to the sums of all shares before it. */
    void addTo(PairSums sums) {
        double[] values = sums.values();
        int pair = 0;
        for (int i = first; i < last; i++) {
            Row row = rows[i - first];
            for (int end = pair + row.pairs; pair < end; pair++) {
                int partner = partners[pair];
                values[partner] -= pulls[Particles.AXES * pair];
                values[count + partner] -= pulls[Particles.AXES * pair + 1];
                values[2 * count + partner] -= pulls[Particles.AXES * pair + 2];
            }
            values[i] += row.x;
            values[count + i] += row.y;
            values[2 * count + i] += row.z;
            sums.addEnergies(row.potential, row.virial, row.pairs);
        }
    }
}
