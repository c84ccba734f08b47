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
        return byItself(Transfer.read("read shared", 0, target));
    }

    /** Starts {@link SharedFileView#write}. */
    public Request<Long> write(DirectBuffer source) {
        return byItself(Transfer.write("write shared", 0, source));
    }

    /** Starts {@link SharedFileView#readOrdered}; collective. */
    public Request<Long> readOrdered(DirectBuffer target) {
        return ordered(Transfer.read("readOrdered", 0, target));
    }

    /** Starts {@link SharedFileView#writeOrdered}; collective. */
    public Request<Long> writeOrdered(DirectBuffer source) {
        return ordered(Transfer.write("writeOrdered", 0, source));
    }

    private Request<Long> byItself(Transfer wanted) {
        Access access = view.access();
        return access.file().startInOrder(() -> view.taken(wanted), access::byItself);
    }

    private Request<Long> ordered(Transfer wanted) {
        return view.access().file().startTogether(members -> view.ordered(wanted, members));
    }
}
