package tutti.messaging;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Memory that one process has made for the processes of a group which share its host.
 *
 * <p>Like the memory of a ring it lies in a file that only the user's own processes can open, and whose name goes when this is
 * closed: then all have mapped it, and nothing is left that could survive a crash.
 */
public final class GroupMemory implements AutoCloseable {
    static final String FILE = "group";

    /** The first bytes, by which those who map it know that it is the right one; they are not for use. */
    public static final int KEY_BYTES = RingLayout.KEY_BYTES;

    private final Path folder;
    private final byte[] key;
    private final MemorySegment memory;

    private GroupMemory(Path folder, byte[] key, MemorySegment memory) {
        this.folder = folder;
        this.key = key;
        this.memory = memory;
    }

    static GroupMemory create(Path parent, long bytes) throws IOException {
        Path folder = RingFiles.newFolder(parent);
        try {
            byte[] key = RingFiles.newKey();
            return new GroupMemory(folder, key, RingFiles.createMemory(folder.resolve(FILE), key, bytes));
        } catch (IOException | RuntimeException e) {
            RingFiles.delete(folder, null);
            throw e;
        }
    }

    static MemorySegment open(Path parent, String invitation, long bytes) throws IOException {
        return RingFiles.openMemory(parent, invitation, FILE, bytes).memory();
    }

    /** Returns what other processes must be told to map it. */
    public String invitation() {
        return RingFiles.invitation(key, folder);
    }

    /** Returns the memory, all zero but for the key; it stays as long as anybody can reach it. */
    public MemorySegment memory() {
        return memory;
    }

    /** Removes its name. Idempotent. */
    @Override
    public void close() {
        RingFiles.delete(folder, null);
    }
}
