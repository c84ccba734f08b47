package tutti.group.window;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.MemberCondition;
import tutti.serialization.TuttiException;

/** The operations of one origin by their targets; each target's queue is made by the first operation. Thread-safe. */
final class TargetQueues {
    private static final long MOST_UNDER_WAY_BYTES = 4 << 20;

    private final Endpoint endpoint;
    private final MemberCondition condition;
    private final Sender sender;
    private final Locator locator;
    private final AtomicReferenceArray<@Nullable TargetQueue> queues;

    /** Sends a message to a target; does not block. */
    interface Sender {
        void send(int target, byte[] frame);
    }

    /** Says in an error between whom it was. */
    interface Locator {
        String locate(int target, String what);
    }

    TargetQueues(Endpoint endpoint, MemberCondition condition, Sender sender, Locator locator) {
        this.endpoint = endpoint;
        this.condition = condition;
        this.sender = sender;
        this.locator = locator;
        queues = new AtomicReferenceArray<>(endpoint.size());
    }

    /** Returns the operations on a target. */
    TargetQueue of(int target) {
        TargetQueue known = queues.get(target);
        if (known != null) {
            return known;
        }
        TargetQueue made = new TargetQueue(
                Math.min(MOST_UNDER_WAY_BYTES, endpoint.neighbours().windowBytes()),
                frame -> sender.send(target, frame),
                what -> locator.locate(target, what),
                condition::changed);
        TargetQueue first = queues.compareAndExchange(target, null, made);
        return first == null ? made : first;
    }

    /** Waits until all operations on a target are done there, or only until their buffers are the caller's again. */
    void awaitIdle(Endpoint caller, int target, boolean here) {
        TargetQueue queue = queues.get(target);
        if (queue != null) {
            WindowMember.condition(caller).awaitService(target, "operations of a window", () -> {
                return (here ? queue.isIdleHere() : queue.isIdle()) ? true : null;
            });
        }
    }

    /** Returns whether no operation is under way. */
    boolean areIdle() {
        for (int target = 0; target < queues.length(); target++) {
            TargetQueue queue = queues.get(target);
            if (queue != null && !queue.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** Returns what an operation on a target has failed with whose caller did not wait for it, once; or null. */
    @Nullable
    TuttiException takeFailure(int target) {
        TargetQueue queue = queues.get(target);
        return queue == null ? null : queue.takeFailure();
    }
}
