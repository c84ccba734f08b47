package tutti.collectives.operation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.DoublingAllReduce;
import tutti.collectives.algorithm.ExchangeAllReduce;
import tutti.collectives.algorithm.HalvingAllReduce;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.TreeBufferAllReduce;
import tutti.collectives.hierarchy.BufferDelivery;
import tutti.collectives.hierarchy.BufferReduction;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.hierarchy.SegmentReduction;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.shm.SegmentAllReduce;
import tutti.collectives.shm.SharedSegments;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Writes the reduction of all contributions into every member's target. */
public final class BufferAllReduce extends Collective<@Nullable Void> {
    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.ALL_REDUCE_BUFFERS)
            .with("tree", TreeBufferAllReduce::run)
            .with("doubling", DoublingAllReduce::run)
            .with("halving", HalvingAllReduce::run)
            .with("exchange", ExchangeAllReduce::run);

    private static final int SMALL_BYTES = 2 * 1024;

    private final DirectBuffer own;
    private final DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;

    public BufferAllReduce(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        super(operator instanceof Elementwise ? Operation.ALL_REDUCE_BUFFERS : Operation.ALL_REDUCE_BUFFERS_BY);
        this.own = own;
        this.target = target;
        this.operator = Objects.requireNonNull(operator, "operator");
    }

    /** Writes the reduction into every target, which may be the member's contribution. */
    @FunctionalInterface
    interface Algorithm {
        void run(Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator);
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    long bufferBytes() {
        return own.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(operator, own);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkAlike(own, target);
        Elementwise.checkWhole(operator, own);
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        if (invocation.peers().size() == 1 || operation() == Operation.ALL_REDUCE_BUFFERS_BY) {
            // a program's operator may look at its arguments as a whole, so these must not be cut
            DoublingAllReduce.run(invocation.peers(), own, target, operator);
            return null;
        }
        boolean isRegular = invocation.locality().isRegular();
        int members = isRegular
                ? invocation.locality().processes()
                : invocation.peers().size();
        Algorithm algorithm = invocation.choose(ALGORITHMS, members, own.lengthBytes());
        if (isRegular && isSmall(invocation)) {
            if (!new SegmentReduction(invocation.call(), invocation.peers(), operator).run(own, target)) {
                algorithm.run(invocation.peers(), own, target, operator);
            }
        } else if (isRegular) {
            Hierarchy.run(
                    invocation.call(),
                    BufferReduction.forAll(invocation.call(), invocation.peers(), own, target, operator),
                    part -> exchange(invocation, algorithm, part),
                    BufferDelivery.ofResult(invocation.call(), own, target, true));
        } else {
            algorithm.run(invocation.peers(), own, target, operator);
        }
        return null;
    }

    /** Returns whether each member is to combine what the processes contribute in memory that they share. */
    private boolean isSmall(Invocation invocation) {
        return own.lengthBytes() <= SMALL_BYTES
                && SharedSegments.mayBeUsedIn(invocation.call())
                && invocation
                        .table()
                        .isShared(operation().tableName(), invocation.locality().processes(), own.lengthBytes());
    }

    /** Reduces over the processes: in memory that they share if the table says so, else by messages. */
    private DirectBuffer exchange(Invocation invocation, Algorithm algorithm, DirectBuffer part) {
        String name = operation().tableName();
        int processes = invocation.locality().processes();
        boolean isShared = invocation.table().mayBeShared(name)
                && SegmentAllReduce.run(
                        invocation.call(),
                        invocation.leaders(),
                        part,
                        target,
                        operator,
                        invocation.table().isShared(name, processes, own.lengthBytes()));
        if (!isShared) {
            algorithm.run(invocation.leaders(), part, target, operator);
        }
        return target;
    }
}
