package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.NightlySource;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Real JVMs that write at one position, one of which is killed: the others end, and no record lies over another. */
class KilledSharedPositionTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int RECORD = 8; // elements

    @TempDir
    Path folder;

    /** Writes records without end. */
    static final class Writing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("writing", Writing::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            boolean ordered = Boolean.getBoolean("ordered");
            try (ParallelFile file = ParallelFile.open(world, Path.of(System.getProperty("file")), CREATE, WRITE)) {
                SharedFileView log = SharedFileView.of(file.view(ElementType.LONG));
                long[] record = new long[RECORD];
                for (int turn = 1; ; turn++) {
                    Arrays.fill(record, (long) (world.rank() + 1) << 32 | turn);
                    if (ordered) {
                        log.writeOrdered(DirectBuffer.of(record));
                    } else {
                        log.write(DirectBuffer.of(record));
                    }
                    if (turn == 3) {
                        System.out.println("writing.");
                    }
                    if (turn % 20 == 0) {
                        System.out.println("turn " + turn);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource("0, false")
    @NightlySource("1, true")
    void shouldEndTheOthersAndMixNoRecords(int killed, boolean ordered) throws Exception {
        Path path = folder.resolve("records");
        try (JvmJob job = JvmJob.of(Writing.class, 3)
                .options("-Dfile=" + path, "-Dordered=" + ordered)
                .start()) {
            await().atMost(LIMIT).until(() -> job.jvm(killed).out().contains("writing."));
            job.jvm(killed).kill();
            for (int process = 0; process < 3; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isEqualTo(process == killed ? 137 : 1);
                if (process != killed) {
                    assertThat(jvm.err())
                            .contains("MemberFailedException")
                            .contains("process lost")
                            .contains("process=" + killed);
                }
            }
        }
        assertWholeRecords(path);
    }

    /** The others wait for the position, or for the member, and go on. */
    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"1, true", "0, false"})
    void shouldGoOnAfterAStop(int stopped, boolean ordered) throws Exception {
        Path path = folder.resolve("records");
        try (JvmJob job = JvmJob.of(Writing.class, 3)
                .options("-Dfile=" + path, "-Dordered=" + ordered)
                .start()) {
            await().atMost(LIMIT).until(() -> job.jvm(stopped).out().contains("writing."));
            job.jvm(stopped).signal("STOP");
            await().pollDelay(PAUSE).atMost(LIMIT).until(() -> true);
            long before = job.jvm(2).out().lines().count();
            job.jvm(stopped).signal("CONT");
            await().atMost(LIMIT).until(() -> job.jvm(2).out().lines().count() > before + 2);
            await().atMost(LIMIT).until(() -> job.jvm(stopped).out().lines().count() > 2);
        }
        assertWholeRecords(path);
    }

    private static void assertWholeRecords(Path path) throws IOException {
        LongBuffer all = ByteBuffer.wrap(Files.readAllBytes(path))
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
        long[] last = new long[4];
        while (all.remaining() >= RECORD) {
            long[] record = new long[RECORD];
            all.get(record);
            assertThat(record).as("record before %d", all.position()).containsOnly(record[0]);
            int writer = (int) (record[0] >> 32); // 0: taken by the one that was killed, and not written
            assertThat(writer).isBetween(0, 3);
            assertThat(record[0]).isGreaterThanOrEqualTo(last[writer]);
            last[writer] = record[0];
        }
        assertThat(last[1]).isPositive();
    }
}
