package tutti.messaging;

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
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder through which two processes of a host come to share a ring and a bell.
 *
 * <p>The writer makes it, the reader maps the ring and connects to the bell, and then the folder goes: nothing that could
 * survive a crash has a name any more. Only the user's own processes can open it.
 */
final class RingFiles implements AutoCloseable {
    /** Files there are memory. */
    static final Path PARENT = Path.of("/dev/shm");

    private static final Set<PosixFilePermission> ONLY_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final String PREFIX = "tutti-";
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
    record Shared(MemorySegment memory, SocketChannel bell) {}

    /** Makes the folder with a ring and a bell to connect to. */
    static RingFiles create(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(
                parent,
                PREFIX + ProcessHandle.current().pid() + "-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel door = null;
        try {
            byte[] key = new byte[RingLayout.KEY_BYTES];
            new SecureRandom().nextBytes(key);
            door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            Path bell = folder.resolve(BELL);
            door.bind(UnixDomainSocketAddress.of(bell)); // nobody else could enter the folder meanwhile
            Files.setPosixFilePermissions(bell, ONLY_OWNER);
            return new RingFiles(folder, key, createRing(folder.resolve(RING), key), door);
        } catch (IOException | RuntimeException e) {
            delete(folder, door);
            throw e;
        }
    }

    private static MemorySegment createRing(Path file, byte[] key) throws IOException {
        Set<StandardOpenOption> mode =
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, mode, PosixFilePermissions.asFileAttribute(ONLY_OWNER))) {
            // written, not only extended: where memory is short this fails, and no access to the mapping does later
            channel.write(ByteBuffer.wrap(Arrays.copyOf(key, RingLayout.FILE_BYTES)));
            if (channel.size() != RingLayout.FILE_BYTES) {
                throw new IOException("no room for a ring: wanted=%d got=%d bytes in %s"
                        .formatted(RingLayout.FILE_BYTES, channel.size(), file.getParent()));
            }
            return map(channel);
        }
    }

    private static MemorySegment map(FileChannel channel) throws IOException {
        // unmapped when nobody can reach it any more: a peer may be lost while another thread still reads
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, RingLayout.FILE_BYTES, Arena.ofAuto());
    }

    /** Returns what the reader must be told to find the ring and to know that it is the right one. */
    String invitation() {
        return HexFormat.of().formatHex(key) + " " + folder;
    }

    /** Follows an invitation of another process. */
    static Shared open(Path parent, String invitation) throws IOException {
        int space = invitation.indexOf(' ');
        Path folder = Path.of(invitation.substring(space + 1));
        if (space != 2 * RingLayout.KEY_BYTES
                || !parent.equals(folder.getParent())
                || !folder.getFileName().toString().startsWith(PREFIX)) {
            throw new IOException("malformed invitation to shared memory: " + invitation);
        }
        byte[] key = HexFormat.of().parseHex(invitation, 0, space);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !isOurs(folder)) {
            throw new IOException("not a folder of this user: " + folder);
        }
        Set<OpenOption> mode = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(folder.resolve(RING), mode)) {
            if (channel.size() != RingLayout.FILE_BYTES) {
                throw new IOException("not a ring: bytes=%d in %s".formatted(channel.size(), folder));
            }
            MemorySegment memory = map(channel);
            byte[] found = memory.asSlice(RingLayout.KEY_AT, key.length).toArray(ValueLayout.JAVA_BYTE);
            if (!MessageDigest.isEqual(key, found)) {
                throw new IOException("another job's memory: " + folder);
            }
            return new Shared(memory, SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(BELL))));
        }
    }

    /** Ends the invitation, which the reader has followed. */
    Shared complete() throws IOException {
        try {
            door.configureBlocking(false); // the reader has connected before it said so
            SocketChannel bell = door.accept();
            if (bell == null) {
                throw new IOException("nobody has connected to the bell in " + folder);
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

    private static void delete(Path folder, @Nullable ServerSocketChannel door) {
        try {
            if (door != null) {
                door.close();
            }
            Files.deleteIfExists(folder.resolve(RING));
            Files.deleteIfExists(folder.resolve(BELL));
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
