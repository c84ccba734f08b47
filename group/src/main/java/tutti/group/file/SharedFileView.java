package tutti.group.file;

import java.util.List;
import java.util.Objects;
import tutti.collectives.CallFailedException;
import tutti.collectives.operation.CompositeCall;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * A {@link FileView} whose position is one for all members (MPI 4.1, section 14.4.4, "Data Access with Shared File
 * Pointers").
 *
 * <p>Records of a log, or tasks of a list: each call of a member takes the elements behind those of the call before,
 * whichever member's that was.
 *
 * {@snippet :
 * SharedFileView log = SharedFileView.of(file.view(ElementType.BYTE)); // all members
 * log.write(DirectBuffer.of(line)); // any member, at any time
 * }
 *
 * <p>{@link #read} and {@link #write} are of one member: calls at the same time never get the same elements, in an
 * order that is not defined. {@link #readOrdered} and {@link #writeOrdered} are collective, and take them in the order
 * of ranks. The position counts elements of the view, begins at 0, and lies in member 0's memory: taking elements costs
 * an atomic operation there, reading one more. All operations block; {@link #nonBlocking} has those that do not.
 *
 * <p>A read takes no elements behind the file's end, so the position stays there. A write that fails, or whose thread
 * is interrupted, or whose member is killed, may have taken its elements: they are zeros, or what was there.
 *
 * <p>Operations throw what those of {@link FileView} throw, and a {@link tutti.messaging.MemberFailedException} if a
 * member is lost, or if member 0 has closed its file. The file's {@link ParallelFile#close} ends it.
 */
public final class SharedFileView {
    private final Access access;
    private final SharedPosition position;

    private SharedFileView(Access access, SharedPosition position) {
        this.access = access;
        this.position = position;
    }

    /**
     * Makes a position that members share, for views of the same elements; collective.
     *
     * @param view of one file at all members, with the same displacement, type, byte order, tile and extent. Its own
     *     position does not matter, and does not move
     * @throws IllegalArgumentException if the views differ
     */
    public static SharedFileView of(FileView view) {
        ParallelFile file = view.access().file();
        file.checkOpen();
        Together together = together(file, FileCall.SHARE);
        requireEqual(together, view);
        SharedPosition position = CompositeCall.run(together.text(), () -> new SharedPosition(file.members()));
        file.onClose(position::leave);
        return new SharedFileView(view.access(), position);
    }

    /**
     * Returns this for another view of the same file, with the same position, which is then 0; collective.
     *
     * @param view of the same elements at all members
     * @throws IllegalArgumentException if the views differ; the position is as before
     */
    public SharedFileView over(FileView view) {
        access.file().checkOpen();
        Together together = together(access.file(), FileCall.OVER);
        together.run(() -> {
            if (!view.access().file().equals(access.file())) {
                throw new IllegalArgumentException(
                        "view must be of the same file: here %s, view of %s; make another with of"
                                .formatted(access.file(), view.access().file()));
            }
            return true;
        });
        requireEqual(together, view);
        SharedFileView other = new SharedFileView(view.access(), position);
        other.seek(0);
        return other;
    }

    private static Together together(ParallelFile file, FileCall call) {
        return new Together(file.members(), call, "%s path=%s".formatted(call, file.path()));
    }

    private static void requireEqual(Together together, FileView view) {
        FileMapping seen = view.access().mapping();
        together.requireSame(
                "members must share the position of equal views: path="
                        + view.access().file().path(),
                "displacement=%d type=%s order=%s elements=%s hash=%08x"
                        .formatted(
                                seen.displacement(),
                                seen.type(),
                                seen.order(),
                                seen.elements(),
                                seen.elements().hashCode()));
    }

    /** Returns this for a member that cannot do its part, as {@link FileView#failing} does; with the same position. */
    public SharedFileView failing(RuntimeException because) {
        return new SharedFileView(access.failing(Objects.requireNonNull(because, "because")), position);
    }

    /** Returns the same operations, which start, and return without waiting. */
    public NonBlockingSharedFileView nonBlocking() {
        return new NonBlockingSharedFileView(this);
    }

    /** Returns the position now; another member may move it at any time. */
    public long position() {
        access.file().checkOpen();
        return position.get();
    }

    /**
     * Sets the position; collective. Operations that members have begun before are at the old one.
     *
     * @param newPosition the same at all members; may lie behind the file's end
     */
    public void seek(long newPosition) {
        access.file().checkOpen();
        String path = "path=" + access.file().path();
        String call = "seek position=%d %s".formatted(newPosition, path);
        Together together = new Together(access.file().members(), FileCall.SEEK, call);
        together.requireSame("members must seek the same position: " + path, "position=" + newPosition);
        if (newPosition < 0) {
            throw new IllegalArgumentException("position must not be negative: " + call);
        }
        together.run(() -> {
            if (position.isHome()) {
                position.set(newPosition);
            }
            return true;
        });
    }

    /** Reads the next elements: fewer than the buffer has at the end of the file. */
    public long read(DirectBuffer target) {
        return access.byItself(taken(new Transfer(FileCall.READ_SHARED, 0, target)));
    }

    /** Writes the next elements. */
    public void write(DirectBuffer source) {
        access.byItself(taken(new Transfer(FileCall.WRITE_SHARED, 0, source)));
    }

    /** Reads the next elements, those of rank 0 first, then those of rank 1, and so on; collective. */
    public long readOrdered(DirectBuffer target) {
        return ordered(new Transfer(FileCall.READ_ORDERED, 0, target));
    }

    /**
     * Writes the next elements, those of rank 0 first, then those of rank 1, and so on; collective.
     *
     * @throws CallFailedException if it failed in another member; if that was for its arguments, none has written, and
     *     the position is as before
     */
    public void writeOrdered(DirectBuffer source) {
        ordered(new Transfer(FileCall.WRITE_ORDERED, 0, source));
    }

    Access access() {
        return access;
    }

    /** Takes the elements of a transfer from the shared position. */
    Transfer taken(Transfer wanted) {
        access.checkArguments(wanted);
        SharedPosition.Range range = take(wanted.length(), wanted.isWrite());
        return wanted.at(range.first()).first(range.length());
    }

    private SharedPosition.Range take(long length, boolean isWrite) {
        return isWrite
                ? position.take(length)
                : position.take(
                        length, () -> access.mapping().inFile(access.file().size()));
    }

    private long ordered(Transfer wanted) {
        return ordered(wanted, access.file().members(), access.file().isAtomic());
    }

    /** Lets member 0 take the elements of all; each then has those behind the ranks before it. */
    long ordered(Transfer wanted, Communicator members, boolean isAtomic) {
        access.file().checkOpen();
        Together together = new Together(members, wanted.call(), access.text(wanted));
        together.run(() -> {
            access.checkArguments(wanted);
            return true;
        });
        return CompositeCall.run(together.text(), () -> ordered(wanted, together, isAtomic));
    }

    private long ordered(Transfer wanted, Together together, boolean isAtomic) {
        Communicator members = together.members();
        List<Long> lengths = members.allGather(wanted.length());
        long total = lengths.stream().mapToLong(Long::longValue).sum();
        long[] range = together.run(() -> {
            return position.isHome() ? take(total, wanted.isWrite()).toArray() : new long[0];
        });
        SharedPosition.Range all = SharedPosition.Range.of(members.broadcast(range, 0));
        long before = lengths.subList(0, members.rank()).stream()
                .mapToLong(Long::longValue)
                .sum();
        long own = Math.clamp(all.length() - before, 0, wanted.length());
        return access.together(wanted.at(all.first() + before).first(own), members, isAtomic);
    }

    @Override
    public String toString() {
        return "SharedFileView[%s type=%s]"
                .formatted(access.file(), access.mapping().type());
    }
}
