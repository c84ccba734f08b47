package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.messaging.NightlySource;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Real JVMs that write a file again and again, one of which is killed: blocks are old or new, and the others end. */
class KilledWhileWritingTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int BLOCK_BYTES = 4096;
    private static final int BLOCKS = 200; // of each member

    @TempDir
    Path folder;

    /** Fills the blocks of this member, which lie between the others', with the number of the turn. */
    static final class Writing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("writing", Writing::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            int rank = world.rank();
            long extent = (long) BLOCK_BYTES * world.size();
            byte[] values = new byte[BLOCKS * BLOCK_BYTES];
            try (ParallelFile file = ParallelFile.open(world, Path.of(System.getProperty("file")), CREATE, WRITE)) {
                Layout block = Layout.contiguous(BLOCK_BYTES).at((long) rank * BLOCK_BYTES);
                FileView view = file.view(0, ElementType.BYTE, block, extent);
                for (int turn = 1; ; turn++) {
                    Arrays.fill(values, (byte) turn);
                    view.writeAtAll(0, DirectBuffer.of(values));
                    if (turn == 3) {
                        System.out.println("writing.");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 0)
    @NightlySource({"1", "2"})
    void shouldLeaveOldOrNewBlocks(int killed) throws Exception {
        Path path = folder.resolve("blocks");
        try (JvmJob job = JvmJob.of(Writing.class, 3).options("-Dfile=" + path).start()) {
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
        assertBlocksAreWhole(path, 3);
    }

    /** Each block has what was written in one turn. */
    static void assertBlocksAreWhole(Path path, int processes) throws IOException {
        byte[] all = Files.readAllBytes(path);
        assertThat(all).hasSize(processes * BLOCKS * BLOCK_BYTES);
        for (int block = 0; block < processes * BLOCKS; block++) {
            byte[] one = Arrays.copyOfRange(all, block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
            byte[] whole = new byte[BLOCK_BYTES];
            Arrays.fill(whole, one[0]);
            assertThat(one).as("block %d", block).isEqualTo(whole);
        }
    }
}
