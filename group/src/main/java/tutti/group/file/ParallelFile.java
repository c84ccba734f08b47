package tutti.group.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.operation.CompositeCall;
import tutti.group.Communicator;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * A file that the members of a group read and write together (MPI 4.1, chapter 14, "I/O").
 *
 * <p>A file is bytes. Elements are read and written through {@linkplain #view views}, each of which shows a member some
 * of them: all, those behind a header, its columns of a matrix. If members live on several hosts, the file must lie in
 * a file system that the hosts share.
 *
 * {@snippet :
 * try (ParallelFile file = ParallelFile.open(world, Path.of("matrix"), CREATE, WRITE)) {
 *     Layout block = Layout.subArray(new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, firstOwn});
 *     FileView view = file.view(0, ElementType.DOUBLE, block, (long) rows * columns);
 *     view.writeAtAll(0, DirectBuffer.of(ownColumns));
 * }
 * }
 *
 * <p>{@link #open} and the methods that say so are collective: every member calls them, in the same
 * order. If one fails in a member, this member gets an {@link UncheckedIOException} and all others a {@link
 * CallFailedException} that names it and the cause; the file and the group still work. When a member is lost,
 * collective operations throw a {@link tutti.messaging.MemberFailedException}.
 *
 * <h2>What others see, and when</h2>
 *
 * <p>On one host every read that begins after a write has returned sees it. Over several hosts it does when the writer
 * has called {@link #force}, and the reader has called it afterwards; what network file systems promise is less.
 * Members that access the same bytes at the same time, one of them writing, see any mixture, unless the file
 * {@linkplain #setAtomic is atomic}.
 *
 * <p>Blocks of 4,096 bytes that begin at a multiple of that, and which one call writes whole, hold all their old or all
 * their new bytes when a process is killed while it writes, on the local file systems of Linux. Nothing is promised of
 * larger blocks, nor when a machine fails before {@link #force} has returned.
 *
 * <p>Belongs to one member and its thread; each member has its own.
 */
public final class ParallelFile implements AutoCloseable {
    private static final int ZEROS_BYTES = 1 << 20;

    private final Communicator members;
    private final int rank;
    private final Path path;
    private final Set<OpenOption> options;
    private final PositionedFile file;
    private final StartedTransfers started;
    private final List<Runnable> endings = new ArrayList<>();
    private volatile boolean atomic; // also read by operations that were started
    private volatile @Nullable AtomicLock atomicLock; // since the file was atomic first
    private boolean closed;

    private ParallelFile(
            Communicator members, StartedTransfers started, Path path, Set<OpenOption> options, PositionedFile file) {
        this.members = members;
        this.started = started;
        rank = members.rank();
        this.path = path;
        this.options = options;
        this.file = file;
    }

    /**
     * Opens a file; collective.
     *
     * <p>Member 0 creates or truncates it, if that is asked for; the others open what is there then.
     *
     * @param members its group; the file makes duplicates of it, which it leaves when it is closed
     * @param path the same at all members
     * @param options the same at all members: {@link StandardOpenOption}s without {@code APPEND} and {@code SPARSE}.
     *     With neither {@code READ} nor {@code WRITE}, the file is read. {@code DELETE_ON_CLOSE} deletes it when it is
     *     closed
     * @throws IllegalArgumentException if the members ask for different files or options
     * @throws UncheckedIOException if it cannot be opened here
     * @throws CallFailedException if it cannot be opened in another member
     */
    public static ParallelFile open(Communicator members, Path path, OpenOption... options) {
        return CompositeCall.run("open " + path, () -> opened(members, path, options));
    }

    private static ParallelFile opened(Communicator members, Path path, OpenOption... options) {
        Communicator own = members.duplicate(members.name() + "/file");
        try {
            FileOpening opening = FileOpening.of(own, path, options);
            PositionedFile file = opening.open();
            StartedTransfers started = new StartedTransfers(own, own.duplicate(members.name() + "/file/started"));
            return new ParallelFile(own, started, path, opening.options(), file);
        } catch (RuntimeException | Error e) {
            own.leave();
            throw e;
        }
    }

    /** Returns the file's path. */
    public Path path() {
        return path;
    }

    // ---------------------------------------------------------------- views

    /** Returns a view of all bytes as elements of a type, in the machine's byte order. */
    public FileView view(ElementType type) {
        return view(0, type);
    }

    /** Returns a view of all elements behind a header, in the machine's byte order. */
    public FileView view(long displacementBytes, ElementType type) {
        return view(displacementBytes, type, Layout.contiguous(1), 1);
    }

    /**
     * Returns a view of some elements: those that a tile selects, which repeats without end.
     *
     * <p>Its element at position 0 is the first that the tile selects, and so on. A view of one member need not be that
     * of another, and is not collective.
     *
     * @param displacementBytes where the first tile begins, in bytes
     * @param tile selects elements in rising order, each once, and at least one
     * @param extent from the beginning of each tile to that of the next, in elements; at least the tile's
     * @throws IllegalArgumentException if the tile does not fit that
     */
    public FileView view(long displacementBytes, ElementType type, Layout tile, long extent) {
        return new FileView(this, FileMapping.of(displacementBytes, type, ByteOrder.nativeOrder(), tile, extent));
    }

    // ---------------------------------------------------------------- the file as a whole

    /** Returns the file's size in bytes; not collective. */
    public long size() {
        checkOpen();
        try {
            return file.size();
        } catch (IOException e) {
            throw new UncheckedIOException("size of a file cannot be read: path=" + path, e);
        }
    }

    /**
     * Makes the file shorter or longer; collective. What it is longer by reads as zeros.
     *
     * @param bytes the same at all members
     */
    public void setSize(long bytes) {
        resize(FileCall.SET_SIZE, bytes, () -> {
            if (bytes <= file.size()) {
                file.truncate(bytes);
            } else {
                file.write(ByteBuffer.allocate(1), bytes - 1);
            }
        });
    }

    /**
     * Makes the file at least so long, and takes the room for what it becomes longer by; collective. Writing there will
     * not fail because the disk is full. If there is no room, the file has its old size.
     *
     * @param bytes the same at all members
     */
    public void preallocate(long bytes) {
        resize(FileCall.PREALLOCATE, bytes, () -> {
            long before = file.size();
            try {
                for (long at = before; at < bytes; at += ZEROS_BYTES) {
                    file.write(ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, bytes - at)), at);
                }
            } catch (IOException e) {
                file.truncate(before);
                throw e;
            }
        });
    }

    private interface Resizing {
        void run() throws IOException;
    }

    private void resize(FileCall what, long bytes, Resizing resizing) {
        checkOpen();
        String call = "%s bytes=%d path=%s".formatted(what, bytes, path);
        Together together = new Together(members, what, call);
        together.requireSame(
                "members must make the same call with the same size: path=" + path,
                "%s bytes=%d".formatted(what, bytes));
        if (bytes < 0) {
            throw new IllegalArgumentException("size must not be negative: " + call);
        }
        together.run(() -> {
            requireWritable(what);
            if (members.rank() == 0) {
                resizing.run();
            }
            return true;
        });
    }

    /** Brings all that members have written to the storage device; collective. */
    public void force() {
        checkOpen();
        new Together(members, FileCall.FORCE, "force path=" + path).run(() -> {
            if (options.contains(StandardOpenOption.WRITE)) {
                file.force();
            }
            return true;
        });
    }

    /**
     * Says whether operations on the same bytes happen one after the other; collective. They do not at first.
     *
     * <p>In an atomic file each write of a member happens alone, and each read beside other reads only. That holds
     * towards all members that have opened the file together, on all hosts, by a lock in member 0's memory for the
     * whole file: a read sees all of a write or nothing. That is slow. Over several hosts it needs a file system that
     * shows at a lock ({@link java.nio.channels.FileChannel#lock}) what others have written before, as NFS does, or at
     * once. Nothing is promised towards other programs, nor towards what else this program does with the file, by
     * another {@code ParallelFile} or a channel.
     *
     * <p>Operations of an atomic file throw a {@link tutti.messaging.MemberFailedException} when a member is lost,
     * which may have written a part, or when member 0 has closed its file. Operations that were started before are as
     * the file was then, or as it is now.
     *
     * @param wanted the same at all members
     * @throws IllegalArgumentException if they differ; the file is as it was
     */
    public void setAtomic(boolean wanted) {
        checkOpen();
        new Together(members, FileCall.SET_ATOMIC, "setAtomic(%s) path=%s".formatted(wanted, path))
                .requireSame(
                        "members must say the same of an atomic file: path=" + path, "setAtomic(%s)".formatted(wanted));
        if (wanted && atomicLock == null) {
            AtomicLock lock = new AtomicLock(members);
            onClose(lock::leave);
            atomicLock = lock;
        }
        atomic = wanted;
    }

    /** Returns whether operations on the same bytes happen one after the other. */
    public boolean isAtomic() {
        return atomic;
    }

    /**
     * Waits for what this member has started, and closes the file for it; not collective. Closing it again does
     * nothing.
     *
     * <p>Does not wait for other members, so that a member that has thrown an exception does not: collective operations
     * of those that still use the file end with a {@link tutti.messaging.MemberFailedException}. To read a file as soon
     * as all have written it, wait in a {@linkplain Communicator#barrier barrier} of the group. A file that shall be
     * deleted is, when member 0 closes it.
     *
     * @throws UncheckedIOException if it cannot be closed or deleted
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        started.close();
        closed = true;
        endings.forEach(Runnable::run);
        members.leave();
        try {
            file.close();
            if (options.contains(StandardOpenOption.DELETE_ON_CLOSE) && rank == 0) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("file cannot be closed: path=" + path, e);
        }
    }

    @Override
    public String toString() {
        return "ParallelFile[path=%s options=%s rank=%d size=%d]"
                .formatted(path, FileOpening.names(options), rank, members.size());
    }

    // ---------------------------------------------------------------- for the views

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("file is closed: path=" + path);
        }
    }

    void requireReadable(FileCall call) {
        require(StandardOpenOption.READ, call);
    }

    void requireWritable(FileCall call) {
        require(StandardOpenOption.WRITE, call);
    }

    private void require(StandardOpenOption option, FileCall call) {
        checkOpen();
        if (!options.contains(option)) {
            throw new IllegalStateException("file was not opened with %s: path=%s call=%s options=%s"
                    .formatted(option, path, call, FileOpening.names(options)));
        }
    }

    AtomicLock atomicLock() {
        return Objects.requireNonNull(atomicLock);
    }

    PositionedFile positioned() {
        return file;
    }

    Communicator members() {
        return members;
    }

    /** Returns that by which operations start. */
    StartedTransfers started() {
        checkOpen();
        return started;
    }

    /** Does something more when this member closes the file. */
    void onClose(Runnable ending) {
        endings.add(ending);
    }
}
