package tutti.collectives.operation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialBufferReduce;
import tutti.collectives.algorithm.ExchangeReduce;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.hierarchy.BufferReduction;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.hierarchy.Hierarchy;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Writes the reduction of all contributions into the root's target. */
public final class BufferReduce extends Collective<@Nullable Void> {
    private static final Algorithm TREE = BinomialBufferReduce::run;

    static final Choice<Algorithm> ALGORITHMS = Choice.<Algorithm>of(Operation.REDUCE_BUFFERS)
            .with("binomial", TREE)
            .with("exchange", ExchangeReduce::run);

    private final DirectBuffer own;
    private final @Nullable DirectBuffer target;
    private final ReductionObject<DirectBuffer> operator;

    public BufferReduce(
            DirectBuffer own, @Nullable DirectBuffer target, ReductionObject<DirectBuffer> operator, int root) {
        super(operator instanceof Elementwise ? Operation.REDUCE_BUFFERS : Operation.REDUCE_BUFFERS_BY, root);
        this.own = own;
        this.target = target;
        this.operator = Objects.requireNonNull(operator, "operator");
    }

    /** Writes the reduction into the root's target, which may be its own contribution; others need no target. */
    @FunctionalInterface
    interface Algorithm {
        void run(
                Peers peers,
                DirectBuffer own,
                @Nullable DirectBuffer target,
                ReductionObject<DirectBuffer> operator,
                int root);
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
        Elementwise.checkWhole(operator, own);
        if (rank == root()) {
            BufferArguments.checkAlike(own, BufferArguments.required(target, BufferArguments.RECEIVE_BUFFER));
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        if (invocation.peers().size() == 1 || operation() == Operation.REDUCE_BUFFERS_BY) {
            // a program's operator may look at its arguments as a whole, so these must not be cut
            BinomialBufferReduce.run(invocation.peers(), own, target, operator, root());
            return null;
        }
        boolean isRegular = invocation.locality().isRegular();
        int members = isRegular
                ? invocation.locality().processes()
                : invocation.peers().size();
        Algorithm algorithm = invocation.choose(ALGORITHMS, members, own.lengthBytes());
        if (isRegular) {
            int rootProcess = invocation.locality().processOf(root());
            Hierarchy.run(
                    invocation.call(),
                    BufferReduction.toRoot(invocation.call(), invocation.peers(), own, target, operator, root()),
                    part -> {
                        run(invocation, algorithm, invocation.leaders(root()), part, rootProcess);
                        return target;
                    },
                    Hierarchy.toHolder());
        } else {
            run(invocation, algorithm, invocation.peers(), own, root());
        }
        return null;
    }

    /** Runs an algorithm; one that shorter buffers do not use begins with a look whether all have the same length. */
    private void run(Invocation invocation, Algorithm algorithm, CallPeers peers, DirectBuffer part, int rootOfPeers) {
        if (!algorithm.equals(TREE)) {
            ShapeCheck.alongTree(invocation.call(), peers, part, rootOfPeers);
        }
        algorithm.run(peers, part, target, operator, rootOfPeers);
    }
}
