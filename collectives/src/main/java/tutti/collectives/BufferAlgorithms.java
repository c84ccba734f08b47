package tutti.collectives;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/** The algorithms on buffers of which an {@link AlgorithmTable} chooses one for each call, by the names that it uses. */
final class BufferAlgorithms {
    static final Family<Broadcast> BROADCAST = new Family<Broadcast>("broadcast")
            .with("binomial", BinomialBufferBroadcast::run)
            .with("chain", ChainBufferBroadcast::run)
            .with("scatter-ring", ScatterRingBroadcast::run);

    static final Family<Reduce> REDUCE = new Family<Reduce>("reduce")
            .with("binomial", BinomialBufferReduce::run)
            .with("exchange", ExchangeReduce::run);

    static final Family<AllReduce> ALL_REDUCE = new Family<AllReduce>("allReduce")
            .with("tree", TreeBufferAllReduce::run)
            .with("doubling", DoublingAllReduce::run)
            .with("halving", HalvingAllReduce::run)
            .with("exchange", ExchangeAllReduce::run)
            .withShared();

    static final Family<Scatter> SCATTER = new Family<Scatter>("scatter")
            .with("binomial", BinomialBufferScatter::run)
            .with("linear", LinearBufferScatter::run);

    static final Family<Gather> GATHER = new Family<Gather>("gather")
            .with("binomial", BinomialBufferGather::run)
            .with("linear", LinearBufferGather::run);

    static final Family<AllGather> ALL_GATHER = new Family<AllGather>("allGather")
            .with("bruck", BruckBufferAllGather::run)
            .with("ring", RingBufferAllGather::run);

    static final Family<AllToAll> ALL_TO_ALL = new Family<AllToAll>("allToAll")
            .with("bruck", BruckBufferAllToAll::run)
            .with("pairwise", PairwiseBufferAllToAll::run);

    static final List<Family<?>> ALL = List.of(BROADCAST, REDUCE, ALL_REDUCE, SCATTER, GATHER, ALL_GATHER, ALL_TO_ALL);

    private BufferAlgorithms() {}

    /**
     * The algorithms of one operation.
     *
     * @param <A> their shape
     */
    static final class Family<A> {
        private final String operation;
        private final Map<String, A> algorithms;

        private final boolean hasShared;

        Family(String operation) {
            this(operation, Map.of(), false);
        }

        private Family(String operation, Map<String, A> algorithms, boolean hasShared) {
            this.operation = operation;
            this.algorithms = algorithms;
            this.hasShared = hasShared;
        }

        private Family<A> with(String name, A algorithm) {
            Map<String, A> more = new LinkedHashMap<>(algorithms);
            more.put(name, algorithm);
            return new Family<>(operation, Collections.unmodifiableMap(more), hasShared);
        }

        private Family<A> withShared() {
            return new Family<>(operation, algorithms, true);
        }

        /** Returns whether there is one more algorithm, for processes that share memory; see {@link Commons}. */
        boolean hasShared() {
            return hasShared;
        }

        String operation() {
            return operation;
        }

        /** Returns the names, in the order in which people read them. */
        List<String> names() {
            return List.copyOf(algorithms.keySet());
        }

        /** Returns the name of one of the algorithms. */
        String nameOf(A algorithm) {
            return algorithms.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(algorithm))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the algorithm with one of the {@link #names}. */
        A named(String name) {
            return Objects.requireNonNull(algorithms.get(name));
        }
    }

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
