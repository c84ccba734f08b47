package tutti.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.LiftedReduction;
import tutti.collectives.ReductionObject;
import tutti.collectives.operation.Collective;
import tutti.serialization.DirectBuffer;

/**
 * The calls of an operator whose partial results are of another type: they are reductions of these as objects, on
 * buffers, too.
 *
 * @param <T> type of contributions and results
 * @param <A> type of partial results
 */
final class LiftedCalls<T extends @Nullable Object, A> {
    private final int size;
    private final LiftedReduction<T, A> operator;

    /**
     * Makes the calls of a member.
     *
     * @param size how many members get parts of what this one contributes to a reduceScatter
     */
    LiftedCalls(int size, LiftedReduction<T, A> operator) {
        this.size = size;
        this.operator = operator;
    }

    /** Makes the operation on what was lifted. */
    interface Operation {
        Collective<?> on(@Nullable Object partial, ReductionObject<@Nullable Object> combining);
    }

    /** Makes the operation on parts that were lifted, one for each member that gets a result. */
    interface PartsOperation {
        Collective<?> on(List<@Nullable Object> partials, ReductionObject<@Nullable Object> combining);
    }

    /** Makes a call of a member that contributes, and gets no result. */
    Call<@Nullable Void> sending(T value, Operation operation) {
        return Call.returning(null, made(value, operation));
    }

    /** Makes a call of a member that contributes nothing; where there is no result, it gets null. */
    Call<@Nullable T> receiving(Operation operation) {
        return new Call<>(operation.on(null, combining()), partial -> partial == null ? null : lowered(partial));
    }

    /** Makes a call of a member that contributes nothing, and whose buffer gets the result if there is one here. */
    Call<@Nullable Void> receiving(@Nullable DirectBuffer target, Operation operation) {
        return receiving(operation).then(result -> {
            if (target != null) {
                write(target, result);
            }
            return null;
        });
    }

    /**
     * Makes a call on one contribution; a buffer's elements are overwritten with the result.
     *
     * @param ofNone what a member gets that gets no result
     */
    <R extends @Nullable Object> Call<R> one(T value, R ofNone, Operation operation) {
        return call(value, operation, value instanceof DirectBuffer data ? data : null, ofNone);
    }

    /**
     * Makes a call on a buffer.
     *
     * @param receive gets the result, if there is one here; null at members that get none
     */
    Call<@Nullable Void> buffers(DirectBuffer send, @Nullable DirectBuffer receive, Operation operation) {
        Arguments.given("send", send);
        if (receive != null && !send.matches(receive.requireWritable("receive buffer"))) {
            throw new IllegalArgumentException(
                    "buffers must be alike: send buffer=%s receive buffer=%s; let both have the same type and length"
                            .formatted(send.shape(), receive.shape()));
        }
        return new Call<>(made(untyped(send), operation), partial -> {
            if (partial != null && receive != null) {
                write(receive, lowered(partial));
            }
            return null;
        });
    }

    /** Makes a reduceScatter of a buffer's blocks. */
    Call<@Nullable Void> blocks(DirectBuffer send, Blocks blocks, DirectBuffer receive, PartsOperation operation) {
        receive.requireWritable("receive buffer");
        if (blocks.size() != size) {
            throw new IllegalArgumentException(
                    "needs one block for each member: blocks=%d members=%d".formatted(blocks.size(), size));
        }
        List<@Nullable Object> partials = new ArrayList<>();
        for (int each = 0; each < size; each++) {
            partials.add(operator.lift(untyped(send.slice(blocks.displacement(each), blocks.count(each)))));
        }
        return new Call<>(operation.on(partials, combining()), partial -> {
            write(receive, lowered(Objects.requireNonNull(partial)));
            return null;
        });
    }

    /** Makes a reduceScatter of an object's parts. */
    Call<T> parts(DividableDataObject<T> object, PartsOperation operation) {
        List<@Nullable Object> partials = new ArrayList<>();
        for (int each = 0; each < size; each++) {
            partials.add(operator.lift(object.elementAt(each, size)));
        }
        return new Call<>(operation.on(partials, combining()), partial -> lowered(Objects.requireNonNull(partial)));
    }

    @SuppressWarnings("unchecked") // a result is a T, and R is T or its nullable form
    private <R extends @Nullable Object> Call<R> call(
            T value, Operation operation, @Nullable DirectBuffer target, R ofNone) {
        if (target != null) {
            target.requireWritable("buffer");
        }
        return new Call<>(made(value, operation), partial -> {
            if (partial == null) {
                return ofNone;
            }
            T result = lowered(partial);
            if (target == null) {
                return (R) result;
            }
            write(target, result);
            return (R) value;
        });
    }

    private Collective<?> made(T value, Operation operation) {
        return operation.on(operator.lift(value), combining());
    }

    @SuppressWarnings("unchecked") // members lift all that they contribute
    private ReductionObject<@Nullable Object> combining() {
        return (left, right) -> operator.combine((A) Objects.requireNonNull(left), (A) Objects.requireNonNull(right));
    }

    @SuppressWarnings("unchecked")
    private T lowered(Object partial) {
        return operator.lower((A) partial);
    }

    @SuppressWarnings("unchecked") // an operator that is passed beside a buffer takes buffers
    private T untyped(DirectBuffer buffer) {
        return (T) buffer;
    }

    /** Overwrites a buffer with a result: a buffer, or an array. */
    private static void write(DirectBuffer target, @Nullable Object result) {
        if (result instanceof DirectBuffer data) {
            target.copyFrom(data);
            return;
        }
        String misfit = target.fillFrom(result);
        if (misfit != null) {
            throw new IllegalArgumentException("result of the reduction must fit the buffer: result=%s buffer=%s"
                    .formatted(misfit, target.shape()));
        }
    }
}
