package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.algorithm.PairwiseAllToAll;
import tutti.collectives.signature.Operation;

/** Sets all members' parts for this one in this member's object. */
public final class AllToAll extends Collective<@Nullable Void> {
    private final DividableDataObject<@Nullable Object> data;
    private final DividableDataObject<@Nullable Object> target;

    public AllToAll(DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        this(Operation.ALL_TO_ALL, data, target);
    }

    private AllToAll(
            Operation operation,
            DividableDataObject<@Nullable Object> data,
            DividableDataObject<@Nullable Object> target) {
        super(operation);
        this.data = data;
        this.target = target;
    }

    /** Makes the call in which each part may be there or not, which its receiver must know to read it. */
    public static AllToAll ofValues(
            DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        return new AllToAll(Operation.ALL_TO_ALL_VALUES, data, target);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        PairwiseAllToAll.run(invocation.peers(), data, target);
        return null;
    }
}
