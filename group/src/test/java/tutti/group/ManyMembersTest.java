package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;

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

    /** Runs so many members, and returns how many got the right results. */
    private static int meet(int processes, int size, boolean virtual) {
        AtomicInteger content = new AtomicInteger();
        try (TestJob job = TestJob.of(processes)) {
            List<List<Meeting>> byProcess = TestJob.eachAtOnce(processes, process -> {
                List<Meeting> members = new ArrayList<>();
                for (int i = 0; i < size / processes; i++) {
                    members.add(new Meeting(size, content));
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
