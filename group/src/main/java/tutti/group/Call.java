package tutti.group;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.Barrier;
import tutti.collectives.operation.Collective;

/**
 * One member's call of a collective operation, which may be made at once or started.
 *
 * @param collective what the member does
 * @param result makes what the caller gets of what that returns
 */
record Call<T extends @Nullable Object>(Collective<?> collective, Function<@Nullable Object, T> result) {
    /** All barriers are alike. */
    static final Call<@Nullable Void> BARRIER = of(new Barrier());

    /**
     * Makes a call whose caller gets what the operation returns: its type is the callers' to match, as in every
     * message.
     */
    static <T extends @Nullable Object> Call<T> of(Collective<?> collective) {
        return new Call<>(collective, Call::same);
    }

    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
    private static <T extends @Nullable Object> T same(@Nullable Object value) {
        return (T) value;
    }

    /** Returns this call for a caller that gets what is made of the result. */
    <R extends @Nullable Object> Call<R> then(Function<T, R> made) {
        return new Call<>(collective, result.andThen(made));
    }

    /** Returns this call for a caller that gets nothing. */
    Call<@Nullable Void> withoutResult() {
        return returning(null, collective);
    }

    /** Makes a call whose caller gets a value that is known already. */
    static <T extends @Nullable Object> Call<T> returning(T value, Collective<?> collective) {
        return new Call<>(collective, none -> value);
    }
}
