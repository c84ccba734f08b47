package tutti.examples.support;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.serialization.DirectBuffer;

/**
 * A member that knows how long it has been inside those collective operations that the papers' programs compute with.
 */
@SuppressWarnings("TypeParameterUnusedInFormals") // as in the methods that are overridden
public abstract class TimedMember extends ColMember {
    private long communicationNanos;

    /** Makes a member that is in no group. */
    protected TimedMember() {}

    /** Returns the time inside broadcasts, reductions to all, and gathers to all. */
    protected final long communicationNanos() {
        return communicationNanos;
    }

    @Override
    public <T extends @Nullable Object> T broadcast(ColGroup group, T value, int root) {
        long start = System.nanoTime();
        T result = super.broadcast(group, value, root);
        communicationNanos += System.nanoTime() - start;
        return result;
    }

    @Override
    public <T extends @Nullable Object> T allReduce(ColGroup group, T value, ReductionObject<T> operator) {
        long start = System.nanoTime();
        T result = super.allReduce(group, value, operator);
        communicationNanos += System.nanoTime() - start;
        return result;
    }

    @Override
    public <T extends @Nullable Object, D extends DividableDataObject<T>> D allGather(
            ColGroup group, D resultObject, T value) {
        long start = System.nanoTime();
        D result = super.allGather(group, resultObject, value);
        communicationNanos += System.nanoTime() - start;
        return result;
    }

    @Override
    public void allGather(ColGroup group, DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        long start = System.nanoTime();
        super.allGather(group, send, receive, blocks);
        communicationNanos += System.nanoTime() - start;
    }
}
