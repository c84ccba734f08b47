package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** The shapes of the algorithms on buffers, of which an {@link AlgorithmTable} chooses one for each call. */
final class BufferAlgorithms {
    private BufferAlgorithms() {}

    /** Fills all buffers with the root's elements. */
    @FunctionalInterface
    interface Broadcast {
        void run(BufferPeers peers, DirectBuffer data, int root);
    }

    /** Writes the reduction into the root's target, which may be its own contribution; others need no target. */
    @FunctionalInterface
    interface Reduce {
        void run(
                BufferPeers peers,
                DirectBuffer own,
                @Nullable DirectBuffer target,
                ReductionObject<DirectBuffer> operator,
                int root);
    }

    /** Writes the reduction into every target, which may be the member's contribution. */
    @FunctionalInterface
    interface AllReduce {
        void run(BufferPeers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator);
    }

    /** Fills every target with its equal block of the root's buffer. */
    @FunctionalInterface
    interface Scatter {
        void run(BufferPeers peers, @Nullable DirectBuffer data, DirectBuffer target, int root);
    }

    /** Fills the root's target with equal blocks. */
    @FunctionalInterface
    interface Gather {
        void run(BufferPeers peers, DirectBuffer own, @Nullable DirectBuffer target, int root);
    }

    /** Fills every target with equal blocks of all. */
    @FunctionalInterface
    interface AllGather {
        void run(BufferPeers peers, DirectBuffer own, DirectBuffer target);
    }

    /** Fills every target with its equal block of every buffer. */
    @FunctionalInterface
    interface AllToAll {
        void run(BufferPeers peers, DirectBuffer data, DirectBuffer target);
    }
}
