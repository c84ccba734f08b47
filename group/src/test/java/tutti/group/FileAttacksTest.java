package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Real JVMs, one of which the system lets do less with a file than the others: all learn it, and the group works. */
class FileAttacksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PROCESSES = 3;
    private static final int RESTRICTED = 1;

    @TempDir
    Path folder;

    /** Writes much between the others' elements, then little. */
    static final class Writing {
        private Writing() {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                Path path = Path.of(System.getProperty("file"));
                try (ParallelFile file = ParallelFile.open(world, path, CREATE, WRITE)) {
                    FileView mixed =
                            file.view(0, ElementType.INT, Layout.contiguous(1).at(world.rank()), world.size());
                    write(mixed, 100_000);
                    write(mixed, 10);
                } catch (UncheckedIOException | CallFailedException e) {
                    System.out.println("not opened: %s.".formatted(e));
                }
                System.out.println("works %d.".formatted(world.allReduce(1, Reductions.<Integer>sum())));
                world.done();
            }
        }

        private static void write(FileView view, int elements) {
            try {
                view.writeAtAll(0, DirectBuffer.of(new int[elements]));
                System.out.println("written %d.".formatted(elements));
            } catch (UncheckedIOException | CallFailedException e) {
                System.out.println("not written %d: %s.".formatted(elements, e));
            }
        }
    }

    /** Runs the program, with one process behind a command that restricts it. */
    private static JvmJob run(Path file, List<String> restricting) {
        JvmJob job = JvmJob.of(Writing.class, PROCESSES)
                .options("-Xmx128m", "-Dfile=" + file)
                .by(process -> process == RESTRICTED ? restricting : List.of())
                .start();
        for (int process = 0; process < PROCESSES; process++) {
            JvmJob.Jvm jvm = job.jvm(process);
            assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
            assertThat(jvm.out()).contains("works 3.");
        }
        return job;
    }

    private static boolean works(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // there is no such command
        }
    }

    /** As a disk quota would. */
    @Test
    void shouldTellAllThatOneMayWriteNoMore() throws InterruptedException {
        assumeTrue(works("prlimit", "--fsize=500000", "true"), "cannot limit a process");
        try (JvmJob job = run(folder.resolve("limited"), List.of("prlimit", "--fsize=500000"))) {
            assertThat(job.jvm(RESTRICTED).out())
                    .contains("not written 100000: java.io.UncheckedIOException: writeAtAll", "File too large")
                    .contains("written 10.");
            for (int other : new int[] {0, 2}) {
                assertThat(job.jvm(other).out())
                        .contains("not written 100000: ", "rank=" + RESTRICTED, "File too large")
                        .contains("written 10.");
            }
        }
    }

    /** Root without the right to pass over permissions has only those of the file's owner. */
    @Test
    void shouldTellAllThatOneHasNoPermission() throws Exception {
        Path file = Files.createFile(folder.resolve("denied"));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        List<String> restricting =
                List.of("setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search");
        assumeTrue(isRoot && works("setpriv", "--bounding-set=-dac_override", "true"), "cannot restrict a process");
        assertThat(file.toFile().setWritable(false, false)).isTrue();
        try (JvmJob job = run(file, restricting)) {
            assertThat(job.jvm(RESTRICTED).out())
                    .contains("not opened: java.io.UncheckedIOException: open", "AccessDenied");
            for (int other : new int[] {0, 2}) {
                assertThat(job.jvm(other).out())
                        .contains("not opened: ", "CallFailedException", "rank=" + RESTRICTED, "AccessDenied");
            }
        }
    }

    @Tag("nightly")
    @Test
    void shouldTellAllThatThereIsAFolderInPlaceOfTheFile() throws IOException {
        Path path = Files.createDirectory(folder.resolve("folder"));
        try (JvmJob job = run(path, List.of())) {
            for (int process = 0; process < PROCESSES; process++) {
                assertThat(job.jvm(process).out()).contains("not opened: ", "open " + path, "Is a directory");
            }
        }
    }
}
