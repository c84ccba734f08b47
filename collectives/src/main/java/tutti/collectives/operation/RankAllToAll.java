package tutti.collectives.operation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.PairwiseBufferAllToAll;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills a buffer for each rank with what that one has for this member; each pair has its own type and length. */
public final class RankAllToAll extends Collective<@Nullable Void> {
    private static final DirectBuffer NOTHING = DirectBuffer.of(new byte[0]);

    private final Map<Integer, DirectBuffer> data;
    private final Map<Integer, DirectBuffer> targets;

    /**
     * Makes a call.
     *
     * @param data by the ranks of their receivers
     * @param targets by the ranks of their senders
     */
    public RankAllToAll(Map<Integer, DirectBuffer> data, Map<Integer, DirectBuffer> targets) {
        super(Operation.ALL_TO_ALL_BY_RANK);
        this.data = data;
        this.targets = targets;
    }

    @Override
    long bufferBytes() {
        return data.values().stream().mapToLong(DirectBuffer::lengthBytes).sum();
    }

    @Override
    public void check(int rank, int size) {
        Exchange.checkRanks("a receiver's rank", data, rank, size);
        Exchange.checkRanks("a sender's rank", targets, rank, size);
        targets.values().forEach(BufferArguments::writable);
        BufferArguments.checkAlike(data.getOrDefault(rank, NOTHING), targets.getOrDefault(rank, NOTHING));
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        Map<Integer, DirectBuffer> apart = new HashMap<>(data);
        apart.replaceAll((destination, buffer) -> {
            DirectBuffer separate = buffer;
            for (DirectBuffer target : targets.values()) {
                separate = Scratch.apart(separate, target);
            }
            return separate;
        });
        PairwiseBufferAllToAll.run(
                invocation.peers(),
                destination -> apart.getOrDefault(destination, NOTHING),
                source -> targets.getOrDefault(source, NOTHING));
        return null;
    }
}
