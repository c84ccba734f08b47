package tutti.group.file;

import java.nio.ByteOrder;
import java.util.Objects;
import tutti.collectives.CallFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Elements of a {@link ParallelFile} as one member sees them (MPI 4.1, section 14.3, "File Views").
 *
 * <p>Positions count elements of the view, from 0 on. Operations whose name ends with {@code At} take a position; the
 * others use that of the view, which belongs to this member alone, begins at 0, and which they move behind what they
 * have read or written.
 *
 * <p>Operations whose name has {@code All} are collective: every member calls them, each with elements of its own, or
 * with none. They are fast also if the members' elements are small and lie between each other's, as with columns of a
 * matrix: the members exchange them, and each reads or writes long runs. All operations block; {@link #nonBlocking} has
 * those that do not.
 *
 * <p>Reads return how many elements they have read: fewer than the buffer has if the file ends before, 0 behind its
 * end. Writes make the file longer. What lies between is zeros.
 *
 * <p>All throw, besides what each says:
 *
 * <ul>
 *   <li>{@link java.io.UncheckedIOException} if the file cannot be read or written here: what of the buffer was
 *       transferred is undefined;
 *   <li>{@link CallFailedException} from a collective operation if it failed in another member;
 *   <li>{@link IllegalArgumentException} if the buffer has another type than the view, or must not be written;
 *   <li>{@link IllegalStateException} if the file is closed, or was not opened for that;
 *   <li>{@link tutti.serialization.OperationInterruptedException} if the thread is interrupted: the file stays open.
 * </ul>
 *
 * <p>For the member's thread.
 */
public final class FileView {
    private final Access access;
    private long position;

    FileView(ParallelFile file, FileMapping mapping) {
        this(new Access(file, mapping, null));
    }

    private FileView(Access access) {
        this.access = access;
    }

    /** Returns this view for a file whose elements have their bytes in another order; at position 0. */
    public FileView withOrder(ByteOrder order) {
        return new FileView(access.file(), access.mapping().withOrder(Objects.requireNonNull(order)));
    }

    /**
     * Returns this view for a member that cannot do its part, but must not leave the others alone; at position 0.
     *
     * <p>Each operation throws that failure here, whatever its buffer, and changes nothing. One that is collective
     * throws a {@link CallFailedException} in the others, which tells it.
     */
    public FileView failing(RuntimeException because) {
        return new FileView(access.failing(Objects.requireNonNull(because, "because")));
    }

    /** Returns the same operations, which start, and return without waiting. */
    public NonBlockingFileView nonBlocking() {
        return new NonBlockingFileView(this);
    }

    /** Returns the type of the elements. */
    public ElementType type() {
        return access.mapping().type();
    }

    /** Returns the offset in the file of the element at a position, in bytes. */
    public long offset(long elementPosition) {
        return access.mapping().offset(checkedPosition(elementPosition));
    }

    /** Returns how many elements of the view the file has now; not collective. */
    public long length() {
        return access.mapping().inFile(access.file().size());
    }

    /** Returns the view's position. */
    public long position() {
        return position;
    }

    /** Sets the view's position; it may lie behind the file's end. */
    public void seek(long newPosition) {
        position = checkedPosition(newPosition);
    }

    private static long checkedPosition(long position) {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: position=%d".formatted(position));
        }
        return position;
    }

    // ---------------------------------------------------------------- by one member

    /** Reads elements from a position on. */
    public long readAt(long from, DirectBuffer target) {
        return access.byItself(new Transfer(FileCall.READ_AT, from, target));
    }

    /** Writes elements from a position on. */
    public void writeAt(long from, DirectBuffer source) {
        access.byItself(new Transfer(FileCall.WRITE_AT, from, source));
    }

    /** Reads elements from the view's position on, and moves it. */
    public long read(DirectBuffer target) {
        return moved(access.byItself(new Transfer(FileCall.READ, position, target)));
    }

    /** Writes elements from the view's position on, and moves it. */
    public void write(DirectBuffer source) {
        moved(access.byItself(new Transfer(FileCall.WRITE, position, source)));
    }

    // ---------------------------------------------------------------- by all members

    /** Reads elements from a position on; collective. */
    public long readAtAll(long from, DirectBuffer target) {
        return access.together(new Transfer(FileCall.READ_AT_ALL, from, target));
    }

    /** Writes elements from a position on; collective. */
    public void writeAtAll(long from, DirectBuffer source) {
        access.together(new Transfer(FileCall.WRITE_AT_ALL, from, source));
    }

    /** Reads elements from the view's position on, and moves it; collective. */
    public long readAll(DirectBuffer target) {
        return moved(access.together(new Transfer(FileCall.READ_ALL, position, target)));
    }

    /** Writes elements from the view's position on, and moves it; collective. */
    public void writeAll(DirectBuffer source) {
        moved(access.together(new Transfer(FileCall.WRITE_ALL, position, source)));
    }

    @Override
    public String toString() {
        return "FileView[%s type=%s position=%d]".formatted(access.file(), type(), position);
    }

    Access access() {
        return access;
    }

    /** Moves the view's position by so many elements, and returns that number. */
    long moved(long elements) {
        position += elements;
        return elements;
    }
}
