package tutti.group.file;

import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link SharedFileView}, which start, and return without waiting.
 *
 * <p>Requests and buffers are as those of {@link NonBlockingFileView}. One member's operations take their elements in
 * the order of their start.
 */
public final class NonBlockingSharedFileView {
    private final SharedFileView view;

    NonBlockingSharedFileView(SharedFileView view) {
        this.view = view;
    }

    /** Starts {@link SharedFileView#read}. */
    public Request<Long> read(DirectBuffer target) {
        return byItself(new Transfer(FileCall.READ_SHARED, 0, target));
    }

    /** Starts {@link SharedFileView#write}. */
    public Request<Long> write(DirectBuffer source) {
        return byItself(new Transfer(FileCall.WRITE_SHARED, 0, source));
    }

    /** Starts {@link SharedFileView#readOrdered}; collective. */
    public Request<Long> readOrdered(DirectBuffer target) {
        return ordered(new Transfer(FileCall.READ_ORDERED, 0, target));
    }

    /** Starts {@link SharedFileView#writeOrdered}; collective. */
    public Request<Long> writeOrdered(DirectBuffer source) {
        return ordered(new Transfer(FileCall.WRITE_ORDERED, 0, source));
    }

    private Request<Long> byItself(Transfer wanted) {
        Access access = view.access();
        return access.file().started().startInOrder(() -> view.taken(wanted), access::byItself);
    }

    private Request<Long> ordered(Transfer wanted) {
        ParallelFile file = view.access().file();
        boolean isAtomic = file.isAtomic();
        return file.started().startTogether(members -> view.ordered(wanted, members, isAtomic));
    }
}
