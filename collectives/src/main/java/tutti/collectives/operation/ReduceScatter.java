package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.PairwiseReduceScatter;
import tutti.collectives.signature.Operation;

/** Gives every member the reduction of its part of all objects. */
public final class ReduceScatter extends Collective<@Nullable Object> {
    private final DividableDataObject<@Nullable Object> data;
    private final ReductionObject<@Nullable Object> operator;

    public ReduceScatter(DividableDataObject<@Nullable Object> data, ReductionObject<@Nullable Object> operator) {
        super(Operation.REDUCE_SCATTER);
        this.data = data;
        this.operator = operator;
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    @Nullable
    Object run(Invocation invocation) {
        return PairwiseReduceScatter.run(invocation.peers(), data, operator);
    }
}
