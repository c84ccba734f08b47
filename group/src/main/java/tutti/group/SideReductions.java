package tutti.group;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;

/** Reductions between two groups: one of their common group, whose partial results keep the sides apart. */
final class SideReductions {
    private SideReductions() {}

    /** Contributes to a reduction at a member of the other group. */
    static <T extends @Nullable Object> void reduceTo(
            BufferIntercommunication sides, T value, ReductionObject<T> operator, int root) {
        sides.both.reduce(new Partial<>(List.of(new Holder<>(value)), List.of()), by(operator), sides.rankInBoth(root));
    }

    /** Returns what the other group contributes at the root, elsewhere null. */
    static <T extends @Nullable Object> @Nullable T reduceFrom(
            BufferIntercommunication sides, ReductionObject<T> operator, int root) {
        Partial<T> reduced = sides.both.reduce(new Partial<>(List.of(), List.of()), by(operator), sides.own(root));
        return reduced == null ? null : reduced.first().getFirst().value();
    }

    /** Returns the reduction of what the other group contributes. */
    static <T extends @Nullable Object> T allReduce(
            BufferIntercommunication sides, T value, ReductionObject<T> operator) {
        List<Holder<T>> own = List.of(new Holder<>(value));
        boolean isFirst = sides.start == 0;
        Partial<T> reduced =
                sides.both.allReduce(new Partial<>(isFirst ? own : List.of(), isFirst ? List.of() : own), by(operator));
        return (isFirst ? reduced.second() : reduced.first()).getFirst().value();
    }

    /** A value, which may be null. */
    private record Holder<T extends @Nullable Object>(T value) implements Serializable {}

    /** What the members of each group have contributed so far: one value, or none yet. */
    private record Partial<T extends @Nullable Object>(List<Holder<T>> first, List<Holder<T>> second)
            implements Serializable {}

    private static <T extends @Nullable Object> ReductionObject<Partial<T>> by(ReductionObject<T> operator) {
        ReductionObject<T> given = Arguments.given("operator", operator);
        return (left, right) ->
                new Partial<>(combine(given, left.first, right.first), combine(given, left.second, right.second));
    }

    private static <T extends @Nullable Object> List<Holder<T>> combine(
            ReductionObject<T> operator, List<Holder<T>> left, List<Holder<T>> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return left.isEmpty() ? right : left;
        }
        return List.of(new Holder<>(
                operator.reduce(left.getFirst().value(), right.getFirst().value())));
    }
}
