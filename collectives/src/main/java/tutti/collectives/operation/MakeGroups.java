package tutti.collectives.operation;

import tutti.collectives.algorithm.BruckBufferAllGather;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Gives every member what each says of the new groups that all make together. */
public final class MakeGroups extends BufferAllGather {
    private MakeGroups(Operation operation, DirectBuffer own, DirectBuffer all) {
        super(operation, own, all);
    }

    public static MakeGroups split(DirectBuffer own, DirectBuffer all) {
        return new MakeGroups(Operation.SPLIT, own, all);
    }

    public static MakeGroups splitByHost(DirectBuffer own, DirectBuffer all) {
        return new MakeGroups(Operation.SPLIT_BY_HOST, own, all);
    }

    public static MakeGroups splitByProcess(DirectBuffer own, DirectBuffer all) {
        return new MakeGroups(Operation.SPLIT_BY_PROCESS, own, all);
    }

    public static MakeGroups duplicate(DirectBuffer own, DirectBuffer all) {
        return new MakeGroups(Operation.DUPLICATE, own, all);
    }

    @Override
    Algorithm choose(Invocation invocation, int members, long bytes) {
        return BruckBufferAllGather::run;
    }
}
