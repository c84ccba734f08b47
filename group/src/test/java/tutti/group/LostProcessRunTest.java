package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.MemberFailedException;

/** A JVM of a run ends while it runs: the others have several members each, and do not wait for its results. */
class LostProcessRunTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TALKS = "talks";

    /** Runs four members, of whom the last ends its JVM. */
    static final class Halting {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                System.out.println("results: " + master.run(4, Halting::rank));
            } catch (MemberFailedException e) {
                System.out.println("lost: " + e.getMessage());
            }
        }

        private static int rank(Communicator world) {
            if (world.rank() == 3) {
                Runtime.getRuntime().halt(9);
            }
            while (Boolean.getBoolean(TALKS)) {
                world.barrier();
            }
            return world.rank();
        }
    }

    @ParameterizedTest(name = "members talk: {0}")
    @ValueSource(booleans = {true, false})
    void shouldEndARunWhoseProcessIsLost(boolean talks) {
        try (JvmJob job = JvmJob.of(Halting.class, 2)
                .options("-XX:TieredStopAtLevel=1", "-D" + TALKS + "=" + talks)
                .start()) {
            JvmJob.Jvm jvm = job.jvm(0);
            jvm.exitCode(LIMIT);
            assertThat(jvm.out()).as(jvm.err()).contains("lost: ").doesNotContain("results: ");
        }
    }
}
