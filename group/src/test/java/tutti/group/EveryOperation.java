package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

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
    EXCHANGE_BUFFERS((self, group, i) -> self.communicator(group)
            .exchangeBuffers(Map.of((group.rank(self) + 1 + i % 3) % group.size(), ints(1000)))),
    ALL_TO_ALL_BY_RANK((self, group, i) -> {
        int next = (group.rank(self) + 1) % group.size();
        int previous = Math.floorMod(group.rank(self) - 1, group.size());
        self.communicator(group).allToAll(Map.of(next, ints(1000)), Map.of(previous, ints(1000)));
    }),
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
    ALL_TO_ALL_MAP((self, group, i) -> {
        Communicator world = self.communicator(group);
        world.allToAll(Map.of((world.rank() + 1 + i % 3) % world.size(), "value " + i));
    }),
    STARTED_SCANS((self, group, i) -> {
        NonBlockingCommunicator started = self.communicator(group).nonBlocking();
        Request.awaitAll(List.of(
                started.scan(i, Reductions.<Integer>sum()),
                started.exclusiveScan(ints(100), ints(100), Reductions.sum()),
                started.reduceScatter(List.of(1, 2, 3, 4), Reductions.<Integer>sum()),
                started.exchange(Map.of(i % group.size(), i))));
    }),
    PREPARED_SCANS((self, group, i) -> {
        PersistentCommunicator prepared = self.communicator(group).persistent();
        prepared.scan(ints(100), ints(100), Reductions.sum()).run();
        prepared.reduceScatter(ints(400), ints(100), Reductions.sum()).run();
        prepared.exchange(Map.of(i % group.size(), i)).run();
    }),
    PREPARED_COLLECTIVE((self, group, i) -> {
        PersistentRequest<?> sum =
                self.communicator(group).persistent().allReduce(ints(1000), ints(1000), Reductions.sum());
        var _ = sum.start();
        sum.await();
        sum.run();
    }),
    PREPARED_MESSAGES((self, group, i) -> {
        PersistentCommunicator prepared = self.communicator(group).withTag(10).persistent();
        List<PersistentRequest<?>> both = List.of(
                prepared.receive(ints(20_000), Math.floorMod(group.rank(self) - 1, group.size())),
                prepared.sendSync(ints(20_000), (group.rank(self) + 1) % group.size()));
        PersistentRequest.startAll(both);
        PersistentRequest.awaitAll(both);
    }),
    NEIGHBOR_ALL_GATHER((self, group, i) -> ring(self, group).allGather("value " + i)),
    NEIGHBOR_ALL_TO_ALL_BUFFERS((self, group, i) -> ring(self, group).allToAll(ints(200), ints(200))),
    STARTED_NEIGHBOR_ALL_TO_ALL((self, group, i) ->
            ring(self, group).nonBlocking().allToAll(List.of(i, i)).await()),
    STARTED_HALO((self, group, i) ->
            ring(self, group).nonBlocking().exchangeHalo(ints(102), 1, 102).await()),
    HALO((self, group, i) -> ring(self, group).exchangeHalo(ints(102), 1, 102)),
    PREPARED_NEIGHBORS((self, group, i) -> {
        PersistentCartesianCommunicator prepared = ring(self, group).persistent();
        PersistentRequest<?> halo = prepared.exchangeHalo(ints(102), 1, 102);
        var _ = halo.start();
        halo.await();
        prepared.allToAll(ints(200), ints(200)).run();
    }),
    GRAPH((self, group, i) -> Neighborhood.ofDestinations(
                    self.communicator(group), (group.rank(self) + 1 + i % 3) % group.size())
            .allToAll(List.of("value " + i))),
    SPLIT((self, group, i) -> inDerived(self, group, world -> {
        Communicator half = world.split(i % 2 == 0 ? world.rank() % 2 : 0);
        half.barrier();
        half.leave();
    })),
    DUPLICATE((self, group, i) -> inDerived(self, group, world -> {
        Communicator other = world.duplicate();
        other.barrier();
        other.leave();
    })),
    CREATE_FROM_RANKS((self, group, i) -> inDerived(self, group, world -> {
        Communicator reversed = world.create(world.members().include(3, 2, 1, 0));
        reversed.barrier();
        reversed.leave();
    })),
    SIDES((self, group, i) -> inDerived(self, group, world -> {
        int side = world.rank() % 2;
        Communicator half = world.split(side);
        Intercommunicator sides = Intercommunicator.create(half, 0, world, 1 - side, 11);
        sides.sendAsync(i, sides.rank());
        sides.<Integer>receive(sides.rank());
        sides.allGather(i);
        if (side == 0) {
            sides.broadcastTo(i, i % 2);
        } else {
            sides.<Integer>broadcastFrom(i % 2);
        }
        Communicator merged = sides.merge(side == 0);
        merged.barrier();
        merged.leave();
        sides.leave();
        half.leave();
    })),
    SIDES_COLLECTIVES((self, group, i) -> inDerived(self, group, world -> {
        int side = world.rank() % 2;
        Communicator half = world.split(side);
        Intercommunicator sides = Intercommunicator.create(half, 0, world, 1 - side, 12);
        sides.barrier();
        sides.allReduce(i, Reductions.<Integer>sum());
        sides.allToAll(List.of(i, i));
        sides.allReduce(ints(1000), ints(1000), Reductions.sum());
        sides.reduceScatter(List.of(i, i), Reductions.<Integer>sum());
        sides.nonBlocking()
                .reduceScatter(ints(1000), ints(500), Reductions.sum())
                .await();
        if (side == 0) {
            sides.reduceTo(i, Reductions.<Integer>sum(), i % 2);
        } else {
            sides.reduceFrom(Reductions.<Integer>sum(), i % 2);
        }
        sides.leave();
        half.leave();
    })),
    WINDOW_FENCE((self, group, i) -> {
        Communicator world = self.communicator(group);
        Window window = i % 2 == 0 ? world.allocateWindow(ElementType.INT, 1000) : world.createWindow(ints(1000));
        window.fence();
        window.put((world.rank() + 1) % world.size(), 0, ints(1000));
        window.fence();
        window.close();
    }),
    WINDOW_LOCK((self, group, i) -> {
        Communicator world = self.communicator(group);
        Window window = i % 2 == 0
                ? world.allocateWindow(ElementType.LONG, 10)
                : world.createWindow(DirectBuffer.of(new long[10]));
        window.lockAll();
        int next = (world.rank() + 1) % world.size();
        window.fetchAndAdd(next, 0, 1);
        window.get(next, 0, DirectBuffer.of(new long[10]));
        window.unlockAll();
        window.close();
    }),
    WINDOW_STARTED((self, group, i) -> {
        Communicator world = self.communicator(group);
        Window window = i % 2 == 0 ? world.allocateWindow(ElementType.INT, 1000) : world.createWindow(ints(1000));
        window.fence();
        int next = (world.rank() + 1) % world.size();
        Request.awaitAll(List.of(
                window.nonBlocking().put(next, 0, ints(500)),
                window.nonBlocking().get(next, 500, ints(500))));
        window.fence();
        window.close();
    }),
    WINDOW_POST((self, group, i) -> {
        Communicator world = self.communicator(group);
        Window window = world.allocateWindow(ElementType.LONG, 1);
        int next = (world.rank() + 1) % world.size();
        window.post(Math.floorMod(world.rank() - 1, world.size()));
        window.start(next);
        window.put(next, 0, DirectBuffer.of(new long[] {i}));
        window.complete();
        window.await();
        window.close();
    }),
    FILE((self, group, i) -> {
        Communicator world = self.communicator(group);
        Path path = Path.of("target", "every-operation-" + group.name() + "-" + group.id());
        try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
            FileView view =
                    file.view(0, ElementType.INT, Layout.vector(100, 1, 4).at(world.rank()), 400);
            view.writeAtAll(0, ints(1000));
            view.readAtAll(0, ints(1000));
        }
    }),
    SHARED_FILE((self, group, i) -> {
        Communicator world = self.communicator(group);
        Path path = Path.of("target", "every-shared-" + group.name() + "-" + group.id());
        try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
            SharedFileView view = SharedFileView.of(file.view(ElementType.INT));
            view.writeOrdered(ints(1000));
            view.seek(0);
            view.readOrdered(ints(1000));
            file.setSize(4);
        }
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

    /** What is done in groups that are made of one, whose members have other ranks there. */
    private interface DerivedStep {
        void run(Communicator world);
    }

    private static void inDerived(ColMember self, ColGroup group, DerivedStep step) {
        try {
            step.run(self.communicator(group));
        } catch (MemberFailedException e) {
            self.barrier(group); // fails too, and names the rank in this group
            throw e;
        }
    }

    private static CartesianCommunicator ring(ColMember self, ColGroup group) {
        return CartesianCommunicator.of(self.communicator(group), CartesianGrid.periodic(group.size()));
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
