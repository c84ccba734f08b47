package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static tutti.group.Communicator.NO_MEMBER;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.messaging.DeadlineExceededException;

/** Members that say of a graph or a grid what does not fit together: all of them hear of it when it is made. */
class NeighborhoodAgreementTest extends EachDevice {
    private static final int[] NONE = {};

    /** Makes a neighborhood of what one member says. */
    private interface Making {
        Neighborhood by(Communicator world);
    }

    @Test
    void shouldRefuseADestinationThatIsNotASourceAsOften() {
        assertRefused(
                world -> edges(world, new int[] {0}, new int[] {1, 1}),
                "edges do not match",
                "rank=0 process=0 ",
                "has rank=1 as a destination 2 times",
                "has rank=0 as a source 1 time;",
                "Neighborhood.ofDestinations");
    }

    @Test
    void shouldRefuseASendThatIsNotExpected() {
        assertRefused(
                world -> edges(world, NONE, new int[] {1, NO_MEMBER}),
                "has rank=1 as a destination 1 time,",
                "has rank=0 as a source 0 times;");
    }

    @Test
    void shouldRefuseASendThatIsMissing() {
        assertRefused(
                world -> edges(world, new int[] {0}, NONE),
                "has rank=1 as a destination 0 times,",
                "has rank=0 as a source 1 time;");
    }

    @Test
    void shouldRefuseAnEdgeThatOneOfItsEndsDoesNotKnow() {
        assertRefused(
                world -> world.rank() == 0 ? Neighborhood.of(world, 1, NO_MEMBER) : Neighborhood.of(world, NO_MEMBER),
                "has rank=1 as a destination 1 time,",
                "has rank=0 as a source 0 times;",
                "1 other pair does not match, either");
    }

    @Test
    void shouldRefuseGridsThatDiffer() {
        assertRefused(
                world -> CartesianCommunicator.of(
                        world,
                        world.rank() == 0 ? CartesianGrid.of(world.size()) : CartesianGrid.periodic(world.size())),
                "neighborhoods do not match: ranks=[0] ",
                "periodic=[false]",
                "periodic=[true]",
                "let all members give the same grid");
    }

    /** Member 0 has these destinations, and member 1 these sources. */
    private static Neighborhood edges(Communicator world, int[] sourcesOf1, int[] destinationsOf0) {
        return Neighborhood.of(
                world, world.rank() == 1 ? sourcesOf1 : NONE, world.rank() == 0 ? destinationsOf0 : NONE);
    }

    /** All members get one text, and their group still works. */
    private void assertRefused(Making making, String... parts) {
        forEachSize(world -> {
            if (world.size() == 1) {
                return;
            }
            String refusal = refusal(() -> making.by(world));
            assertThat(refusal).isNotNull().contains(parts);
            assertThat(world.allGather(refusal)).containsOnly(refusal);
            int before = Math.floorMod(world.rank() - 1, world.size());
            Neighborhood ring =
                    Neighborhood.of(world, new int[] {before}, new int[] {(world.rank() + 1) % world.size()});
            assertThat(ring.allGather(world.rank())).containsExactly(before);
            assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(world.size());
        });
    }

    private static @Nullable String refusal(Runnable making) {
        try {
            making.run();
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    @Test
    void shouldServeOtherViewsOfTheGroup() {
        forEachSize(world -> {
            int[] all = new int[world.size()];
            Arrays.setAll(all, rank -> rank);
            Neighborhood complete = Neighborhood.of(world, all);
            CartesianCommunicator grid = CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
            Communicator other = world.duplicate();
            assertThat(complete.on(other).communicator()).isSameAs(other);
            assertThat(complete.on(other).allGather(world.rank())).hasSize(world.size());
            CartesianCommunicator moved = grid.on(other);
            assertThat(moved.grid()).isSameAs(grid.grid());
            assertThat(moved.allGather(1)).isEqualTo(List.of(1, 1));
            if (world.size() > 1) {
                Communicator alone = world.split(world.rank());
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> complete.on(alone))
                        .withMessageContaining("other members");
                Throwable failure = null;
                try {
                    if (world.rank() == 0) { // the others do not call it
                        complete.on(other.within(Duration.ofMillis(1))).allGather(0);
                    }
                } catch (DeadlineExceededException e) {
                    failure = e;
                }
                assertThat(failure != null).isEqualTo(world.rank() == 0);
            }
            world.barrier();
        });
    }
}
