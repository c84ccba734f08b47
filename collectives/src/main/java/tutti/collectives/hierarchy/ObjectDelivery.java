package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.messaging.match.Payload;

/**
 * A leader gives the members of its process a payload, of which each takes a copy; an immutable value needs no copy.
 *
 * <p>Leaders of other processes have forwarded the bytes before any member here decodes them.
 */
public final class ObjectDelivery {
    private ObjectDelivery() {}

    /** Delivers the root's value; no member waits until others have taken it. */
    public static Hierarchy.Deliver<Payload, @Nullable Object> ofRoot(
            CollectiveCall call, @Nullable Object value, int root) {
        return new Hierarchy.Deliver<>() {
            @Override
            public @Nullable Object publish(Payload payload) {
                if (call.locality().count() > 1) {
                    call.local().retain(payload);
                    call.local().publishToTake(payload);
                }
                if (call.rank() == root) {
                    payload.release();
                    call.local().depart();
                    return value;
                }
                return take(payload);
            }

            @Override
            public @Nullable Object await() {
                return take(
                        (Payload) call.local().awaitOutcomeOf(call.locality().leader(root)));
            }

            private @Nullable Object take(Payload payload) {
                Object taken = payload.take();
                call.local().depart();
                return taken;
            }
        };
    }

    /** Delivers a result for which all members wait. */
    public static Hierarchy.Deliver<Payload, @Nullable Object> ofResult(CollectiveCall call) {
        return new Hierarchy.Deliver<>() {
            @Override
            public @Nullable Object publish(Payload payload) {
                call.local().publishToTake(payload);
                return payload.take();
            }

            @Override
            public @Nullable Object await() {
                return ((Payload) call.local().awaitOutcome()).take();
            }
        };
    }
}
