package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairForcesTest {
    private static final int CELLS = 4;
    private static final double CUT_OFF = 2; // more pairs than the suite has

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 300})
    void shouldAddAsOneLoopOverAllPairs(int members) {
        Particles particles = new Particles(CELLS);
        PairSums sums = new PairSums(particles.count());
        PairForces[] shares = new PairForces[members];
        Arrays.setAll(shares, rank -> new PairForces(particles, CUT_OFF, rank, members));
        for (int move = 0; move < 3; move++) {
            particles.move(sums.values());
            sums.clear();
            for (PairForces share : shares) {
                share.find();
            }
            for (PairForces share : shares) {
                share.addTo(sums);
            }
            double[] expected = oneLoop(particles);
            assertThat(Arrays.copyOf(sums.values(), expected.length)).containsExactly(expected);
            particles.accelerate(sums.values());
        }
    }

    /** The same arithmetic in its plainest form. */
    private static double[] oneLoop(Particles particles) {
        int count = particles.count();
        double[] forces = new double[Particles.AXES * count];
        for (int i = 0; i < count; i++) {
            double[] own = new double[Particles.AXES];
            for (int j = i + 1; j < count; j++) {
                double[] d = new double[Particles.AXES];
                for (int axis = 0; axis < Particles.AXES; axis++) {
                    d[axis] = particles.position(axis)[i] - particles.position(axis)[j];
                    if (d[axis] < -particles.side() / 2) {
                        d[axis] += particles.side();
                    } else if (d[axis] > particles.side() / 2) {
                        d[axis] -= particles.side();
                    }
                }
                double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                if (square <= CUT_OFF * CUT_OFF) {
                    double r2 = 1 / square;
                    double r4 = r2 * r2;
                    double r8 = r4 * r4;
                    double strength = r4 * r8 * r2 - 0.5 * r8;
                    for (int axis = 0; axis < Particles.AXES; axis++) {
                        own[axis] += d[axis] * strength;
                        forces[axis * count + j] -= d[axis] * strength;
                    }
                }
            }
            for (int axis = 0; axis < Particles.AXES; axis++) {
                forces[axis * count + i] += own[axis];
            }
        }
        return forces;
    }

    @Test
    void shouldLetParticlesPullAtEachOtherAlike() {
        Particles particles = new Particles(CELLS);
        PairForces forces = new PairForces(particles, CUT_OFF, 0, 1);
        PairSums sums = new PairSums(particles.count());
        particles.move(sums.values()); // off the lattice, where all forces are 0
        forces.find();
        forces.addTo(sums);
        double[] x = Arrays.copyOf(sums.values(), particles.count());
        assertThat(Arrays.stream(x).map(Math::abs).max().orElseThrow()).isGreaterThan(1e-3);
        assertThat(Arrays.stream(x).sum()).isCloseTo(0, within(1e-9));
        assertThat(sums.potential()).isNegative();
        assertThat(sums.interactions()).isBetween(1000L, 256L * 255 / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 64})
    void shouldShareAllPairsEvenly(int members) {
        int count = 2048;
        long whole = count * (count - 1L) / 2;
        int first = 0;
        for (int rank = 0; rank < members; rank++) {
            assertThat(PairForces.firstParticle(count, rank, members)).isEqualTo(first);
            int end = PairForces.firstParticle(count, rank + 1, members);
            long pairs = 0;
            for (int i = first; i < end; i++) {
                pairs += count - 1 - i;
            }
            assertThat(pairs).isBetween(whole / members - count, whole / members + count);
            first = end;
        }
        assertThat(first).isEqualTo(count);
    }
}
