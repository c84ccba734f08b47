package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;

/**
 * The one composition of levels that all operations use, on objects and on buffers: members of a process, then leaders
 * of processes.
 *
 * <p>An operation collects what the members of a process contribute, lets the leaders exchange that with each other, by
 * messages or in a shared segment, and delivers the result to the members. Each operation names the three parts, and
 * leaves out what it has not.
 */
public final class Hierarchy {
    private Hierarchy() {}

    /**
     * The level of a process, upwards.
     *
     * @param <T> a {@code Payload} where the operation is on objects, a {@code DirectBuffer} where it is on buffers
     */
    @FunctionalInterface
    public interface Collect<T> {

        /** Contributes; returns what the process contributes together if this member holds it, else null. */
        @Nullable
        T collect();
    }

    /** The level of the leaders, or of members that hold a part of their process. */
    @FunctionalInterface
    public interface Exchange<T> {

        /** Exchanges with other processes; returns the result if this member gets it, else null. */
        @Nullable
        T exchange(T part);
    }

    /**
     * The level of a process, downwards.
     *
     * @param <R> what a member gets
     */
    public interface Deliver<T, R extends @Nullable Object> {

        /** Begins to give the other members of the process what this one, the root, had from the beginning. */
        default void begin(T value) {}

        /** Gives the other members of the process what this one holds. */
        R publish(T value);

        /** Waits for what another member of the process publishes. */
        R await();
    }

    /** Goes up and down: the members of a process, the leaders, the members. */
    public static <T, R extends @Nullable Object> R run(
            CollectiveCall call, Collect<T> up, Exchange<T> between, Deliver<T, R> down) {
        T result = runUp(call, up, between);
        return result == null ? down.await() : down.publish(result);
    }

    /** Goes up: the members of a process, the leaders; returns the result if this member gets it, else null. */
    public static <T> @Nullable T runUp(CollectiveCall call, Collect<T> up, Exchange<T> between) {
        T part = up.collect();
        return part == null || call.locality().isWholeGroup() ? part : between.exchange(part);
    }

    /**
     * Goes down from a root, which leads its process.
     *
     * @param own what the root has; where it lies, at the others; null if that is not known yet
     */
    public static <T, R extends @Nullable Object> R runDown(
            CollectiveCall call, int root, @Nullable T own, Spread<T> between, Deliver<T, R> down) {
        if (!call.isLeader(root)) {
            return down.await();
        }
        if (own != null && call.rank() == root) {
            down.begin(own);
        }
        return down.publish(between.spread(own));
    }

    /** How leaders get what the root has, and forward it. */
    @FunctionalInterface
    public interface Spread<T> {

        /** Returns what the root has, in the place that is given, if one is. */
        T spread(@Nullable T own);
    }

    /** Leaves a result with the member that holds it. */
    public static <T> Deliver<T, @Nullable T> toHolder() {
        return new Deliver<>() {
            @Override
            public @Nullable T publish(T value) {
                return value;
            }

            @Override
            public @Nullable T await() {
                return null;
            }
        };
    }
}
