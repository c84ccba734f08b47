package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/** Real JVMs, one of which is stopped without a word: all others count it as lost, also when no one sends anything. */
class SilentProcessTest {
    private static final int LIMIT_SECONDS = 2;
    private static final String STOPPED = "tutti.test.stopped";

    /** Waits for a message of the member that is stopped, or works with it. */
    static final class Awaiting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Awaiting::new);
            }
        }

        @Override
        public void run() {
            int stopped = Integer.getInteger(STOPPED);
            barrier(group());
            System.out.println("running");
            try {
                if (group().rank(this) == stopped) {
                    receive(group(), stopped); // for ever
                }
                receive(group(), stopped);
            } catch (MemberFailedException e) {
                System.out.println("failed rank=%d process=%d millis=%d."
                        .formatted(e.rank(), e.process(), System.currentTimeMillis()));
            }
        }
    }

    @ParameterizedTest(name = "process {0} is stopped, transport {1}")
    @CsvSource("0, 3, shared-memory")
    @NightlySource({"0, 4, grpc", "1, 4, shared-memory", "2, 4, grpc", "3, 4, auto"})
    void shouldCountAStoppedProcessAsLost(int stopped, int processes, String transport) throws Exception {
        try (JvmJob job = JvmJob.of(Awaiting.class, processes)
                .with("SILENCE_LIMIT=" + LIMIT_SECONDS)
                .with("TRANSPORT=" + transport)
                .options("-D" + STOPPED + "=" + stopped, "-Xmx128m")
                .start()) {
            IntStream.range(0, processes).forEach(process -> job.jvm(process).awaitOutput("running"));
            long since = System.currentTimeMillis();
            signal("STOP", job.jvm(stopped));
            try {
                IntStream.range(0, processes)
                        .filter(process -> process != stopped)
                        .forEach(process -> assertReported(job.jvm(process), stopped, since));
            } finally {
                signal("CONT", job.jvm(stopped));
            }
            job.jvm(stopped).awaitOutput("failed "); // it learns that it was given up
        }
    }

    private static void assertReported(JvmJob.Jvm jvm, int stopped, long sinceMillis) {
        jvm.awaitOutput("failed ");
        assertThat(jvm.out()).as("%s", jvm).contains("failed rank=%d process=%d ".formatted(stopped, stopped));
        long millis = Long.parseLong(jvm.out().replaceAll("(?s).* millis=(\\d+)\\..*", "$1"));
        assertThat(millis - sinceMillis).as("%s", jvm).isGreaterThan(500);
        assertThat(LoadClock.between(sinceMillis, millis))
                .as("%s", jvm)
                .isLessThan(Duration.ofSeconds(LIMIT_SECONDS + 2));
    }

    private static void signal(String name, JvmJob.Jvm jvm) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(jvm.pid()))
                .start()
                .waitFor();
        assertThat(status).isZero();
    }
}
