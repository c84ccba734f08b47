package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.algorithm.BinomialScatter;
import tutti.collectives.signature.Operation;

/** Gives every member its part of the root's object. */
public final class Scatter extends Collective<@Nullable Object> {
    private final @Nullable DividableDataObject<@Nullable Object> data;

    public Scatter(@Nullable DividableDataObject<@Nullable Object> data, int root) {
        super(Operation.SCATTER, root);
        this.data = data;
    }

    @Override
    @Nullable
    Object run(Invocation invocation) {
        return BinomialScatter.run(invocation.peers(), data, root());
    }
}
