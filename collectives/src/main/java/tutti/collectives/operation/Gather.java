package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.algorithm.BinomialGather;
import tutti.collectives.signature.Operation;

/** Sets all members' values in the root's object. */
public final class Gather extends Collective<@Nullable Void> {
    private final @Nullable DividableDataObject<@Nullable Object> target;
    private final @Nullable Object value;

    public Gather(@Nullable DividableDataObject<@Nullable Object> target, @Nullable Object value, int root) {
        super(Operation.GATHER, root);
        this.target = target;
        this.value = value;
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        BinomialGather.run(invocation.peers(), target, value, root());
        return null;
    }
}
