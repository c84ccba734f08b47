package tutti.messaging.device.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.JoinException;
import tutti.messaging.Processes;
import tutti.messaging.TransportContract;
import tutti.messaging.config.Job;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.runtime.Endpoint;

/** How two processes come to share memory, and what is left in the file system: nothing. */
class RingFilesTest {
    @TempDir
    private Path parent;

    @Test
    void shouldShareMemoryAndABell() throws IOException {
        try (RingFiles files = RingFiles.create(parent)) {
            RingFiles.Shared there = RingFiles.open(parent, files.invitation());
            RingFiles.Shared here = files.complete();

            assertThat(inParent()).isEmpty();
            here.memory().set(ValueLayout.JAVA_INT, RingLayout.RECORDS_AT, 4711);
            assertThat(there.memory().get(ValueLayout.JAVA_INT, RingLayout.RECORDS_AT))
                    .isEqualTo(4711);
            new Doorbell(here.bell()).ring();
            assertThat(there.bell().read(ByteBuffer.allocate(1))).isEqualTo(1);
            here.bell().close();
            there.bell().close();
        }
    }

    @Test
    void shouldLetNobodyElseOpenAnything() throws IOException {
        try (RingFiles files = RingFiles.create(parent)) {
            Path folder = inParent().getFirst();
            assertThat(files.invitation()).endsWith(folder.toString());

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
            for (String name : List.of("ring", "bell")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void shouldNotFollowALink() throws IOException {
        try (RingFiles files = RingFiles.create(parent)) {
            Path folder = inParent().getFirst();
            Path link = Files.createSymbolicLink(parent.resolve("tutti-1-1"), folder);
            String invitation = files.invitation().replace(folder.toString(), link.toString());

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> RingFiles.open(parent, invitation))
                    .withMessageContaining("not a folder of this user");
        }
    }

    @Test
    void shouldRemoveEverythingWhenNobodyFollows() throws IOException {
        RingFiles files = RingFiles.create(parent);
        assertThat(inParent()).hasSize(1);

        files.close();
        files.close();

        assertThat(inParent()).isEmpty();
    }

    @Test
    void shouldRefuseAnotherJobsMemory() throws IOException {
        try (RingFiles files = RingFiles.create(parent)) {
            String wrongKey =
                    "0".repeat(2 * RingLayout.KEY_BYTES) + files.invitation().substring(2 * RingLayout.KEY_BYTES);

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> RingFiles.open(parent, wrongKey))
                    .withMessageContaining("another job's memory");
        }
    }

    @Test
    void shouldRefuseToOpenWhatLiesElsewhere() {
        String key = "0".repeat(2 * RingLayout.KEY_BYTES);

        for (String folder : List.of("/etc", parent + "/tutti-1-1/..", parent + "/other", "")) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> RingFiles.open(parent, key + " " + folder))
                    .withMessageContaining("malformed invitation");
        }
    }

    @Test
    void shouldRemoveWhatKilledProcessesLeft() throws Exception {
        Process killed = new ProcessBuilder("sleep", "60").start();
        killed.destroyForcibly().waitFor();
        Path left = Files.createDirectory(parent.resolve("tutti-" + killed.pid() + "-42"));
        Files.createFile(left.resolve("ring"));
        Path alive = Files.createDirectory(
                parent.resolve("tutti-" + ProcessHandle.current().pid() + "-42"));
        Path other = Files.createDirectory(parent.resolve("somebody-1-2"));

        RingFiles.removeLeftovers(parent);

        assertThat(inParent()).containsExactlyInAnyOrder(alive, other);
    }

    @Test
    void shouldSayWhereThereIsNoMemoryToShare() throws IOException {
        Path missing = parent.resolve("missing");
        Job job = Job.of(0, 2, "localhost", 1);
        Job insisting = job.withTransport(TransportChoice.SHARED_MEMORY);

        try (ProgressEngine engine = new ProgressEngine(0)) {
            assertThat(HostMemory.of(job, missing, engine)).isNull();
            assertThatExceptionOfType(JoinException.class)
                    .isThrownBy(() -> HostMemory.of(insisting, missing, engine))
                    .withMessageContaining("cannot write to folder=" + missing)
                    .withMessageContaining("TUTTI_TRANSPORT");
        }
    }

    @Test
    void shouldGoOverGrpcWhenTheOtherDoesNotShare() {
        try (Processes job = Processes.start(
                2, one -> one.withTransport(one.process() == 0 ? TransportChoice.GRPC : TransportChoice.AUTO))) {
            List<Endpoint> members = job.open(2);

            TransportContract.send(members.get(0), 1, "there");
            TransportContract.send(members.get(1), 0, "back");

            assertThat(members.get(1)
                            .receive(0, TransportContract.TAG)
                            .payload()
                            .take())
                    .isEqualTo("there");
            assertThat(members.get(0)
                            .receive(1, TransportContract.TAG)
                            .payload()
                            .take())
                    .isEqualTo("back");
        }
    }

    private List<Path> inParent() throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.toList();
        }
    }
}
