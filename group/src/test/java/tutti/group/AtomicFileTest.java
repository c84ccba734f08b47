package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** An atomic file of two JVMs, in one of which others open and close it, too: that ends all its locks on Linux. */
class AtomicFileTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    /** One JVM writes, the other looks for mixtures of two writes. */
    static final class Writing {
        private static final int ELEMENTS = 1 << 20;
        private static final int TURNS = 30;

        private static final long PAUSE_NANOS = 100_000;

        private Writing() {}

        public static void main(String[] args) throws InterruptedException {
            Path path = Path.of(System.getProperty("file"));
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
                    file.setAtomic(true);
                    FileView view = file.view(ElementType.LONG);
                    view.writeAtAll(0, DirectBuffer.of(new long[world.rank() == 0 ? ELEMENTS : 0]));
                    if (world.rank() == 0) {
                        write(view, path);
                    } else {
                        System.out.println("mixed %d.".formatted(mixtures(view)));
                    }
                    world.barrier();
                }
                world.done();
            }
        }

        private static void write(FileView view, Path path) throws InterruptedException {
            AtomicBoolean isOver = new AtomicBoolean();
            Thread opening = Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    try {
                        FileChannel.open(path, READ).close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            });
            long[] values = new long[ELEMENTS];
            for (int turn = 1; turn <= TURNS; turn++) {
                Arrays.fill(values, turn);
                view.writeAt(0, DirectBuffer.of(values));
            }
            isOver.set(true);
            opening.join();
        }

        private static int mixtures(FileView view) {
            int mixtures = 0;
            long[] values = new long[ELEMENTS];
            while (values[0] < TURNS) {
                view.readAt(0, DirectBuffer.of(values));
                mixtures += Arrays.stream(values).allMatch(each -> each == values[0]) ? 0 : 1;
            }
            return mixtures;
        }
    }

    @Test
    void shouldShowAllOfAWriteOrNothingWhileTheFileIsOpenedElsewhere() {
        try (JvmJob job = JvmJob.of(Writing.class, 2)
                .options("-Xmx128m", "-Dfile=" + folder.resolve("atomic"))
                .start()) {
            for (int process = 0; process < 2; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
            }
            assertThat(job.jvm(1).out()).contains("mixed 0.");
        }
    }
}
