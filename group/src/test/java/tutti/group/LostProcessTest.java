package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Real JVMs that are killed, or fail: the others end within seconds, with exit code 1 and the cause. */
class LostProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Broadcasts for longer than any test takes. */
    static final class Broadcasting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("loop", Broadcasting::new);
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < 1_000_000; i++) {
                broadcast(group(), new int[10_000], i % group().size());
                if (i == 100) {
                    System.out.println("running");
                }
            }
        }
    }

    /** One member fails while the others wait for it. */
    static final class Failing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Failing::new);
            }
        }

        @Override
        public void run() {
            if (group().rank(this) == 1) {
                readInput();
            }
            barrier(group());
        }

        private static void readInput() {
            throw new IllegalArgumentException("line 17 is no number");
        }
    }

    /** One process fails before it has added its member. */
    static final class FailingMain {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                if (master.process() == 1) {
                    throw new IllegalArgumentException("no such file");
                }
                master.start("g", Failing::new);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 0)
    @NightlySource("2")
    void shouldEndOthersWhenProcessIsKilled(int killed) {
        try (JvmJob job = JvmJob.of(Broadcasting.class, 3).start()) {
            for (int process = 0; process < 3; process++) {
                job.jvm(process).awaitOutput("running");
            }

            job.jvm(killed).kill();

            for (int survivor : new int[] {1, 2 - killed}) {
                JvmJob.Jvm jvm = job.jvm(survivor);
                assertThat(jvm.exitCode(LIMIT)).as("exit code of %s", jvm).isEqualTo(1);
                assertThat(jvm.err())
                        .contains("MemberFailedException", "group=loop", "process=" + killed, "host=")
                        .contains("pid=" + job.jvm(killed).pid());
            }
        }
    }

    @Test
    void shouldEndOthersWhenProcessIsTerminated() {
        try (JvmJob job = JvmJob.of(Broadcasting.class, 2).start()) {
            job.jvm(0).awaitOutput("running");
            job.jvm(1).awaitOutput("running");

            job.jvm(1).terminate();

            assertThat(job.jvm(1).exitCode(LIMIT)).isEqualTo(143);
            assertThat(job.jvm(1).err()).as("it was told to end").isEmpty();
            assertThat(job.jvm(0).exitCode(LIMIT)).isEqualTo(1);
            assertThat(job.jvm(0).err()).contains("MemberFailedException", "process=1", "host=");
        }
    }

    @Test
    void shouldEndAllWithTheCauseWhenMemberThrows() {
        try (JvmJob job = JvmJob.of(Failing.class, 3).start()) {
            List<Integer> exitCodes = List.of(
                    job.jvm(0).exitCode(LIMIT),
                    job.jvm(1).exitCode(LIMIT),
                    job.jvm(2).exitCode(LIMIT));

            assertThat(exitCodes).containsOnly(1);
            assertThat(job.jvm(1).err()).contains("line 17 is no number", "LostProcessTest$Failing.readInput");
            for (int other : new int[] {0, 2}) {
                assertThat(job.jvm(other).err())
                        .contains("MemberFailedException", "group=g", "rank=1", "process=1", "host=")
                        .contains("line 17 is no number", "LostProcessTest$Failing.readInput");
            }
        }
    }

    @Test
    void shouldEndAllWhenProcessFailsBeforeItAddsItsMember() {
        try (JvmJob job = JvmJob.of(FailingMain.class, 2).start()) {
            assertThat(job.jvm(0).exitCode(LIMIT)).isEqualTo(1);
            assertThat(job.jvm(1).exitCode(LIMIT)).isEqualTo(1);
            assertThat(job.jvm(0).err()).contains("ended before it added a member", "process=1", "host=");
            assertThat(job.jvm(1).err()).contains("no such file");
        }
    }
}
