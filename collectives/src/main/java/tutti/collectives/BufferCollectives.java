package tutti.collectives;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations on buffers of one member in one group: checks each call, chooses an algorithm and runs it.
 *
 * <p>Calls count together with those of {@link Collectives}, so that members which call an object operation and one on buffers
 * notice. Ranks have been checked by the caller; buffers are checked here before anything is sent. All are the operation's from
 * the call to the return, and whatever is sent has been captured by then.
 */
public final class BufferCollectives {
    private static final int NO_ROOT = -1;
    private static final int NO_OPERATOR = 0;

    private final Endpoint endpoint;
    private final MeetingPlace place;
    private final AlgorithmTable table;
    private final Scratch scratch;
    private final Entrance entrance;

    BufferCollectives(Endpoint endpoint, MeetingPlace place, AlgorithmTable table, Scratch scratch, Entrance entrance) {
        this.endpoint = endpoint;
        this.place = place;
        this.table = table;
        this.scratch = scratch;
        this.entrance = entrance;
    }

    /** Begins a call. */
    interface Entrance {
        /** Begins a call of which the label says all but the details. */
        Visit enter(Operation operation, int root, int operator, Supplier<String> details);
    }

    /** Returns the same operations for a member whose endpoint is limited. */
    BufferCollectives within(Endpoint limited, Entrance newEntrance) {
        return new BufferCollectives(limited, place, table, scratch, newEntrance);
    }

    /** Fills every member's buffer with the root's elements. */
    public void broadcast(DirectBuffer data, int root) {
        if (endpoint.rank() != root) {
            data.requireWritable("data");
        }
        BufferAlgorithms.Broadcast algorithm =
                table.choose(BufferAlgorithms.BROADCAST, place.leaders().length, data.lengthBytes());
        meet(Operation.BROADCAST_BUFFERS, root, data, (visit, peers) -> {
            visit.uses(BufferAlgorithms.BROADCAST, algorithm);
            MeetingBufferBroadcast.run(visit, peers, algorithm, data, root);
            return null;
        });
    }

    /** Writes the reduction of all contributions into the root's target. */
    public void reduce(
            DirectBuffer own, @Nullable DirectBuffer target, ReductionObject<DirectBuffer> operator, int root) {
        Objects.requireNonNull(operator, "operator");
        if (endpoint.rank() == root) {
            checkAlike(own, required(target, "receive buffer"));
        }
        if (endpoint.size() > 1 && isElementwise(operator)) {
            BufferAlgorithms.Reduce algorithm = table.choose(BufferAlgorithms.REDUCE, reducers(), own.lengthBytes());
            meet(Operation.REDUCE_BUFFERS, root, own, operator, (visit, peers) -> {
                visit.uses(BufferAlgorithms.REDUCE, algorithm);
                if (place.isRegular()) {
                    MeetingBufferReduce.run(visit, peers, algorithm, own, target, operator, root);
                } else {
                    algorithm.run(peers, own, target, operator, root);
                }
                return null;
            });
        } else {
            Operation operation = isElementwise(operator) ? Operation.REDUCE_BUFFERS : Operation.REDUCE_BUFFERS_BY;
            exchange(
                    enter(operation, root, own, operator),
                    peers -> BinomialBufferReduce.run(peers, own, target, operator, root));
        }
    }

    /** Writes the reduction of all contributions into every member's target. */
    public void allReduce(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        Objects.requireNonNull(operator, "operator");
        checkAlike(own, target);
        if (endpoint.size() > 1 && isElementwise(operator)) {
            BufferAlgorithms.AllReduce algorithm =
                    table.choose(BufferAlgorithms.ALL_REDUCE, reducers(), own.lengthBytes());
            boolean mayBeShared = table.mayBeShared(BufferAlgorithms.ALL_REDUCE);
            boolean isShared = table.isShared(BufferAlgorithms.ALL_REDUCE, reducers(), own.lengthBytes());
            meet(Operation.ALL_REDUCE_BUFFERS, NO_ROOT, own, operator, (visit, peers) -> {
                visit.uses(BufferAlgorithms.ALL_REDUCE, algorithm);
                if (place.isRegular()) {
                    BufferAlgorithms.AllReduce between =
                            mayBeShared ? CommonsAllReduce.or(algorithm, isShared, visit) : algorithm;
                    MeetingBufferAllReduce.run(visit, peers, between, own, target, operator);
                } else {
                    algorithm.run(peers, own, target, operator);
                }
                return null;
            });
        } else {
            Operation operation =
                    isElementwise(operator) ? Operation.ALL_REDUCE_BUFFERS : Operation.ALL_REDUCE_BUFFERS_BY;
            exchange(
                    enter(operation, NO_ROOT, own, operator),
                    peers -> DoublingAllReduce.run(peers, own, target, operator));
        }
    }

