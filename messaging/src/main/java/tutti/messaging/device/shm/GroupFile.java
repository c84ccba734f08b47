package tutti.messaging.device.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import tutti.messaging.device.GroupMemory;

/**
 * Memory of a group in a file that only the user's own processes can open, and whose name goes when this is closed, or
 * can't be reached any more.
 */
final class GroupFile implements GroupMemory {
    static final String FILE = "group";

    private static final Cleaner FORGOTTEN = Cleaner.create(); // groups are left while they agree on memory

    private final Path folder;
    private final byte[] key;
    private final MemorySegment memory;
    private final Cleaner.Cleanable name;

    private GroupFile(Path folder, byte[] key, MemorySegment memory) {
        this.folder = folder;
        this.key = key;
        this.memory = memory;
        name = FORGOTTEN.register(this, () -> RingFiles.delete(folder, null));
    }

    static GroupFile create(Path parent, long bytes) throws IOException {
        Path folder = RingFiles.newFolder(parent);
        try {
            byte[] key = RingFiles.newKey();
            return new GroupFile(folder, key, RingFiles.createMemory(folder.resolve(FILE), key, bytes));
        } catch (IOException | RuntimeException e) {
            RingFiles.delete(folder, null);
            throw e;
        }
    }

    static MemorySegment open(Path parent, String invitation, long bytes) throws IOException {
        return RingFiles.openMemory(parent, invitation, FILE, bytes).memory();
    }

    @Override
    public String invitation() {
        return RingFiles.invitation(key, folder);
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void close() {
        name.clean();
    }
}
