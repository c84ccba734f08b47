package tutti.group;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/**
 * Every operation of a member, each as a step that all members of a group take together, and that no member can take
 * alone for ever.
 */
enum EveryOperation {
    SEND_SYNC((self, group, i) -> {
        int size = group.size();
        int rank = group.rank(self);
        if (rank % 2 == 0) {
            self.sendSync(group, i, (rank + 1) % size);
            self.receive(group, Math.floorMod(rank - 1, size));
        } else {
            self.receive(group, Math.floorMod(rank - 1, size));
            self.sendSync(group, i, (rank + 1) % size);
        }
    }),
    SEND_ASYNC_AND_RECEIVE((self, group, i) -> {
        self.sendAsync(group, new int[100], (group.rank(self) + 1) % group.size());
        self.receive(group, Math.floorMod(group.rank(self) - 1, group.size()));
    }),
    SEND_RECEIVE((self, group, i) -> {
        int size = group.size();
        int rank = group.rank(self);
        self.sendReceive(group, i, (rank + 1) % size, group, Math.floorMod(rank - 1, size));
    }),
    RENDEZVOUS((self, group, i) -> {
        int partner = group.rank(self) ^ (1 + i % 3);
        self.rendezvous(group, i, partner);
    }),
    RECEIVE_INTO_BUFFER((self, group, i) -> {
        self.sendAsync(group, ints(20_000), (group.rank(self) + 1) % group.size());
        self.receive(group, ints(20_000), Math.floorMod(group.rank(self) - 1, group.size()));
    }),
    LARGE_MESSAGE((self, group, i) -> {
        self.sendAsync(group, new byte[3_000_000], (group.rank(self) + 1) % group.size());
        self.receive(group, Math.floorMod(group.rank(self) - 1, group.size()));
    }),
    BARRIER((self, group, i) -> self.barrier(group)),
    BROADCAST((self, group, i) -> self.broadcast(group, new int[1000], i % group.size())),
    REDUCE((self, group, i) -> self.reduce(group, 1L, Reductions.<Long>sum(), i % group.size())),
    ALL_REDUCE((self, group, i) -> self.allReduce(group, new double[100], Reductions.<double[]>sum())),
    SCATTER((self, group, i) -> self.scatter(group, DividableArray.of(new int[400]), i % group.size())),
    GATHER((self, group, i) -> self.gather(group, DividableArray.of(new int[400]), new int[100], i % group.size())),
    ALL_GATHER((self, group, i) -> self.allGather(group, PerRank.empty(), "value " + i)),
    ALL_TO_ALL((self, group, i) -> self.allToAll(group, PerRank.of(List.of(1, 2, 3, 4)), PerRank.empty())),
    BROADCAST_BUFFERS((self, group, i) -> self.broadcast(group, ints(1000), i % group.size())),
    REDUCE_BUFFERS((self, group, i) -> self.reduce(group, ints(1000), ints(1000), Reductions.sum(), i % group.size())),
    ALL_REDUCE_BUFFERS((self, group, i) -> self.allReduce(group, ints(1000), ints(1000), Reductions.sum())),
    SCATTER_BUFFERS((self, group, i) -> self.scatter(group, ints(400), ints(100), i % group.size())),
    GATHER_BUFFERS((self, group, i) -> self.gather(group, ints(100), ints(400), i % group.size())),
    ALL_GATHER_BUFFERS((self, group, i) -> self.allGather(group, ints(100), ints(400))),
    ALL_TO_ALL_BUFFERS((self, group, i) -> self.allToAll(group, ints(400), ints(400))),
    SCATTER_BLOCKS((self, group, i) -> self.scatter(group, ints(400), blocks(), ints(100), i % group.size())),
    GATHER_BLOCKS((self, group, i) -> self.gather(group, ints(100), ints(400), blocks(), i % group.size())),
    ALL_GATHER_BLOCKS((self, group, i) -> self.allGather(group, ints(100), ints(400), blocks())),
    ALL_TO_ALL_BLOCKS((self, group, i) -> self.allToAll(group, ints(400), blocks(), ints(400), blocks())),
    SCAN((self, group, i) -> {
        self.communicator(group).scan(i, Reductions.<Integer>sum());
        self.barrier(group); // rank 0 needs nothing of the others
    }),
    EXCLUSIVE_SCAN_BUFFERS((self, group, i) -> {
        self.communicator(group).exclusiveScan(ints(1000), ints(1000), Reductions.sum());
        self.barrier(group);
    }),
    REDUCE_SCATTER(
            (self, group, i) -> self.communicator(group).reduceScatter(List.of(1, 2, 3, 4), Reductions.<Integer>sum())),
    REDUCE_SCATTER_BLOCKS((self, group, i) ->
            self.communicator(group).reduceScatter(ints(400), blocks(), ints(100), Reductions.sum())),
    EXCHANGE((self, group, i) ->
            self.communicator(group).exchange(Map.of((group.rank(self) + 1 + i % 3) % group.size(), "value " + i))),
    FROM_ANY_SOURCE((self, group, i) -> {
        Communicator world = self.communicator(group).withTag(7);
        world.sendAsync(i, (world.rank() + 1) % world.size());
        world.receiveWithStatus(Communicator.ANY_SOURCE);
    }),
    PROBE((self, group, i) -> {
        Communicator world = self.communicator(group).withTag(8);
        world.sendAsync(i, (world.rank() + 1) % world.size());
        world.probe(Communicator.ANY_SOURCE);
        world.matchedProbe(Communicator.ANY_SOURCE).receive();
    }),
    REQUESTS((self, group, i) -> {
        Communicator world = self.communicator(group).withTag(9);
        Request<?> receive = world.nonBlocking().receive(ints(20_000), Communicator.ANY_SOURCE);
        Request<?> send = world.nonBlocking().sendSync(ints(20_000), (world.rank() + 1) % world.size());
        Request.awaitAll(List.of(receive, send));
    }),
    STARTED_COLLECTIVES((self, group, i) -> {
        NonBlockingCommunicator started = self.communicator(group).nonBlocking();
        Request.awaitAll(
                List.of(started.allReduce(i, Reductions.<Integer>sum()), started.barrier(), started.broadcast(i, 1)));
    }),
    SPLIT((self, group, i) -> {
        Communicator half = self.communicator(group).split(i % 2 == 0 ? group.rank(self) % 2 : 0);
        half.barrier();
        half.leave();
    });

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
    private final Step step;

    EveryOperation(Step step) {
        this.step = step;
    }

    private interface Step {
        void run(ColMember self, ColGroup group, int i);
    }

    /** Takes part in the operation for the i-th time, in a group of four. */
    void run(ColMember self, ColGroup group, int i) {
        step.run(self, group, i);
    }

    /** Reads names that are separated by commas. */
    static List<EveryOperation> parse(String names) {
        return Arrays.stream(names.split(",")).map(EveryOperation::valueOf).toList();
    }

    private static DirectBuffer ints(int count) {
        return DirectBuffer.of(new int[count]);
    }

    private static Blocks blocks() {
        int[] counts = new int[4];
        Arrays.fill(counts, 100);
        return Blocks.of(counts);
    }
}
