package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.signature.Operation;

/** Gives every member the reduction of the values of the ranks up to its own, or below. */
public final class Scan extends Collective<@Nullable Object> {
    private final @Nullable Object value;
    private final ReductionObject<@Nullable Object> operator;

    private Scan(@Nullable Object value, ReductionObject<@Nullable Object> operator, Operation operation) {
        super(operation);
        this.value = value;
        this.operator = operator;
    }

    /** Makes a scan that takes in the member's own value. */
    public static Scan inclusive(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        return new Scan(value, operator, Operation.SCAN);
    }

    /** Makes a scan that leaves out the member's own value; rank 0 gets null. */
    public static Scan exclusive(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        return new Scan(value, operator, Operation.EXCLUSIVE_SCAN);
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
        return DoublingScan.run(invocation.peers(), value, operator, operation() == Operation.EXCLUSIVE_SCAN);
    }
}