    /** Returns how many exchange messages in a reduction. */
    private int reducers() {
        return place.isRegular() ? place.leaders().length : endpoint.size();
    }

    /** Others may look at their arguments as a whole, so these must not be cut. */
    @SuppressWarnings("unchecked") // a ready operator takes whatever it is given
    private static boolean isElementwise(ReductionObject<DirectBuffer> operator) {
        return (ReductionObject<?>) operator instanceof ElementwiseOperator;
    }

    /** Fills every member's target with its equal block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, DirectBuffer target, int root) {
        target.requireWritable("receive buffer");
        if (endpoint.rank() == root) {
            checkBlocks("send buffer", required(data, "send buffer"), "receive buffer", target);
        }
        BufferAlgorithms.Scatter algorithm =
                table.choose(BufferAlgorithms.SCATTER, endpoint.size(), target.lengthBytes());
        Visit visit = enter(Operation.SCATTER_BUFFERS, root, target);
        visit.uses(BufferAlgorithms.SCATTER, algorithm);
        exchange(visit, peers -> algorithm.run(peers, data, target, root));
    }

    /** Fills every member's target with its block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        target.requireWritable("receive buffer");
        if (endpoint.rank() == root) {
            DirectBuffer whole = required(data, "send buffer");
            Blocks known = required(blocks, "blocks");
            known.check("send buffer", whole, endpoint.size());
            known.checkOwn("receive buffer", target, "send buffer", whole, root);
        }
        exchange(
                enterUnequal(Operation.SCATTER_BLOCKS, root, target),
                peers -> LinearBufferScatter.run(peers, data, blocks, target, root));
    }

    /** Fills the root's target with every member's equal contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, int root) {
        if (endpoint.rank() == root) {
            checkBlocks("receive buffer", writable(required(target, "receive buffer")), "send buffer", own);
        }
        BufferAlgorithms.Gather algorithm = table.choose(BufferAlgorithms.GATHER, endpoint.size(), own.lengthBytes());
        Visit visit = enter(Operation.GATHER_BUFFERS, root, own);
        visit.uses(BufferAlgorithms.GATHER, algorithm);
        exchange(visit, peers -> algorithm.run(peers, own, target, root));
    }

    /** Fills the blocks of the root's target with every member's contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        if (endpoint.rank() == root) {
            DirectBuffer whole = writable(required(target, "receive buffer"));
            Blocks known = required(blocks, "blocks");
            known.check("receive buffer", whole, endpoint.size());
            known.checkOwn("send buffer", own, "receive buffer", whole, root);
        }
        exchange(
                enterUnequal(Operation.GATHER_BLOCKS, root, own),
                peers -> LinearBufferGather.run(peers, own, target, blocks, root));
    }

    /** Fills every member's target with every member's equal contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target) {
        checkBlocks("receive buffer", writable(target), "send buffer", own);
        meet(Operation.ALL_GATHER_BUFFERS, NO_ROOT, own, (visit, peers) -> {
            if (place.isEven()) {
                MeetingBufferAllGather.run(visit, peers, table, own, target);
            } else {
                BufferAlgorithms.AllGather algorithm =
                        table.choose(BufferAlgorithms.ALL_GATHER, peers.size(), own.lengthBytes());
                visit.uses(BufferAlgorithms.ALL_GATHER, algorithm);
                algorithm.run(peers, own, target);
            }
            return null;
        });
    }

    /** Fills the blocks of every member's target with every member's contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target, Blocks blocks) {
        blocks.check("receive buffer", writable(target), endpoint.size());
        blocks.checkOwn("send buffer", own, "receive buffer", target, endpoint.rank());
        exchange(
                enterUnequal(Operation.ALL_GATHER_BLOCKS, NO_ROOT, own),
                peers -> RingBufferAllGather.run(peers, own, target, blocks));
    }

    /** Fills every member's target with its equal block of every member's buffer. */
    public void allToAll(DirectBuffer data, DirectBuffer target) {
        checkAlike(data, target);
        if (data.length() % endpoint.size() != 0) {
            throw new IllegalArgumentException(
                    "buffers must hold one equal block for each member: send buffer=%s members=%d; pass Blocks for unequal ones"
                            .formatted(data.shape(), endpoint.size()));
        }
        BufferAlgorithms.AllToAll algorithm =
                table.choose(BufferAlgorithms.ALL_TO_ALL, endpoint.size(), data.lengthBytes() / endpoint.size());
        Visit visit = enter(Operation.ALL_TO_ALL_BUFFERS, NO_ROOT, data);
        visit.uses(BufferAlgorithms.ALL_TO_ALL, algorithm);
        exchange(visit, peers -> algorithm.run(peers, apart(data, target), target));
    }

