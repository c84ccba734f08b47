package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** What file systems refuse: all members learn of it, and the file and the group still work. */
class FileFailuresTest extends EachDevice {
    private static final int[] FEW_SIZES = {1, 3, 4};

    @TempDir
    Path folder;

    /** A file system of this test's own, in memory. */
    private final class Mounted implements AutoCloseable {
        private final Path path = folder.resolve("mounted");

        Mounted() throws IOException {
            Files.createDirectory(path);
            assumeTrue(mount("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path.toString()), "may not mount");
        }

        void makeReadOnly() {
            assumeTrue(mount("mount", "-o", "remount,ro", path.toString()), "may not remount");
        }

        @Override
        public void close() {
            assertThat(mount("umount", path.toString())).isTrue();
        }

        private boolean mount(String... command) {
            try {
                Process process = new ProcessBuilder(command).inheritIO().start();
                return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (IOException e) {
                return false; // there is no such command
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    @Test
    void shouldWorkOnWhenAFullDiskHasRoomAgain() throws IOException {
        try (Mounted mounted = new Mounted()) {
            for (int size : FEW_SIZES) {
                Path path = mounted.path.resolve("full-" + size);
                run(size, world -> {
                    try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
                        FileView mixed = file.view(
                                0, ElementType.INT, Layout.contiguous(1).at(world.rank()), world.size());
                        int[] much = new int[1_000_000 / world.size()];
                        assertThatThrownBy(() -> mixed.writeAtAll(0, DirectBuffer.of(much)))
                                .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                                .hasMessageContaining("No space left on device");
                        file.setSize(0);
                        assertThatThrownBy(() -> file.preallocate(2 << 20))
                                .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                                .hasMessageContaining("preallocate bytes=2097152")
                                .hasMessageContaining("No space left on device");
                        assertThat(file.size()).isZero();
                        SharedFileView shared = SharedFileView.of(file.view(ElementType.INT));
                        assertThatThrownBy(() -> shared.writeOrdered(DirectBuffer.of(much)))
                                .hasMessageContaining("No space left on device");
                        world.barrier();
                        file.setSize(0);
                        mixed.writeAtAll(0, DirectBuffer.of(new int[] {world.rank(), 7}));
                        int[] back = new int[2];
                        assertThat(mixed.readAtAll(0, DirectBuffer.of(back))).isEqualTo(2);
                        assertThat(back).containsExactly(world.rank(), 7);
                        assertThat(world.allReduce(1, Reductions.sum())).isEqualTo(world.size());
                        file.setSize(0);
                    }
                    return true;
                });
            }
        }
    }

    @Test
    void shouldNameAFileThatMayNotBeWritten() throws IOException {
        try (Mounted mounted = new Mounted()) {
            Path path = Files.write(mounted.path.resolve("read"), new byte[] {1, 2, 3, 4});
            mounted.makeReadOnly();
            for (int size : FEW_SIZES) {
                run(size, world -> {
                    assertThatThrownBy(() -> ParallelFile.open(world, path, READ, WRITE))
                            .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                            .hasMessageContaining("open " + path)
                            .hasMessageContaining("Read-only file system");
                    try (ParallelFile file = ParallelFile.open(world, path)) {
                        byte[] all = new byte[4];
                        assertThat(file.view(ElementType.BYTE).readAtAll(0, DirectBuffer.of(all)))
                                .isEqualTo(4);
                        assertThat(all).containsExactly(1, 2, 3, 4);
                    }
                    return true;
                });
            }
        }
    }

    @Test
    void shouldNameAFileWithoutPermission() throws Exception {
        Path path = Files.createFile(folder.resolve("denied"));
        assertThat(path.toFile().setReadable(false)).isTrue();
        assumeTrue(!Files.isReadable(path), "permissions do not hold for this user");
        for (int size : FEW_SIZES) {
            run(size, world -> {
                assertThatThrownBy(() -> ParallelFile.open(world, path))
                        .isInstanceOfAny(UncheckedIOException.class, CallFailedException.class)
                        .hasMessageContaining("AccessDeniedException");
                return true;
            });
        }
    }

    /** Another file system of the JVM stands for that of another host. */
    @Test
    void shouldSayThatTheFolderOfOneHostIsNotThatOfAnother() throws Exception {
        URI other = URI.create("jar:" + folder.resolve("other.zip").toUri());
        try (FileSystem others = FileSystems.newFileSystem(other, Map.of("create", "true"))) {
            for (int size : new int[] {2, 3, 4}) {
                Path path = folder.resolve("on-one-host-" + size);
                run(size, world -> {
                    boolean isOther = world.rank() == world.size() - 1;
                    Path here = isOther ? others.getPath(path.toString()) : path;
                    assertThatThrownBy(() -> ParallelFile.open(world, here, WRITE, CREATE))
                            .isInstanceOf(isOther ? UncheckedIOException.class : CallFailedException.class)
                            .hasMessageContaining("file that member 0 has opened does not exist here")
                            .hasMessageContaining("let it lie in a file system that all hosts share");
                    if (isOther) {
                        Files.createDirectories(others.getPath(folder.toString()));
                        Files.write(here, new byte[1]);
                    }
                    world.barrier();
                    assertThatThrownBy(() -> ParallelFile.open(world, here, WRITE, CREATE))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("members have opened different files of the same name")
                            .hasMessageContaining("rank=%d inode=", world.size() - 1);
                    return true;
                });
            }
        }
    }

    @Test
    void shouldSayThatFilesDifferThatHaveOneNumber() throws Exception {
        URI own = URI.create("jar:" + folder.resolve("own.zip").toUri());
        URI other = URI.create("jar:" + folder.resolve("other.zip").toUri());
        try (FileSystem owns = FileSystems.newFileSystem(own, Map.of("create", "true"));
                FileSystem others = FileSystems.newFileSystem(other, Map.of("create", "true"))) {
            for (int size : new int[] {2, 3, 4}) {
                run(size, world -> {
                    boolean isOther = world.rank() == world.size() - 1;
                    Path path = (isOther ? others : owns).getPath("/one-name");
                    if (isOther || world.rank() == 0) {
                        Files.write(path, new byte[1]);
                    }
                    world.barrier();
                    assertThatThrownBy(() -> ParallelFile.open(world, path, WRITE))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("members have opened different files of the same name")
                            .hasMessageContaining("rank=%d inode= in another folder", world.size() - 1);
                    world.barrier();
                    try (Stream<Path> rest = Files.list(owns.getPath("/"))) {
                        assertThat(rest.map(Path::toString)).containsExactly("/one-name");
                    }
                    world.barrier();
                    return true;
                });
            }
        }
    }

    @Test
    void shouldReportMissingFoldersToAll() {
        Path path = folder.resolve("no-such-folder").resolve("file");
        for (int size : FEW_SIZES) {
            run(size, world -> {
                assertThatThrownBy(() -> ParallelFile.open(world, path, WRITE, CREATE))
                        .isInstanceOf(world.rank() == 0 ? UncheckedIOException.class : CallFailedException.class)
                        .hasMessageContaining("NoSuchFileException")
                        .hasMessageContaining("no-such-folder");
                return true;
            });
        }
    }

    @Test
    void shouldReadWhatIsThereOfAFileThatAnotherProgramMakesShorter() throws Exception {
        for (int size : FEW_SIZES) {
            Path path = Files.write(folder.resolve("shorter-" + size), new byte[1000]);
            run(size, world -> {
                try (ParallelFile file = ParallelFile.open(world, path)) {
                    FileView view = file.view(ElementType.BYTE);
                    byte[] all = new byte[1000];
                    assertThat(view.readAtAll(0, DirectBuffer.of(all))).isEqualTo(1000);
                    if (world.rank() == 0) {
                        Files.write(path, new byte[] {5, 5});
                    }
                    world.barrier();
                    assertThat(view.readAtAll(0, DirectBuffer.of(all))).isEqualTo(2);
                    assertThat(Arrays.copyOf(all, 3)).containsExactly(5, 5, 0);
                }
                return true;
            });
        }
    }

    /** Although it is made of other operations of the group. */
    @ParameterizedTest
    @ValueSource(strings = {"open", "writeAtAll", "readOrdered"})
    void shouldNameTheOperationInWhichAMemberIsLost(String operation) {
        for (int size : List.of(2, 3)) {
            Path path = folder.resolve(operation + size);
            run(size, world -> {
                ParallelFile file =
                        operation.equals("open") ? null : ParallelFile.open(world, path, READ, WRITE, CREATE);
                SharedFileView shared = file == null ? null : SharedFileView.of(file.view(ElementType.INT));
                if (world.rank() == size - 1) {
                    for (int i = 0; i < size - 1; i++) {
                        world.receive(Communicator.ANY_SOURCE); // the others have opened the file
                    }
                    world.fail(new IllegalStateException("no disk"));
                    return true;
                }
                world.sendAsync("ready", size - 1);
                DirectBuffer elements = DirectBuffer.of(new int[4]);
                assertThatThrownBy(() -> {
                            switch (operation) {
                                case "open" -> ParallelFile.open(world, path, READ, WRITE, CREATE);
                                case "writeAtAll" -> file.view(ElementType.INT).writeAtAll(0, elements);
                                default -> shared.readOrdered(elements);
                            }
                        })
                        .isInstanceOfSatisfying(
                                MemberFailedException.class,
                                failure -> assertThat(failure.operation()).startsWith(operation + " "))
                        .hasMessageContaining("no disk");
                return true;
            });
        }
    }
}
