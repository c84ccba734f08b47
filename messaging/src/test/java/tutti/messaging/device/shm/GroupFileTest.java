package tutti.messaging.device.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.device.GroupMemory;

/** How the processes of a group come to share memory, and what is left in the file system: nothing. */
class GroupFileTest {
    private static final long BYTES = 3 << 20;

    @TempDir
    private Path parent;

    @Test
    void shouldBeSharedAndHaveNoNameAfterwards() throws IOException {
        MemorySegment here;
        MemorySegment there;
        try (GroupMemory made = GroupFile.create(parent, BYTES)) {
            there = GroupFile.open(parent, made.invitation(), BYTES);
            here = made.memory();
        }
        assertThat(inParent()).isZero();
        here.set(ValueLayout.JAVA_LONG, BYTES - 8, 4711);
        assertThat(there.get(ValueLayout.JAVA_LONG, BYTES - 8)).isEqualTo(4711);
        assertThat(there.get(ValueLayout.JAVA_LONG, GroupMemory.KEY_BYTES)).isZero();
    }

    /** A group that is left while its processes agree on memory forgets what it has made. */
    @Test
    void shouldHaveNoNameWhenItIsForgotten() throws Exception {
        GroupFile.create(parent, BYTES);
        while (inParent() > 0) {
            System.gc();
            Thread.sleep(10);
        }
    }

    @Test
    void shouldSayThatItsNameHasGone() throws IOException {
        GroupMemory made = GroupFile.create(parent, BYTES);
        made.close();
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> GroupFile.open(parent, made.invitation(), BYTES))
                .withMessageContaining("no such folder");
    }

    @Test
    void shouldBeOnlyThisUsers() throws IOException {
        try (GroupMemory made = GroupFile.create(parent, BYTES)) {
            Path folder = Path.of(made.invitation().substring(made.invitation().indexOf(' ') + 1));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(GroupFile.FILE))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void shouldRefuseWhatIsNotMeant() throws IOException {
        try (GroupMemory made = GroupFile.create(parent, BYTES)) {
            String wrongKey =
                    "0".repeat(2 * GroupMemory.KEY_BYTES) + made.invitation().substring(2 * GroupMemory.KEY_BYTES);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> GroupFile.open(parent, wrongKey, BYTES))
                    .withMessageContaining("another job's memory");
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> GroupFile.open(parent, made.invitation(), BYTES + 1))
                    .withMessageContaining("not a group");
        }
    }

    @Test
    void shouldBeRemovedWhenAKilledProcessHasLeftIt() throws Exception {
        Process killed = new ProcessBuilder("sleep", "60").start();
        killed.destroyForcibly().waitFor();
        Path left = Files.createDirectory(parent.resolve("tutti-" + killed.pid() + "-42"));
        Files.createFile(left.resolve(GroupFile.FILE));

        RingFiles.removeLeftovers(parent);

        assertThat(inParent()).isZero();
    }

    private long inParent() throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.count();
        }
    }
}
