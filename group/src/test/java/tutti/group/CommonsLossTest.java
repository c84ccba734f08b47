package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Reductions;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/**
 * Real JVMs that meet in memory, one of which is killed or stopped in the middle of a step: all others report it, and
 * continue together.
 *
 * <p>They do nothing else than to meet, so that a random moment lies in the middle of a step.
 */
class CommonsLossTest {
    private static final int PROCESSES = 4;
    private static final int SILENCE_SECONDS = 2;
    private static final String DOUBLES = "tutti.test.doubles";

    /**
     * Reduces buffers, or only meets if they are empty, until the group breaks; then once more without the one that is
     * lost.
     */
    static final class Meeting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Meeting::new);
            }
        }

        @Override
        public void run() {
            double[] values = new double[Integer.getInteger(DOUBLES)];
            try {
                for (int round = 0; round < Integer.MAX_VALUE; round++) {
                    meet(group(), values);
                    if (round == 20) {
                        System.out.println("running");
                    }
                }
            } catch (MemberFailedException e) {
                System.out.println("failed rank=%d process=%d millis=%d."
                        .formatted(e.rank(), e.process(), System.currentTimeMillis()));
                ColGroup survivors = shrink(group());
                meet(survivors, values);
                System.out.println("met again in " + survivors.size());
            }
        }

        private void meet(ColGroup meeting, double[] values) {
            if (values.length == 0) {
                barrier(meeting);
            } else {
                allReduce(meeting, DirectBuffer.of(values), DirectBuffer.of(values), Reductions.max());
            }
        }
    }

    @Test
    void shouldEndForTheOthers() throws Exception {
        lose("KILL", 100_000, 3);
    }

    @Test
    void shouldEndForTheOthersWhenOneIsStopped() throws Exception {
        lose("STOP", 0, 0);
    }

    /** Barriers; a buffer that each folds; tiles in the small slots; tiles in the large ones, in several steps. */
    @Tag("nightly")
    @Timeout(900)
    @ParameterizedTest(name = "SIG{0}, {1} doubles")
    @CsvSource({"KILL, 0", "KILL, 100", "KILL, 1000", "KILL, 500000", "STOP, 0", "STOP, 1000", "STOP, 100000"})
    void shouldEndForTheOthersTwentyTimes(String signal, int doubles) throws Exception {
        for (int i = 0; i < 20; i++) {
            lose(signal, doubles, i % PROCESSES);
        }
    }

    private static void lose(String signal, int doubles, int victim) throws Exception {
        try (JvmJob job = JvmJob.of(Meeting.class, PROCESSES)
                .with("SILENCE_LIMIT=" + SILENCE_SECONDS)
                .with("TRANSPORT=shared-memory")
                .options("-D" + DOUBLES + "=" + doubles, "-Xmx128m")
                .start()) {
            for (int process = 0; process < PROCESSES; process++) {
                job.jvm(process).awaitOutput("running");
                assertThat(mapsGroupMemory(job.jvm(process))).isTrue();
            }
            LoadClock.await()
                    .pollDelay(Duration.ofMillis(ThreadLocalRandom.current().nextInt(100)))
                    .until(() -> true);
            long since = System.currentTimeMillis();
            send(signal, job.jvm(victim));
            boolean killed = signal.equals("KILL");
            try {
                for (int process = 0; process < PROCESSES; process++) {
                    if (process != victim) {
                        assertReported(job.jvm(process), victim, since, 2 + (killed ? 0 : SILENCE_SECONDS));
                    }
                }
                for (int process = 0; process < PROCESSES; process++) {
                    if (process != victim) {
                        job.jvm(process).awaitOutput("met again in " + (PROCESSES - 1));
                    }
                }
            } finally {
                if (!killed) {
                    send("CONT", job.jvm(victim));
                }
            }
        }
    }

    /** Returns whether a process has mapped a file of the kind in which groups meet. */
    private static boolean mapsGroupMemory(JvmJob.Jvm jvm) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(jvm.pid()), "maps"))
                .contains("/group");
    }

    private static void assertReported(JvmJob.Jvm jvm, int victim, long sinceMillis, long limitSeconds) {
        jvm.awaitOutput("failed ");
        assertThat(jvm.out()).as("%s", jvm).contains("failed rank=%d process=%d ".formatted(victim, victim));
        long millis = Long.parseLong(jvm.out().replaceAll("(?s).* millis=(\\d+)\\..*", "$1"));
        assertThat(LoadClock.between(sinceMillis, millis))
                .as("%s", jvm)
                .isLessThanOrEqualTo(Duration.ofSeconds(limitSeconds));
    }

    private static void send(String signal, JvmJob.Jvm jvm) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(jvm.pid()))
                .start()
                .waitFor();
        assertThat(status).isZero();
    }
}
