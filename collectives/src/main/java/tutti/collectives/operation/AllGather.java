package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.algorithm.BruckAllGather;
import tutti.collectives.signature.Operation;

/** Sets all members' values in every member's object. */
public final class AllGather extends Collective<@Nullable Void> {
    private final DividableDataObject<@Nullable Object> target;
    private final @Nullable Object value;

    public AllGather(DividableDataObject<@Nullable Object> target, @Nullable Object value) {
        super(Operation.ALL_GATHER);
        this.target = target;
        this.value = value;
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        BruckAllGather.run(invocation.peers(), target, value);
        return null;
    }
}
