package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A started member learns its rank from the group alone. */
class OwnRankTest {
    private static final List<Integer> SIZES = List.of(1, 2, 3, 4, 7, 8);

    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "2, false", "2, true", "3, false"})
    void shouldReturnTheRankOfTheMemberWhoseThreadCalls(int processes, boolean virtual) {
        try (TestJob job = TestJob.of(processes)) {
            for (int size : SIZES.stream().filter(each -> each >= processes).toList()) {
                ConcurrentSkipListSet<Integer> ranks = new ConcurrentSkipListSet<>();
                List<Boolean> right = TestJob.eachAtOnce(size, index -> {
                    ColGroupMaster master = job.masterOf(index, size);
                    TestMember<Boolean> member = new TestMember<>((self, group, rank) -> {
                        ranks.add(group.rank());
                        return group.rank() == rank && self.group().rank() == rank;
                    });
                    master.addMember("group of " + size, member);
                    ColGroup group = master.getGroup("group of " + size, size);
                    Thread thread = virtual ? member.startVirtual(group) : member.start(group);
                    boolean same = member.result().join();
                    return same && thread.getName().equals("tutti-group of %d-%d".formatted(size, group.rank(member)));
                });
                assertThat(right).hasSize(size).containsOnly(true);
                assertThat(ranks)
                        .containsExactlyElementsOf(
                                IntStream.range(0, size).boxed().toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseThreadsOfNoMemberAndGroupsOfOthers(int members) {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            TestMember<Void> elsewhere = TestMember.idle();
            master.addMember("other", elsewhere);
            ColGroup other = master.getGroup("other", 1);
            List<Integer> ranks = master.run(members, world -> {
                assertThatIllegalArgumentException()
                        .isThrownBy(other::rank)
                        .withMessageContainingAll("not a member here", "group=other");
                Thread helper = Thread.ofPlatform()
                        .name("helper")
                        .unstarted(() -> assertThatIllegalStateException()
                                .isThrownBy(other::rank)
                                .withMessageContainingAll("thread=helper", "call group.rank(member)"));
                List<Throwable> wrong = new java.util.concurrent.CopyOnWriteArrayList<>();
                helper.setUncaughtExceptionHandler((thread, failure) -> wrong.add(failure));
                helper.start();
                helper.join();
                assertThat(wrong).isEmpty();
                return world.rank();
            });
            assertThat(ranks).hasSize(members);
            elsewhere.done();
        }
    }
}
