package tutti.collectives;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** How the members of a process combine the buffers that they lend each other: all share the work, when the last has come. */
final class MeetingBufferFold {
    private MeetingBufferFold() {}

    /**
     * Takes part, after this member has lent its buffers.
     *
     * @param waiting the one member that must know of the end, or -1 if all must
     * @throws tutti.messaging.BufferMismatchException if the contributions are not alike
     */
    static void join(Visit visit, Lent lent, DirectBuffer own, Supplier<BufferFold> fold, int waiting) {
        if (visit.arrive()) {
            if (lent.firstUnlike(own) < 0) {
                begin(visit, lent, fold.get(), waiting);
            } else {
                tellUnlike(visit, lent);
            }
        } else if (visit.await(() -> firstOf(lent)) instanceof BufferFold shared) {
            help(visit, lent, shared, waiting);
        }
        if (waiting < 0 || waiting == visit.rank()) {
            visit.await(lent::found);
        }
        throwIfUnlike(visit, lent, own);
    }

    /** Lets all know that the contributions are not alike, also a member that only waits for the last to come. */
    static void tellUnlike(Visit visit, Lent lent) {
        lent.setFound(Lent.Found.UNLIKE);
        visit.round().setGathered();
        visit.place().wakeAll();
    }

    /** Throws if it is known that the contributions are not alike. */
    static void throwIfUnlike(Visit visit, Lent lent, DirectBuffer own) {
        if (lent.found() == Lent.Found.UNLIKE) {
            throw visit.unlike(lent, own);
        }
    }

    /** Waits for what a neighbour publishes when the contributions are alike. */
    static Object awaitOutcome(Visit visit, Lent lent, DirectBuffer own) {
        Object outcome = visit.await(() -> lent.found() == Lent.Found.UNLIKE
                ? Lent.Found.UNLIKE
                : visit.round().outcome());
        throwIfUnlike(visit, lent, own);
        return outcome;
    }

    private static void begin(Visit visit, Lent lent, BufferFold fold, int waiting) {
        if (!fold.isSmall()) {
            lent.share(fold);
            visit.place().wakeAll();
        }
        help(visit, lent, fold, waiting);
    }

    private static void help(Visit visit, Lent lent, BufferFold fold, int waiting) {
        if (!fold.help()) {
            return;
        }
        lent.setFound(Lent.Found.COMBINED);
        if (waiting < 0) {
            visit.place().wakeAll();
        } else {
            visit.wake(waiting);
        }
    }

    private static @Nullable Object firstOf(Lent lent) {
        Object found = lent.found();
        return found != null ? found : lent.fold();
    }
}
