package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialBroadcast;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.ObjectDelivery;
import tutti.collectives.hierarchy.ObjectReduction;
import tutti.collectives.signature.Operation;
import tutti.messaging.match.Payload;

/** Gives every member the reduction of all values. */
public final class AllReduce extends Collective<@Nullable Object> {
    private final @Nullable Object value;
    private final ReductionObject<@Nullable Object> operator;

    public AllReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        super(Operation.ALL_REDUCE);
        this.value = value;
        this.operator = operator;
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    String details() {
        return CallCheck.describe(operator, value);
    }

    @Override
    @Nullable
    Object run(Context context) {
        if (context.peers().size() == 1) {
            return context.peers().copy(value);
        }
        ObjectReduction reduction = ObjectReduction.forAll(context.call(), context.peers(), value, operator);
        return Hierarchy.run(
                context.call(),
                reduction,
                part -> exchange(context, reduction, part),
                ObjectDelivery.ofResult(context.call()));
    }

    /** Reduces to rank 0; from there one message goes to each process. */
    private static @Nullable Payload exchange(Context context, ObjectReduction reduction, Payload part) {
        Payload result = reduction.exchange(part);
        return context.call().isLeader() ? BinomialBroadcast.spread(context.leaders(), result, 0) : null;
    }
}
