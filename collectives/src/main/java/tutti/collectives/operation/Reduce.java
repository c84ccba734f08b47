package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.ObjectReduction;
import tutti.collectives.signature.Operation;
import tutti.messaging.match.Payload;

/** Gives the root the reduction of all values; the others get null. */
public final class Reduce extends Collective<@Nullable Object> {
    private final @Nullable Object value;
    private final ReductionObject<@Nullable Object> operator;

    public Reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        super(Operation.REDUCE, root);
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
        ObjectReduction reduction =
                ObjectReduction.toRoot(invocation.call(), invocation.peers(), value, operator, root());
        Payload result = Hierarchy.run(invocation.call(), reduction, reduction, Hierarchy.toHolder());
        return result == null ? null : result.take();
    }
}
