package hello;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.junit.Members;
import tutti.junit.Rank;

class HelloTest {
    @Members({1, 4})
    void shouldAddRanks(ColMember member, ColGroup group, @Rank int rank) {
        int sum = member.allReduce(group, rank, Reductions.sum());
        assertEquals(group.size() * (group.size() - 1) / 2, sum);
    }

    @Members(value = 4, jvms = 2)
    @ParameterizedTest
    @ValueSource(strings = "all together")
    void shouldBroadcastOverTwoJvms(String motto, ColMember member, ColGroup group, @Rank int rank) {
        assertEquals(motto, member.broadcast(group, rank == 3 ? motto : null, 3));
    }
}
