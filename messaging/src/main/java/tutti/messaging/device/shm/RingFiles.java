package tutti.messaging.device.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder through which two processes of a host come to share a ring and a bell.
 *
 * <p>The writer makes it, the reader maps the ring and connects to the bell, and then the folder goes: nothing that
 * could survive a crash has a name any more. Only the user's own processes can open it.
 */
public final class RingFiles implements AutoCloseable {
    /** Files there are memory. */
    public static final Path PARENT = Path.of("/dev/shm");

    private static final Set<PosixFilePermission> ONLY_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final String PREFIX = "tutti-";
    private static final int WRITTEN_AT_ONCE = 1 << 20;
    private static final String RING = "ring";
    private static final String BELL = "bell";

    private final Path folder;
    private final byte[] key;
    private final MemorySegment memory;
    private final ServerSocketChannel door;

    private RingFiles(Path folder, byte[] key, MemorySegment memory, ServerSocketChannel door) {
        this.folder = folder;
        this.key = key;
        this.memory = memory;
        this.door = door;
    }

    /** A ring that both sides have mapped, and the socket between them. */
    public record Shared(MemorySegment memory, SocketChannel bell) {}

    /** Makes the folder with a ring and a bell to connect to. */
    static RingFiles create(Path parent) throws IOException {
        Path folder = newFolder(parent);
        ServerSocketChannel door = null;
        try {
            byte[] key = newKey();
            door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            Path bell = folder.resolve(BELL);
            door.bind(UnixDomainSocketAddress.of(bell)); // no other user could enter the folder meanwhile
            Files.setPosixFilePermissions(bell, ONLY_OWNER);
            MemorySegment memory = createMemory(folder.resolve(RING), key, RingLayout.FILE_BYTES);
            RingLayout.setWriter(memory);
            return new RingFiles(folder, key, memory, door);
        } catch (IOException | RuntimeException e) {
            delete(folder, door);
            throw e;
        }
    }

    /** Makes a folder that only this user's processes can enter. */
    static Path newFolder(Path parent) throws IOException {
        return Files.createTempDirectory(
                parent,
                PREFIX + ProcessHandle.current().pid() + "-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    static byte[] newKey() {
        byte[] key = new byte[RingLayout.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** Makes a file that begins with a key, and maps it. */
    static MemorySegment createMemory(Path file, byte[] key, long bytes) throws IOException {
        Set<StandardOpenOption> mode =
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        HostRoom.require(Objects.requireNonNull(file.getParent(), "lies in a folder"), bytes);
        try (FileChannel channel = FileChannel.open(file, mode, PosixFilePermissions.asFileAttribute(ONLY_OWNER))) {
            // written, not only extended: where memory is short this fails, and no access to the mapping does later
            ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(bytes, WRITTEN_AT_ONCE));
            while (channel.position() < bytes) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - channel.position()));
                if (channel.write(zeros) == 0) {
                    break;
                }
            }
            channel.write(ByteBuffer.wrap(key), 0);
            if (channel.size() != bytes) {
                throw new IOException("no room for shared memory: wanted=%d got=%d bytes in %s"
                        .formatted(bytes, channel.size(), file.getParent()));
            }
            return map(channel, bytes);
        }
    }

    private static MemorySegment map(FileChannel channel, long bytes) throws IOException {
        // unmapped when no object refers to it any more: a peer may be lost while another thread still reads
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }

    /** Returns what the reader must be told to find the ring and to know that it is the right one. */
    public String invitation() {
        return invitation(key, folder);
    }

    public static String invitation(byte[] key, Path folder) {
        return HexFormat.of().formatHex(key) + " " + folder;
    }

    /** A file that another process has made, and the folder in which it lies. */
    record Opened(Path folder, MemorySegment memory) {}

    /** Follows an invitation of another process. */
    static Shared open(Path parent, String invitation) throws IOException {
        Opened opened = openMemory(parent, invitation, RING, RingLayout.FILE_BYTES);
        return new Shared(
                opened.memory(),
                SocketChannel.open(UnixDomainSocketAddress.of(opened.folder().resolve(BELL))));
    }

    /** Maps a file in the folder that an invitation names. */
    static Opened openMemory(Path parent, String invitation, String fileName, long bytes) throws IOException {
        int space = invitation.indexOf(' ');
        Path folder = Path.of(invitation.substring(space + 1));
        if (space != 2 * RingLayout.KEY_BYTES
                || !parent.equals(folder.getParent())
                || !folder.getFileName().toString().startsWith(PREFIX)) {
            throw new IOException("malformed invitation to shared memory: " + invitation);
        }
        byte[] key = HexFormat.of().parseHex(invitation, 0, space);
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(folder.toString(), null, "no such folder");
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !isOurs(folder)) {
            throw new IOException("not a folder of this user: " + folder);
        }
        Set<OpenOption> mode = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(folder.resolve(fileName), mode)) {
            if (channel.size() != bytes) {
                throw new IOException("not a %s: bytes=%d in %s".formatted(fileName, channel.size(), folder));
            }
            MemorySegment memory = map(channel, bytes);
            byte[] found = memory.asSlice(RingLayout.KEY_AT, key.length).toArray(ValueLayout.JAVA_BYTE);
            if (!MessageDigest.isEqual(key, found)) {
                throw new IOException("another job's memory: " + folder);
            }
            return new Opened(folder, memory);
        }
    }

    /** Ends the invitation, which the reader has followed. */
    public Shared complete() throws IOException {
        try {
            door.configureBlocking(false); // the reader has connected before it said so
            SocketChannel bell = door.accept();
            if (bell == null) {
                throw new IOException("no one has connected to the bell in " + folder);
            }
            return new Shared(memory, bell);
        } finally {
            close();
        }
    }

    /** Removes everything that has a name. Idempotent. */
    @Override
    public void close() {
        delete(folder, door);
    }

    /** Removes a folder and all that may lie in it. */
    static void delete(Path folder, @Nullable ServerSocketChannel door) {
        try {
            if (door != null) {
                door.close();
            }
            Files.deleteIfExists(folder.resolve(RING));
            Files.deleteIfExists(folder.resolve(BELL));
            Files.deleteIfExists(folder.resolve(GroupFile.FILE));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // the next job on this host removes it
        }
    }

    /** Removes what processes left behind that were killed in the moment in which their folder had a name. */
    static void removeLeftovers(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*-*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                long pid = Long.parseLong(name, PREFIX.length(), name.lastIndexOf('-'), 10);
                if (isOurs(folder) && ProcessHandle.of(pid).isEmpty()) {
                    delete(folder, null);
                }
            }
        } catch (IOException | RuntimeException e) {
            // there may be no such folder, or another process removes the same
        }
    }

    private static boolean isOurs(Path folder) throws IOException {
        return Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")));
    }
}
