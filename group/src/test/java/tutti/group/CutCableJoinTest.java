package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.messaging.LoadClock;

/**
 * Real JVMs on hosts of their own, where a cable is out for some seconds while the job starts: TCP waits so long until
 * it tries again that what is lost comes late, but the job begins.
 */
class CutCableJoinTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MESSAGES = 1_000;
    private static final String LISTENS = "0A";
    private static final String ESTABLISHED = "01";

    /** Process 0 answers the first words of the handshake when the cable is out. */
    @Test
    void shouldBeginWhenTheHandshakeIsLost() throws Exception {
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = start(network)) {
            JvmJob.Jvm zero = job.jvm(0);
            LoadClock.await().until(() -> !connections(zero, LISTENS).isEmpty());
            zero.signal("STOP");
            job.jvm(1).enter("go");
            LoadClock.await()
                    .until(() -> connections(zero, ESTABLISHED).stream().anyMatch(CutCableJoinTest::hasUnreadBytes));
            network.pullOut(1);
            zero.signal("CONT");
            Thread.sleep(Duration.ofSeconds(7));
            network.putIn(1);
            assertWorks(job);
        }
    }

    @Tag("nightly")
    @RepeatedTest(6)
    void shouldBeginWheneverACableIsOut(RepetitionInfo repetition) throws Exception {
        RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = start(network)) {
            LoadClock.await().until(() -> !connections(job.jvm(0), LISTENS).isEmpty());
            job.jvm(1).enter("go");
            Thread.sleep(random.nextInt(1_500));
            network.pullOut(random.nextInt(2), Duration.ofMillis(random.nextInt(6_000, 8_000)));
            assertWorks(job);
        }
    }

    /** Starts process 0, and process 1 when it is told to. */
    private static JvmJob start(CableNetwork network) {
        return network.plan(CutCableTest.Counting.class, 2)
                .by(process -> {
                    List<String> command = new ArrayList<>(network.on(process));
                    if (process == 1) {
                        command.addAll(List.of("sh", "-c", "read line; exec \"$@\"", "sh"));
                    }
                    return command;
                })
                .options("-D" + CutCableTest.MESSAGES + "=" + MESSAGES)
                .start();
    }

    private static void assertWorks(JvmJob job) {
        job.awaitSuccess(LIMIT);
        assertThat(job.outLines())
                .filteredOn(line -> line.equals("all " + MESSAGES))
                .hasSize(2);
    }

    /** Returns what the system says of the connections at process 0's port that are in a state. */
    private static List<String> connections(JvmJob.Jvm jvm, String state) throws IOException {
        String port = ":%04X".formatted(CableNetwork.PORT);
        return Files.readAllLines(Path.of("/proc/%d/net/tcp6".formatted(jvm.pid()))).stream()
                .filter(line -> line.strip().matches("\\d+: \\S+%s \\S+ %s .*".formatted(port, state)))
                .toList();
    }

    private static boolean hasUnreadBytes(String connection) {
        return !connection.strip().split("\\s+", -1)[4].endsWith(":00000000");
    }
}
