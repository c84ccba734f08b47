package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.junit.Members;
import tutti.junit.Rank;

/** The snippets of docs/testing.md, which are quoted from here. */
class MembersSnippetsTest {
    @Members(4)
    void shouldAddRanks(ColMember member, ColGroup group, @Rank int rank) {
        int sum = member.allReduce(group, rank, Reductions.sum());
        assertThat(sum).isEqualTo(6);
    }

    @Members(4)
    void shouldMultiplyRanks(Communicator world) {
        int product = world.allReduce(world.rank() + 1, Reductions.product());
        assertThat(product).isEqualTo(24);
    }

    @Members({1, 2, 3, 4, 7, 8})
    void shouldCollectInRankOrder(ColMember member, ColGroup group, @Rank int rank) {
        List<Integer> ranks = member.allGather(group, rank);
        assertThat(ranks).hasSize(group.size()).isSorted();
    }

    @Members(4)
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000})
    void shouldBroadcastArrays(int length, ColMember member, ColGroup group, @Rank int rank) {
        int[] array = member.broadcast(group, rank == 2 ? new int[length] : null, 2);
        assertThat(array).hasSize(length);
    }

    @Members(value = 4, jvms = 2)
    void shouldTellProcessesApart(ColMember member, ColGroup group) {
        List<Long> processes = member.allGather(group, ProcessHandle.current().pid());
        assertThat(processes.stream().distinct()).hasSize(2);
    }
}