    /** Returns a buffer's elements where what is written to another does not change them. */
    private static DirectBuffer apart(DirectBuffer data, DirectBuffer target) {
        return data.overlaps(target) ? Lent.copyOf(data) : data;
    }

    /** Fills the blocks of every member's target with its block of every member's buffer. */
    public void allToAll(DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        int rank = endpoint.rank();
        dataBlocks.check("send buffer", data, endpoint.size());
        targetBlocks.check("receive buffer", writable(target), endpoint.size());
        dataBlocks.checkOwn("block of the receive buffer", targetBlocks.of(target, rank), "send buffer", data, rank);
        exchange(
                enterUnequal(Operation.ALL_TO_ALL_BLOCKS, NO_ROOT, data),
                peers -> PairwiseBufferAllToAll.run(peers, apart(data, target), dataBlocks, target, targetBlocks));
    }

    /**
     * Begins a call.
     *
     * @param alike has the same type and length at all members
     */
    private Visit enter(Operation operation, int root, DirectBuffer alike) {
        return entrance.enter(operation, root, NO_OPERATOR, () -> Verification.describe(alike));
    }

    /** Begins a call in which lengths may differ, but not the type of the elements. */
    private Visit enterUnequal(Operation operation, int root, DirectBuffer buffer) {
        return entrance.enter(operation, root, NO_OPERATOR, () -> " of=" + buffer.type());
    }

    private Visit enter(Operation operation, int root, DirectBuffer alike, ReductionObject<?> operator) {
        return entrance.enter(
                operation, root, Operators.codeOf(operator), () -> Verification.describe(operator, alike));
    }

    private BufferPeers peers(Visit visit) {
        return visit.bufferPeers(scratch);
    }

    /** Does this member's part in a call that needs only messages. */
    private void exchange(Visit visit, Consumer<BufferPeers> body) {
        try {
            body.accept(peers(visit));
            visit.end();
        } catch (Throwable failure) {
            visit.abandon(failure);
            throw failure;
        }
    }

    /** What a member does in a call in which neighbours use each other's memory. */
    @FunctionalInterface
    private interface Body<T extends @Nullable Object> {
        T run(Visit visit, BufferPeers peers);
    }

    private <T extends @Nullable Object> T meet(Operation operation, int root, DirectBuffer alike, Body<T> body) {
        return meet(enter(operation, root, alike), body);
    }

    private <T extends @Nullable Object> T meet(
            Operation operation, int root, DirectBuffer alike, ReductionObject<?> operator, Body<T> body) {
        return meet(enter(operation, root, alike, operator), body);
    }

    private <T extends @Nullable Object> T meet(Visit visit, Body<T> body) {
        try {
            return visit.end(body.run(visit, peers(visit)));
        } catch (Throwable failure) {
            try {
                visit.abandon(failure);
            } finally {
                visit.recall(); // the memory is the caller's again when this returns
            }
            throw failure;
        }
    }

    private static DirectBuffer writable(DirectBuffer target) {
        return target.requireWritable("receive buffer");
    }

    private static <T> T required(@Nullable T argument, String role) {
        return Objects.requireNonNull(argument, role + " must not be null at the root");
    }

    private static void checkAlike(DirectBuffer own, DirectBuffer target) {
        if (!own.matches(writable(target))) {
            throw new IllegalArgumentException(
                    "buffers must be alike: send buffer=%s receive buffer=%s; let both have the same type and length"
                            .formatted(own.shape(), target.shape()));
        }
    }

    private void checkBlocks(String role, DirectBuffer whole, String blockRole, DirectBuffer block) {
        if (whole.type() != block.type() || whole.length() != block.length() * endpoint.size()) {
            throw new IllegalArgumentException(
                    "%s must hold one block for each member: %s=%s %s=%s members=%d; pass Blocks for unequal ones"
                            .formatted(role, role, whole.shape(), blockRole, block.shape(), endpoint.size()));
        }
    }
}
