package tutti.collectives.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.collectives.algorithm.BruckAllGather;
import tutti.collectives.signature.Operation;

/** Gives every member what each says of its part of a new window. */
public final class CreateWindow extends Collective<List<long[]>> {
    private final long[] part;

    /**
     * Makes the call of a member.
     *
     * @param isAllocated whether the window's memory is new
     */
    public CreateWindow(long[] part, boolean isAllocated) {
        super(isAllocated ? Operation.ALLOCATE_WINDOW : Operation.CREATE_WINDOW);
        this.part = part;
    }

    @Override
    List<long[]> run(Invocation invocation) {
        PerRank<@Nullable Object> all = PerRank.empty();
        BruckAllGather.run(invocation.peers(), all, part);
        return all.list().stream().map(long[].class::cast).toList();
    }
}
