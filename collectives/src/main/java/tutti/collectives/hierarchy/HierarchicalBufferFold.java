package tutti.collectives.hierarchy;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.BufferFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/** How the members of a process combine the buffers that they lend each other: all share the work, when the last has come. */
public final class HierarchicalBufferFold {
    private HierarchicalBufferFold() {}

    /**
     * Takes part, after this member has lent its buffers.
     *
     * @param waiting the one member that must know of the end, or -1 if all must
     * @throws tutti.messaging.BufferMismatchException if the contributions are not alike
     */
    static void join(
            CollectiveCall call, SharedBuffers buffers, DirectBuffer own, Supplier<BufferFold> fold, int waiting) {
        if (call.local().arrive()) {
            if (buffers.firstUnlike(own) < 0) {
                begin(call, buffers, fold.get(), waiting);
            } else {
                tellUnlike(call, buffers);
            }
        } else if (call.local().await(() -> firstOf(buffers)) instanceof BufferFold shared) {
            help(call, buffers, shared, waiting);
        }
        if (waiting < 0 || waiting == call.rank()) {
            call.local().await(buffers::found);
        }
        throwIfUnlike(call, buffers, own);
    }

    /** Lets all know that the contributions are not alike, also a member that only waits for the last to come. */
    static void tellUnlike(CollectiveCall call, SharedBuffers buffers) {
        buffers.setFound(SharedBuffers.Found.UNLIKE);
        call.local().epoch().setGathered();
        call.local().wakeAll();
    }

    /** Throws if it is known that the contributions are not alike. */
    static void throwIfUnlike(CollectiveCall call, SharedBuffers buffers, DirectBuffer own) {
        if (buffers.found() == SharedBuffers.Found.UNLIKE) {
            throw buffers.unlike(call, own);
        }
    }

    /** Waits for what a neighbour publishes when the contributions are alike. */
    static Object awaitOutcome(CollectiveCall call, SharedBuffers buffers, DirectBuffer own) {
        Object outcome = call.local()
                .await(() -> buffers.found() == SharedBuffers.Found.UNLIKE
                        ? SharedBuffers.Found.UNLIKE
                        : call.local().epoch().outcome());
        throwIfUnlike(call, buffers, own);
        return outcome;
    }

    private static void begin(CollectiveCall call, SharedBuffers buffers, BufferFold fold, int waiting) {
        if (!fold.isSmall()) {
            buffers.share(fold);
            call.local().wakeAll();
        }
        help(call, buffers, fold, waiting);
    }

    private static void help(CollectiveCall call, SharedBuffers buffers, BufferFold fold, int waiting) {
        if (!fold.help()) {
            return;
        }
        buffers.setFound(SharedBuffers.Found.COMBINED);
        if (waiting < 0) {
            call.local().wakeAll();
        } else {
            call.local().wake(waiting);
        }
    }

    private static @Nullable Object firstOf(SharedBuffers buffers) {
        Object found = buffers.found();
        return found != null ? found : buffers.fold();
    }
}
