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
    Object run(Invocation invocation) {
        if (invocation.peers().size() == 1) {
            return invocation.peers().copy(value);
        }
        ObjectReduction reduction = ObjectReduction.forAll(invocation.call(), invocation.peers(), value, operator);
        return Hierarchy.run(
                invocation.call(),
                reduction,
                part -> exchange(invocation, reduction, part),
                ObjectDelivery.ofResult(invocation.call()));
    }

    /** Reduces to rank 0; from there one message goes to each process. */
    private static @Nullable Payload exchange(Invocation invocation, ObjectReduction reduction, Payload part) {
        Payload result = reduction.exchange(part);
        return invocation.call().isLeader() ? BinomialBroadcast.spread(invocation.leaders(), result, 0) : null;
    }
}
