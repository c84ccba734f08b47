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
import tutti.collectives.ReductionObject;
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
    SEND_RECEIVE_BUFFERS((self, group, i) -> {
        Communicator world = self.communicator(group);
        int next = (world.rank() + 1) % world.size();
        world.sendReceive(ints(20_000), next, ints(20_000), Math.floorMod(world.rank() - 1, world.size()));
    }),
    RENDEZVOUS_BUFFERS((self, group, i) ->
            self.communicator(group).rendezvous(ints(20_000), ints(20_000), group.rank(self) ^ (1 + i % 3))),
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
    EXCLUSIVE_SCAN((self, group, i) -> {
        self.communicator(group).exclusiveScan(i, Reductions.<Integer>sum());
        self.barrier(group);
    }),
    SCAN_BUFFERS((self, group, i) -> {
        self.communicator(group).scan(ints(1000), ints(1000), Reductions.sum());
        self.barrier(group);
    }),
    LISTS((self, group, i) -> {
        Communicator world = self.communicator(group);
        world.gather("value " + i, i % group.size());
        world.allGather("value " + i);
        world.allToAll(List.of(1, 2, 3, 4));
    }),
    OPERATOR_OF_PROGRAM((self, group, i) -> {
        Communicator world = self.communicator(group);
        world.allReduce(ints(1000), ints(1000), Named.FIRST);
        world.reduce(ints(1000), ints(1000), (left, right) -> left, i % group.size());
        world.allReduce(1.0 / i, Reductions.<Double>exactSum());
    }),
    REDUCE_SCATTER(
            (self, group, i) -> self.communicator(group).reduceScatter(List.of(1, 2, 3, 4), Reductions.<Integer>sum())),
    REDUCE_SCATTER_BUFFERS((self, group, i) -> {
        Communicator world = self.communicator(group);
        world.reduceScatter(ints(400), ints(100), Reductions.sum());
        world.reduceScatter(PerRank.of(List.of(1, 2, 3, 4)), Reductions.<Integer>sum());
    }),
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
        world.sendAsync(new int[100], (world.rank() + 1) % world.size());
        if (i % 2 == 0) {
            world.receiveWithStatus(Communicator.ANY_SOURCE);
        } else {
            world.receiveWithStatus(ints(100), Communicator.ANY_SOURCE);
        }
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
    STARTED_OBJECTS((self, group, i) -> {
        NonBlockingCommunicator started = self.communicator(group).nonBlocking();
        int root = i % group.size();
        Request.awaitAll(List.of(
                started.reduce(i, Reductions.<Integer>sum(), root),
                started.scatter(DividableArray.of(new int[400]), root),
                started.gather(i, root),
                started.allGather(i),
                started.allToAll(List.of(1, 2, 3, 4)),
                started.allToAll(Map.of(root, i))));
    }),
    STARTED_BUFFERS((self, group, i) -> {
        NonBlockingCommunicator started = self.communicator(group).nonBlocking();
        int root = i % group.size();
        Request.awaitAll(List.of(
                started.broadcast(ints(1000), root),
                started.reduce(ints(1000), ints(1000), Reductions.sum(), root),
                started.allReduce(ints(1000), ints(1000), Reductions.sum()),
                started.scatter(ints(400), ints(100), root),
                started.gather(ints(100), ints(400), root),
                started.allGather(ints(100), ints(400)),
                started.allToAll(ints(400), ints(400)),
                started.scan(ints(100), ints(100), Reductions.sum()),
                started.reduceScatter(ints(400), ints(100), Reductions.sum())));
    }),
    STARTED_BLOCKS((self, group, i) -> {
        NonBlockingCommunicator started = self.communicator(group).nonBlocking();
        int root = i % group.size();
        int next = (group.rank(self) + 1) % group.size();
        int previous = Math.floorMod(group.rank(self) - 1, group.size());
        Request.awaitAll(List.of(
                started.scatter(ints(400), blocks(), ints(100), root),
                started.gather(ints(100), ints(400), blocks(), root),
                started.allGather(ints(100), ints(400), blocks()),
                started.allToAll(ints(400), blocks(), ints(400), blocks()),
                started.reduceScatter(ints(400), blocks(), ints(100), Reductions.sum()),
                started.exchangeBuffers(Map.of(next, ints(1000))),
                started.allToAll(Map.of(next, ints(1000)), Map.of(previous, ints(1000)))));
    }),
    PREPARED_OBJECTS((self, group, i) -> {
        PersistentCommunicator prepared = self.communicator(group).persistent();
        int root = i % group.size();
        prepared.broadcast(i, root).run();
        prepared.reduce(i, Reductions.<Integer>sum(), root).run();
        prepared.gather(i, root).run();
        prepared.allGather(i).run();
        prepared.allToAll(List.of(1, 2, 3, 4)).run();
        prepared.reduceScatter(List.of(1, 2, 3, 4), Reductions.<Integer>sum()).run();
    }),
    PREPARED_BLOCKS((self, group, i) -> {
        PersistentCommunicator prepared = self.communicator(group).persistent();
        int root = i % group.size();
        prepared.scatter(ints(400), blocks(), ints(100), root).run();
        prepared.gather(ints(100), ints(400), blocks(), root).run();
        prepared.allGather(ints(100), ints(400), blocks()).run();
        prepared.allToAll(ints(400), blocks(), ints(400), blocks()).run();
        prepared.exchangeBuffers(Map.of(root, ints(1000))).run();
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
    NEIGHBOR_BLOCKS((self, group, i) -> {
        CartesianCommunicator ring = ring(self, group);
        ring.allToAll(ints(200), Blocks.of(50, 150), ints(200), Blocks.of(150, 50));
        ring.allGather(ints(100), ints(200), Blocks.of(100, 100));
        ring.allGather(ints(100), ints(200));
    }),
    STARTED_NEIGHBOR_BUFFERS((self, group, i) -> {
        NonBlockingCartesianCommunicator started = ring(self, group).nonBlocking();
        Request.awaitAll(List.of(
                started.allGather(i),
                started.allGather(ints(100), ints(200)),
                started.allToAll(ints(200), ints(200)),
                started.allToAll(ints(200), Blocks.of(50, 150), ints(200), Blocks.of(150, 50))));
    }),
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
    GRAPH_OF_BOTH_ENDS((self, group, i) -> {
        Communicator world = self.communicator(group);
        int next = (world.rank() + 1) % world.size();
        int previous = Math.floorMod(world.rank() - 1, world.size());
        Neighborhood.of(world, new int[] {previous}, new int[] {next}).allToAll(List.of(i));
        Neighborhood.of(world, previous, next).allGather(i);
    }),
    GRAPH((self, group, i) -> Neighborhood.ofDestinations(
                    self.communicator(group), (group.rank(self) + 1 + i % 3) % group.size())
            .allToAll(List.of("value " + i))),
    SUB_GRID((self, group, i) -> inDerived(self, group, world -> {
        CartesianCommunicator row =
                CartesianCommunicator.of(world, CartesianGrid.periodic(2, 2)).sub(false, true);
        row.allGather(i);
        row.communicator().leave();
        world.barrier(); // the other row needs nothing of this one
    })),
    SPLIT_BY_PLACE((self, group, i) -> inDerived(self, group, world -> {
        Communicator together = world.splitByHost();
        together.barrier();
        together.leave();
        world.splitByProcess().leave();
    })),
    SPLIT_SOME((self, group, i) -> inDerived(self, group, world -> {
        if (world.rank() == i % 4) {
            world.splitNone();
        } else {
            Communicator rest = world.split(0, -world.rank());
            rest.barrier();
            rest.leave();
        }
        world.barrier(); // the others need nothing of the one
    })),
    SPLIT((self, group, i) -> inDerived(self, group, world -> {
        Communicator half = world.split(i % 2 == 0 ? world.rank() % 2 : 0);
        half.barrier();
        half.leave();
    })),
    DUPLICATE((self, group, i) -> inDerived(self, group, world -> {
        Communicator other = i % 2 == 0 ? world.duplicate() : world.duplicate("other");
        other.barrier();
        other.leave();
    })),
    CREATE_FROM_RANKS((self, group, i) -> inDerived(self, group, world -> {
        MemberGroup all = world.members().include(3, 2, 1, 0);
        Communicator reversed = i % 2 == 0 ? world.create(all) : world.create(all, 1);
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
    SIDES_COLLECTIVES((self, group, i) -> betweenSides(self, group, 12, (sides, side) -> {
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
    })),
    SIDES_ROOTED((self, group, i) -> betweenSides(self, group, 13, (sides, side) -> {
        int root = i % 2;
        if (side == 0) {
            sides.scatterTo(List.of(i, i), root);
            sides.gatherTo(i, root);
            sides.broadcastTo(ints(1000), root);
            sides.scatterTo(ints(200), Blocks.of(100, 100), root);
            sides.gatherTo(ints(100), root);
            sides.reduceTo(ints(1000), Reductions.sum(), root);
        } else {
            sides.<Integer>scatterFrom(root);
            sides.<Integer>gatherFrom(root);
            sides.broadcastFrom(ints(1000), root);
            sides.scatterFrom(ints(100), root);
            sides.gatherFrom(ints(200), Blocks.of(100, 100), root);
            sides.reduceFrom(ints(1000), Reductions.sum(), root);
        }
    })),
    SIDES_BUFFERS((self, group, i) -> betweenSides(self, group, 14, (sides, side) -> {
        sides.allGather(ints(100), ints(200));
        sides.allGather(ints(100), ints(200), Blocks.of(100, 100));
        sides.allToAll(ints(200), ints(200));
        sides.allToAll(ints(200), Blocks.of(100, 100), ints(200), Blocks.of(100, 100));
        sides.reduceScatter(ints(200), ints(100), Reductions.sum());
        sides.reduceScatter(ints(200), Blocks.of(100, 100), ints(100), Reductions.sum());
    })),
    SIDES_STARTED((self, group, i) -> betweenSides(self, group, 15, (sides, side) -> {
        NonBlockingIntercommunicator started = sides.nonBlocking();
        Request.awaitAll(List.of(
                started.allGather(i),
                started.allToAll(List.of(i, i)),
                started.allReduce(ints(1000), ints(1000), Reductions.sum()),
                started.allToAll(ints(200), ints(200)),
                started.receive(ints(1000), Communicator.ANY_SOURCE),
                started.sendSync(ints(1000), sides.rank())));
    })),
    SIDES_MESSAGES((self, group, i) -> betweenSides(self, group, 16, (sides, side) -> {
        int peer = (sides.rank() + i) % 2;
        sides.sendReceive(ints(1000), peer, ints(1000), Communicator.ANY_SOURCE);
        sides.<Integer>sendReceive(i, peer, Communicator.ANY_SOURCE);
        sides.sendAsync(ints(10), peer);
        sides.receiveWithStatus(ints(10), Communicator.ANY_SOURCE);
        sides.sendAsync(i, peer);
        sides.receiveWithStatus(Communicator.ANY_SOURCE);
        sides.sendAsync(i, peer);
        sides.probe(Communicator.ANY_SOURCE);
        sides.matchedProbe(Communicator.ANY_SOURCE).receive();
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
    WINDOW_UPDATE((self, group, i) -> {
        Communicator world = self.communicator(group);
        DirectBuffer memory = DirectBuffer.of(new long[10]);
        Window window = i % 2 == 0 ? world.allocateWindow(ElementType.LONG, 10) : world.createWindow(memory);
        int target = i % world.size();
        window.lock(target);
        window.accumulate(target, 0, DirectBuffer.of(new long[10]), Reductions.sum());
        window.getAndAccumulate(target, 0, DirectBuffer.of(new long[5]), DirectBuffer.of(new long[5]), Window.REPLACE);
        window.flush(target);
        window.compareAndSwap(target, 0, 0, world.rank());
        window.fetchAndOp(target, 1, i, Reductions.max());
        window.unlock(target);
        window.close();
    }),
    WINDOW_NUMBERS((self, group, i) -> {
        Communicator world = self.communicator(group);
        DirectBuffer memory = DirectBuffer.of(new double[10]);
        Window window = i % 2 == 0 ? world.allocateWindow(ElementType.DOUBLE, 10) : world.createWindow(memory);
        int target = i % world.size();
        window.lockShared(target);
        window.fetchAndAdd(target, 0, 1.5);
        window.fetchAndOp(target, 1, 1.5, Reductions.max());
        window.compareAndSwap(target, 2, number(0), number(1), number(0));
        window.flushAll();
        window.unlock(target);
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

    /** Operators of the program. */
    private static final class Named {
        /** Takes what lower ranks have. */
        static final ReductionObject<DirectBuffer> FIRST =
                Reductions.elementwise("first", int[].class, 1, (left, right, from, to) -> {});
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

    /** What is done between the members of even and of odd ranks. */
    private interface SidesStep {
        void run(Intercommunicator sides, int side);
    }

    private static void betweenSides(ColMember self, ColGroup group, int tag, SidesStep step) {
        inDerived(self, group, world -> {
            int side = world.rank() % 2;
            Communicator half = world.split(side);
            Intercommunicator sides = Intercommunicator.create(half, 0, world, 1 - side, tag);
            step.run(sides, side);
            sides.disconnect(); // with a barrier: some steps need nothing of some members
            half.leave();
        });
    }

    private static CartesianCommunicator ring(ColMember self, ColGroup group) {
        return CartesianCommunicator.of(self.communicator(group), CartesianGrid.periodic(group.size()));
    }

    private static DirectBuffer ints(int count) {
        return DirectBuffer.of(new int[count]);
    }

    private static DirectBuffer number(double value) {
        return DirectBuffer.of(new double[] {value});
    }

    private static Blocks blocks() {
        int[] counts = new int[4];
        Arrays.fill(counts, 100);
        return Blocks.of(counts);
    }
}
