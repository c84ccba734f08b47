package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Real JVMs, one of which is killed while others wait for it, or for another, in {@code close}: the survivors end. */
class KilledInCloseTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LATE = 1;

    /** Rank 1 ends when it is told to; rank 0 sends it something before, which it never receives. */
    static final class Closing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Closing::new);
                master.await();
                System.out.println("closing.");
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            barrier(group());
            if (rank == 0) {
                sendAsync(group(), new byte[Integer.getInteger("bytes")], LATE);
            } else if (rank == LATE) {
                System.out.println("late.");
                readInput();
            }
        }

        private static void readInput() {
            try {
                System.in.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest(name = "{0} processes, {1} is killed")
    @CsvSource({"4, 1", "4, 3"})
    @NightlySource({"2, 0", "2, 1", "4, 0"})
    void shouldEndWellIfNothingIsLost(int processes, int killed) {
        try (JvmJob job = start(processes, 8)) {
            job.jvm(killed).kill();
            if (killed != LATE) {
                job.jvm(LATE).enter("now");
            }
            for (int process = 0; process < processes; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                int exitCode = process == killed ? 137 : 0;
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isEqualTo(exitCode);
                assertThat(jvm.err()).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{0} processes")
    @ValueSource(ints = 3)
    @NightlySource({"2", "4"})
    void shouldSayWhatIsLost(int processes) {
        try (JvmJob job = start(processes, 48 << 20)) {
            job.jvm(LATE).kill();
            assertThat(job.jvm(0).exitCode(LIMIT)).as(job.jvm(0).err()).isEqualTo(1);
            assertThat(job.jvm(0).err()).contains("messages are lost", "to process=1", "unsentMessages=1");
            for (int process = 2; process < processes; process++) {
                assertThat(job.jvm(process).exitCode(LIMIT))
                        .as(job.jvm(process).err())
                        .isZero();
            }
        }
    }

    /** Returns a job in which all but one have come to close. */
    private static JvmJob start(int processes, int bytes) {
        JvmJob job =
                JvmJob.of(Closing.class, processes).options("-Dbytes=" + bytes).start();
        for (int process = 0; process < processes; process++) {
            job.jvm(process).awaitOutput(process == LATE ? "late." : "closing.");
        }
        return job;
    }
}
