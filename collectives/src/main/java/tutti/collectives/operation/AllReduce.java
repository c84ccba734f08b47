package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.hierarchy.HierarchicalAllReduce;
import tutti.collectives.signature.Operation;

/** Gives every member the reduction of all values. */
public final class AllReduce extends Collective<@Nullable Object> {
    private final @Nullable Object value;
    private final ReductionObject<@Nullable Object> operator;

    AllReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
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
        return HierarchicalAllReduce.run(context.call(), context.peers(), value, operator);
    }
}
