package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Groups that members make among themselves. */
class DerivedGroupsTest extends EachDevice {

    @Test
    void shouldSplitByColourInTheOrderOfKeys() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            Communicator half = world.split(rank % 2, -rank);
            List<Integer> expected = IntStream.range(0, size)
                    .map(r -> size - 1 - r)
                    .filter(r -> r % 2 == rank % 2)
                    .boxed()
                    .toList();
            assertThat(half.allGather(rank)).isEqualTo(expected);
            assertThat(half.size()).isEqualTo(expected.size());
            assertThat(expected.get(half.rank())).isEqualTo(rank);
            for (int root = 0; root < half.size(); root++) {
                assertThat(half.<Integer>broadcast(rank, root)).isEqualTo(expected.get(root));
            }
            Communicator pairs = half.split(half.rank() / 2);
            assertThat(pairs.allReduce(1, Reductions.<Integer>sum())).isEqualTo(pairs.size());
            assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(size);
        });
    }

    @Test
    void shouldNameADuplicate() {
        forEachSize(world -> {
            Communicator solver = world.duplicate("solver");
            assertThat(solver.name()).isEqualTo("solver");
            assertThat(solver.members()).isEqualTo(world.members());
            solver.barrier();
        });
    }

    @Test
    void shouldLeaveOutMembersWithoutAColour() {
        forEachSize(world -> {
            if (world.rank() == 0) {
                world.splitNone();
            } else {
                Communicator others = world.split(7);
                assertThat(others.size()).isEqualTo(world.size() - 1);
                assertThat(others.rank()).isEqualTo(world.rank() - 1);
                others.barrier();
            }
        });
    }

    @Test
    void shouldSplitByWhereMembersLive() {
        forEachSize(world -> {
            Communicator host = world.splitByHost();
            assertThat(host.members()).isEqualTo(world.members());
            Communicator process = world.splitByProcess();
            int here = process.allReduce(1, Reductions.<Integer>sum());
            assertThat(here).isEqualTo(process.size());
            int first = world.rank() - process.rank();
            assertThat(process.members())
                    .isEqualTo(world.members()
                            .include(IntStream.range(first, first + here).toArray()));
        });
    }

    @Test
    void shouldKeepTheMessagesOfADuplicateApart() {
        forEachSize(world -> {
            Communicator other = world.duplicate();
            assertThat(other.members()).isEqualTo(world.members());
            assertThat(other.rank()).isEqualTo(world.rank());
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            other.sendAsync("in the other", right);
            world.sendAsync("in the first", right);
            assertThat(world.withTag(ANY_TAG).<String>receive(ANY_SOURCE)).isEqualTo("in the first");
            assertThat(other.<String>receive(left)).isEqualTo("in the other");
            world.attributes().put("key", world.rank());
            assertThat(world.withTag(3).attributes()).containsEntry("key", world.rank());
            assertThat(other.attributes()).isEmpty();
        });
    }

    /** Members of the new group alone call this; the others do something else. */
    @Test
    void shouldCreateAGroupOfSomeMembers() {
        forEachSize(world -> {
            int size = world.size();
            int[] even = IntStream.range(0, size)
                    .map(r -> size - 1 - r)
                    .filter(r -> r % 2 == 0)
                    .toArray();
            if (world.rank() % 2 == 0) {
                Communicator evens = world.create(world.members().include(even));
                assertThat(evens.allGather(world.rank()))
                        .isEqualTo(IntStream.of(even).boxed().toList());
            } else {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.create(world.members().include(even)))
                        .withMessageContaining("here rank=" + world.rank());
            }
            world.barrier();
        });
    }

    @Test
    void shouldReckonWithSetsOfMembers() {
        run(8, world -> {
            MemberGroup all = world.members();
            MemberGroup low = all.include(new MemberGroup.Range(0, 4));
            MemberGroup odd = all.include(new MemberGroup.Range(7, 0, -2));
            assertThat(low.size()).isEqualTo(5);
            assertThat(odd.translate(new int[] {0, 1, 2, 3}, all)).containsExactly(7, 5, 3, 1);
            assertThat(low.union(odd).translate(new int[] {5, 6}, all)).containsExactly(7, 5);
            assertThat(low.intersection(odd)).isEqualTo(all.include(1, 3));
            assertThat(odd.intersection(low)).isEqualTo(all.include(3, 1));
            assertThat(odd.intersection(low).isSimilar(low.intersection(odd))).isTrue();
            assertThat(low.difference(odd)).isEqualTo(all.include(0, 2, 4));
            assertThat(all.exclude(0, 2, 4, 6).isSimilar(odd)).isTrue();
            assertThat(all.exclude(new MemberGroup.Range(0, 7))).isEqualTo(all.include(new int[0]));
            assertThat(all.translate(new int[] {0, 7}, odd)).containsExactly(MemberGroup.NO_RANK, 0);
            assertThat(world.rankIn(odd))
                    .isEqualTo(world.rank() % 2 == 0 ? MemberGroup.NO_RANK : (7 - world.rank()) / 2);
            assertThatIllegalArgumentException().isThrownBy(() -> all.include(8));
            assertThatIllegalArgumentException().isThrownBy(() -> all.include(1, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> new MemberGroup.Range(0, 1, 0));
            Communicator evens = world.split(world.rank() % 2);
            assertThat(evens.members().translate(new int[] {0}, all)).containsExactly(world.rank() % 2);
            return true;
        });
    }

    @Test
    void shouldMakeManyGroupsAndLeaveThem() {
        run(4, world -> {
            for (int i = 0; i < 200; i++) {
                Communicator pair = world.split((world.rank() + i) / 2 % 2);
                assertThat(pair.allReduce(1, Reductions.<Integer>sum())).isEqualTo(pair.size());
                pair.leave();
                assertThatThrownBy(pair::barrier).isInstanceOf(MemberFailedException.class);
            }
            world.barrier();
            return true;
        });
    }

    @Test
    void shouldTellTheMembersOfADerivedGroupOfAFailure() {
        run(4, world -> {
            Communicator half = world.split(world.rank() % 2);
            Communicator again = half.duplicate();
            if (world.rank() == 3) {
                for (int i = 0; i < 3; i++) {
                    world.receive(ANY_SOURCE); // the others have both groups
                }
                world.fail(new IllegalStateException("no disk"));
                return true;
            }
            world.sendAsync("ready", 3);
            Communicator waiting = world.rank() == 1 ? again : world;
            assertThatThrownBy(waiting::barrier)
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("no disk");
            if (world.rank() == 1) {
                Communicator rest = again.shrink();
                assertThat(rest.size()).isEqualTo(1);
                rest.barrier();
            } else {
                half.barrier(); // which has lost none of its members
            }
            return true;
        });
    }

    @ParameterizedTest
    @CsvSource({"0-2, 0-1-2-3", "2-0, 0-2", "0-1-2-3, 0-1-2"})
    void shouldTellAllWhenMembersCreateDifferentGroups(String ofRank2, String ofOthers) {
        run(4, world -> {
            int[] ranks = ranks(world.rank() == 2 ? ofRank2 : ofOthers);
            if (IntStream.of(ranks).noneMatch(each -> each == world.rank())) {
                assertThatThrownBy(() -> world.receive(ANY_SOURCE)).isInstanceOf(MemberFailedException.class);
                return true;
            }
            assertThatThrownBy(() -> world.create(world.members().include(ranks)))
                    .satisfiesAnyOf(
                            failure -> assertThat(failure)
                                    .isInstanceOf(MismatchedCallException.class)
                                    .hasMessageContainingAll("here", Arrays.toString(ranks), "passes others"),
                            failure -> assertThat(failure)
                                    .isInstanceOf(MemberFailedException.class)
                                    .hasMessageContaining("members create a group of different members"));
            return true;
        });
    }

    private static int[] ranks(String text) {
        return Stream.of(text.split("-")).mapToInt(Integer::parseInt).toArray();
    }

    @Test
    void shouldNotTakeAnAllGatherForASplit() {
        run(4, world -> {
            assertThatThrownBy(() -> {
                        if (world.rank() == 3) {
                            world.allGather(DirectBuffer.of(new long[4]), DirectBuffer.of(new long[16]));
                            world.barrier();
                        } else {
                            world.split(0).barrier();
                        }
                    })
                    .satisfiesAnyOf(
                            failure -> assertThat(failure)
                                    .isInstanceOf(MismatchedCallException.class)
                                    .hasMessageContainingAll("split", "allGather"),
                            failure -> assertThat(failure).isInstanceOf(MemberFailedException.class));
            return true;
        });
    }

    @Test
    void shouldRefuseANegativeColour() {
        run(1, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.split(-1))
                    .withMessageContaining("splitNone");
            return true;
        });
    }
}
