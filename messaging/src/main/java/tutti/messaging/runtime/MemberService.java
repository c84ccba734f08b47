package tutti.messaging.runtime;

import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a process does for a member in one group when messages ask for it, without the member's own doing.
 *
 * <p>It lets the search for deadlocks see that a service which only waits for messages ends no wait by itself, and for
 * whom those wait that the service keeps waiting. Thread-safe; no method blocks.
 */
public interface MemberService {
    /** Returns how many receives are posted in its context while none of them has a message. */
    int receives();

    /** Returns whether nothing is under way that this member wants done by the services of others. */
    boolean isIdle();

    /**
     * Returns whom the service keeps waiting, or null if none, or if it is about to let one continue.
     *
     * @param newId gives a positive number that no other wait of the process has
     */
    @Nullable
    Queue queue(IntSupplier newId);

    /**
     * Members that one service keeps waiting, and those for which they wait.
     *
     * @param id another whenever something else has changed
     * @param members ranks of all that can let one of those that wait continue
     */
    record Queue(int id, List<Integer> members) {}
}
