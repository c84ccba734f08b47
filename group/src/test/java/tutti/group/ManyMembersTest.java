package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.NightlySource;
import tutti.serialization.SerializationException;

/** Many more members than cores. */
class ManyMembersTest {

    /** A member that meets the others, and counts itself when every result was right. */
    private static final class Meeting extends ColMember {
        private final int members;
        private final AtomicInteger content;

        Meeting(int members, AtomicInteger content) {
            this.members = members;
            this.content = content;
        }

        @Override
        public void run() {
            ColGroup group = group();
            barrier(group);
            String word = broadcast(group, group.rank(this) == members / 2 ? "word" : null, members / 2);
            int sum = allReduce(group, group.rank(this) % 2, Reductions.sum());
            double[] sums = allReduce(group, new double[] {1, group.rank(this)}, Reductions.sum());
            barrier(group);
            boolean isRight = word.equals("word")
                    && sum == members / 2
                    && sums[0] == members
                    && sums[1] == members * (members - 1.0) / 2;
            content.addAndGet(isRight ? 1 : 0);
        }
    }

    @Test
    void shouldLet20000VirtualMembersMeet() {
        assertThat(meet(1, 20_000, true)).isEqualTo(20_000);
    }

    @Tag("nightly")
    @Test
    void shouldLet100000VirtualMembersMeet() {
        assertThat(meet(1, 100_000, true)).isEqualTo(100_000);
    }

    @Test
    void shouldLet64PlatformMembersMeet() {
        assertThat(meet(1, 64, false)).isEqualTo(64);
    }

    @Test
    void shouldLetManyMembersOfTwoProcessesMeet() {
        assertThat(meet(2, 2_000, true)).isEqualTo(2_000);
    }

    /** Calls that fail in one member, after each of which another call works. */
    private static final class Failing extends ColMember {
        private final int culprit;
        private final AtomicInteger content;

        Failing(int culprit, AtomicInteger content) {
            this.culprit = culprit;
            this.content = content;
        }

        @Override
        public void run() {
            ColGroup group = group();
            int rank = group.rank(this);
            int size = group.size();
            ReductionObject<@Nullable Object> operator = (left, right) -> {
                if (left instanceof Integer l && right instanceof Integer r && (l == culprit || r == culprit)) {
                    throw new IllegalStateException("trouble of " + culprit);
                }
                return -1;
            };
            boolean isRight = fails(() -> allReduce(group, (Object) rank, operator), rank, true);
            isRight &= allReduce(group, 1, Reductions.sum()) == size;
            isRight &= fails(() -> reduce(group, (Object) rank, operator, 0), rank, rank == 0);
            isRight &= allReduce(group, 2, Reductions.sum()) == 2 * size;
            Object part = rank == culprit ? new Object() : "part"; // which is not serializable
            isRight &= fails(
                    () -> {
                        PerRank<@Nullable Object> parts = PerRank.empty();
                        gather(group, rank == 0 ? parts : null, part, 0);
                    },
                    rank,
                    rank == 0 || rank == culprit);
            isRight &= allReduce(group, 3, Reductions.sum()) == 3 * size;
            content.addAndGet(isRight ? 1 : 0);
        }

        private static boolean fails(Runnable call, int rank, boolean must) {
            try {
                call.run();
                return !must;
            } catch (CallFailedException e) {
                return e.rank() != rank && e.failure().contains("Exception");
            } catch (IllegalStateException | SerializationException e) {
                return true; // in this member
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 10000", "1, 7"})
    @NightlySource("1, 10000")
    void shouldTellAllOfManyMembersThatACallFailed(int processes, int size) {
        assertThat(run(processes, size, true, content -> new Failing(size / 3, content)))
                .isEqualTo(size);
    }

    /** Runs so many members, and returns how many got the right results. */
    private static int meet(int processes, int size, boolean virtual) {
        return run(processes, size, virtual, content -> new Meeting(size, content));
    }

    private static int run(
            int processes, int size, boolean virtual, Function<AtomicInteger, ? extends ColMember> factory) {
        AtomicInteger content = new AtomicInteger();
        try (TestJob job = TestJob.of(processes)) {
            List<List<ColMember>> byProcess = TestJob.eachAtOnce(processes, process -> {
                List<ColMember> members = new ArrayList<>();
                for (int i = 0; i < size / processes; i++) {
                    members.add(factory.apply(content));
                }
                job.master(process).addMembers("many", members);
                return members;
            });
            TestJob.eachAtOnce(processes, process -> {
                ColGroup group = job.master(process).getGroup("many", size);
                byProcess.get(process).forEach(member -> {
                    if (virtual) {
                        member.startVirtual(group);
                    } else {
                        member.start(group);
                    }
                });
                return group;
            });
            for (int process = 0; process < processes; process++) {
                job.master(process).await(); // has no limit but the test's
            }
        }
        return content.get();
    }
}
