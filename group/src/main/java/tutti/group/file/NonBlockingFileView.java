package tutti.group.file;

import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link FileView}, which start, and return without waiting (MPI 4.1, section 14.4).
 *
 * <p>Requests give the number of elements that were read or written. A buffer must not be changed, and its elements are
 * undefined, until its request has ended. A {@link Request#cancel} changes nothing. {@link ParallelFile#close} waits
 * for all that was started.
 *
 * <p>Collective operations are started by all members in the same order, and run in that order. Those without a
 * position move the view's as soon as they start, by all elements of the buffer.
 */
public final class NonBlockingFileView {
    private final FileView view;

    NonBlockingFileView(FileView view) {
        this.view = view;
    }

    /** Starts {@link FileView#readAt}. */
    public Request<Long> readAt(long from, DirectBuffer target) {
        return byItself(new Transfer(FileCall.READ_AT, from, target));
    }

    /** Starts {@link FileView#writeAt}. */
    public Request<Long> writeAt(long from, DirectBuffer source) {
        return byItself(new Transfer(FileCall.WRITE_AT, from, source));
    }

    /** Starts {@link FileView#read}. */
    public Request<Long> read(DirectBuffer target) {
        return byItself(new Transfer(FileCall.READ, behind(target), target));
    }

    /** Starts {@link FileView#write}. */
    public Request<Long> write(DirectBuffer source) {
        return byItself(new Transfer(FileCall.WRITE, behind(source), source));
    }

    /** Starts {@link FileView#readAtAll}; collective. */
    public Request<Long> readAtAll(long from, DirectBuffer target) {
        return together(new Transfer(FileCall.READ_AT_ALL, from, target));
    }

    /** Starts {@link FileView#writeAtAll}; collective. */
    public Request<Long> writeAtAll(long from, DirectBuffer source) {
        return together(new Transfer(FileCall.WRITE_AT_ALL, from, source));
    }

    /** Starts {@link FileView#readAll}; collective. */
    public Request<Long> readAll(DirectBuffer target) {
        return together(new Transfer(FileCall.READ_ALL, behind(target), target));
    }

    /** Starts {@link FileView#writeAll}; collective. */
    public Request<Long> writeAll(DirectBuffer source) {
        return together(new Transfer(FileCall.WRITE_ALL, behind(source), source));
    }

    /** Returns the view's position, which is then behind the elements of a buffer. */
    private long behind(DirectBuffer buffer) {
        long position = view.position();
        view.moved(buffer == null ? 0 : buffer.length()); // a missing one is refused together with all
        return position;
    }

    private Request<Long> byItself(Transfer transfer) {
        Access access = view.access();
        return access.file().started().start(() -> access.byItself(transfer));
    }

    private Request<Long> together(Transfer transfer) {
        Access access = view.access();
        boolean isAtomic = access.file().isAtomic(); // as at all members, which start this in the same order
        return access.file().started().startTogether(members -> access.together(transfer, members, isAtomic));
    }
}
