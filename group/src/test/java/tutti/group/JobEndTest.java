package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Jobs of real JVMs end by themselves: without System.exit, with exit code 0, and silently. */
class JobEndTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** The style of the manual. */
    static final class Closing {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Summing::new);
            }
        }
    }

    /** The paper's style: threads of the program's own, {@code done()}, and no one closes. */
    static final class OwnThreads {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            List<Summing> members = new ArrayList<>();
            for (int i = 0; i < master.localMembers(); i++) {
                members.add(new Summing());
                master.addMember("g", members.get(i));
            }
            ColGroup group = master.getGroup("g", master.numberOfCpus());
            for (Summing member : members) {
                member.group = group;
                new Thread(member).start();
            }
        }
    }

    /** Members in virtual threads, which alone would not keep a JVM alive; no one closes. */
    static final class VirtualThreads {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            List<Summing> members = new ArrayList<>();
            for (int i = 0; i < master.localMembers(); i++) {
                members.add(new Summing());
                master.addMember("g", members.get(i));
            }
            ColGroup group = master.getGroup("g", master.numberOfCpus());
            for (Summing member : members) {
                member.group = group;
                member.startVirtual(group);
            }
        }
    }

    /** The same, without a word of who shall wait. */
    static final class NotClosing {
        public static void main(String[] args) {
            new ColGroupMaster(args).start("g", Summing::new);
        }
    }

    /** Adds up the ranks, and says so. */
    static final class Summing extends ColMember {
        private ColGroup group;

        @Override
        public void run() {
            ColGroup here = group == null ? group() : group;
            int rank = here.rank(this);
            int sum = allReduce(here, rank, Integer::sum);
            System.out.println("rank=" + rank + " sum=" + sum);
            done();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    @NightlySource("1")
    void shouldEndWhenMasterIsClosed(int processes) {
        runAndCheck(Closing.class, processes);
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("2")
    void shouldEndWhenNobodyCloses(int processes) {
        runAndCheck(NotClosing.class, processes);
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("1")
    void shouldEndWhenMembersInThreadsOfTheirOwnAreDone(int processes) {
        runAndCheck(OwnThreads.class, processes);
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("2")
    void shouldEndWhenMembersInVirtualThreadsAreDone(int processes) {
        runAndCheck(VirtualThreads.class, processes);
    }

    private static void runAndCheck(Class<?> program, int processes) {
        try (JvmJob job = JvmJob.of(program, processes).with("MEMBERS=4").start()) {
            job.awaitSuccess(LIMIT);
            assertThat(job.outLines()).containsExactly("rank=0 sum=6", "rank=1 sum=6", "rank=2 sum=6", "rank=3 sum=6");
        }
    }
}
