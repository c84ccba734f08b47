package tutti.examples.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.examples.nbody.Simulation.Settings;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Forces are those of direct sums, what should be conserved is, and no bit depends on the number of members. */
class SimulationTest {
    private static final double THETA = 0.5;
    private static final double SOFTENING = 0.02;
    private static final Settings GALAXIES = new Settings(Scene.COLLISION, 600, 0.02, THETA, SOFTENING, 7);

    /** What all members know at the end. */
    private record End(
            long bodies, long identities, long checksum, double energyChange, double momentumChange, double error) {}

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void shouldComputeSameBitsWithAnyNumberOfMembers(int members) {
        assertThat(simulate(GALAXIES, 20, members))
                .containsOnly(simulate(GALAXIES, 20, 1).getFirst());
    }

    /** Most members have no body. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldSimulateFewerBodiesThanMembers(int bodies) {
        Settings settings = new Settings(Scene.PLUMMER, bodies, 0.01, 1, SOFTENING, 3);

        List<End> ends = simulate(settings, 5, 7);

        assertThat(ends.getFirst().bodies).isEqualTo(bodies);
        assertThat(ends.getFirst().checksum).isEqualTo(simulate(settings, 5, 1).getFirst().checksum);
    }

    @Test
    void shouldPlaceKeysAndGatherThemAgain() {
        for (long number : new long[] {0, 1, 5, 0x15_5555, 0x1f_ffff}) {
            long spread = Octant.spread(number);
            assertThat(Octant.gather(spread)).isEqualTo(number);
            assertThat(Octant.gather((spread << 2) >>> 2)).isEqualTo(number);
            assertThat(Long.bitCount(spread)).isEqualTo(Long.bitCount(number));
        }
        Octant last = Octant.ALL.part(7).part(7);
        assertThat(last.last()).isEqualTo(Octant.ALL.last()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldConserveAndAgreeWithDirectSums(Scene scene) {
        Settings settings = new Settings(scene, 2000, 0.01, THETA, SOFTENING, 1);

        End end = simulate(settings, 50, 3).getFirst();

        assertThat(end.bodies).isEqualTo(2000);
        assertThat(end.identities).isEqualTo(2000L * 1999 / 2);
        assertThat(end.error).isLessThan(0.01);
        assertThat(end.energyChange).isLessThan(0.002);
        assertThat(end.momentumChange).isLessThan(0.002);
    }

    private static List<End> simulate(Settings settings, int steps, int members) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            return master.run(world -> simulate(world, settings, steps));
        }
    }

    private static End simulate(Communicator world, Settings settings, int steps) {
        Simulation simulation = new Simulation(world, settings);
        Totals before = Totals.of(world, simulation.bodies());
        for (int step = 0; step < steps; step++) {
            simulation.step();
        }
        Totals after = Totals.of(world, simulation.bodies());
        long identities = 0;
        for (Body body : simulation.bodies()) {
            identities += body.id;
        }
        return new End(
                world.allReduce((long) simulation.bodies().length, Reductions.sum()),
                world.allReduce(identities, Reductions.sum()),
                world.allReduce(simulation.checksum(), Reductions.sum()),
                after.energyChangeSince(before),
                after.momentumChangeSince(before),
                (float) DirectSums.error(world, settings.bodies(), 500, settings.softening(), simulation.bodies()));
    }
}
