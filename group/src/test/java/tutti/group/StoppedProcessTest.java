package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/**
 * A process that was stopped for so long that the others have given it up ends when it is continued, and never works
 * alone.
 */
class StoppedProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PROCESSES = 3;

    /** Adds up until one process is lost, then continues with those that are left until it is told to end. */
    static final class GoingOn extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", GoingOn::new);
            }
        }

        @Override
        public void run() {
            ColGroup group = group();
            try {
                while (true) {
                    add(group);
                    System.out.println("running.");
                }
            } catch (MemberFailedException e) {
                ColGroup survivors = shrink(group);
                System.out.println("survivors=%d.".formatted(survivors.size()));
                if (survivors.rank(this) == 0) {
                    waitForInput();
                }
                System.out.println("sum=%d.".formatted(add(survivors)));
            }
        }

        private int add(ColGroup group) {
            return allReduce(group, 1, Integer::sum);
        }

        private static void waitForInput() {
            try {
                System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest(name = "process {0} is stopped, continues after the others have ended: {1}, transport {2}")
    @CsvSource("2, false, grpc")
    @NightlySource({
        "0, true, auto",
        "2, false, auto",
        "2, true, grpc",
        "0, false, grpc",
        "0, false, auto",
        "1, false, grpc",
        "1, true, auto",
        "0, true, grpc"
    })
    void shouldEndWhenItIsContinued(int stopped, boolean afterTheOthers, String transport) {
        try (JvmJob job = JvmJob.of(GoingOn.class, PROCESSES)
                .with("SILENCE_LIMIT=3")
                .with("TRANSPORT=" + transport)
                .options("-XX:TieredStopAtLevel=1", "-Xmx128m")
                .start()) {
            IntStream.range(0, PROCESSES).forEach(process -> job.jvm(process).awaitOutput("running."));

            job.jvm(stopped).signal("STOP");
            int[] others = IntStream.range(0, PROCESSES)
                    .filter(process -> process != stopped)
                    .toArray();
            IntStream.of(others).forEach(process -> job.jvm(process).awaitOutput("survivors=2."));
            if (afterTheOthers) {
                job.jvm(others[0]).enter("end");
                assertSurvived(job, others);
            }
            job.jvm(stopped).signal("CONT");

            JvmJob.Jvm continued = job.jvm(stopped);
            assertThat(continued.exitCode(LIMIT))
                    .as("%s: %s", continued, continued.out())
                    .isEqualTo(1);
            assertThat(continued.out()).doesNotContain("survivors=");
            assertThat(continued.err())
                    .contains("too few processes are reached to continue", "group=g", "process=" + stopped);
            if (!afterTheOthers) {
                job.jvm(others[0]).enter("end");
                assertSurvived(job, others);
            }
        }
    }

    private static void assertSurvived(JvmJob job, int[] processes) {
        for (int process : processes) {
            JvmJob.Jvm jvm = job.jvm(process);
            assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
            assertThat(jvm.out()).contains("sum=2.");
        }
    }
}
