package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static tutti.group.PublicOperations.call;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The operations by which members communicate, each as a step that both members of a group of two take, with the events
 * that each of them has.
 */
final class CommunicatingOperations {
    /** How the name of a group of one member begins; the member's rank follows. */
    static final String ALONE = "alone ";

    private static final int SIZE = 2;
    private static final int ROOT = 1;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Path FILE =
            Path.of("target", "communicating-" + ProcessHandle.current().pid());

    private static final ReductionObject<DirectBuffer> SUM = Reductions.sum();

    private final Map<String, Step> steps = new TreeMap<>();

    // made once: else the events of their making would be taken for those of each operation
    private @Nullable CartesianCommunicator ring;
    private @Nullable Intercommunicator sides;

    private CommunicatingOperations() {}

    /**
     * Returns the steps by the operations that they are about: Class.method(Type,Type).
     *
     * <p>All members take them in the order of the map.
     */
    static Map<String, Step> all() {
        CommunicatingOperations all = new CommunicatingOperations();
        all.collectives();
        all.messages();
        all.startedMessages();
        all.groups();
        all.neighborhoods();
        all.intercommunicators();
        all.windows();
        all.files();
        return all.steps;
    }

    /** What a member does. */
    interface Action {
        void run(Communicator world) throws Exception;
    }

    /**
     * What a member does, and what is recorded of it at least.
     *
     * @param events names; of started ones after the word started
     */
    record Step(Action action, List<String> events) {}

    private void add(String operation, String events, Action action) {
        if (steps.put(operation, new Step(action, List.of(events.split(", ")))) != null) {
            throw new IllegalStateException("is there already: " + operation);
        }
    }

    // ---------------------------------------------------------------- collective operations

    private void collectives() {
        List<String> parts = Collections.nCopies(SIZE, "part");
        ReductionObject<Integer> sum = Reductions.sum();
        DirectBuffer all = ints(SIZE);
        collective("barrier()", "barrier");
        collective("broadcast(Object,int)", "broadcast", "value", ROOT);
        collective("reduce(Object,ReductionObject,int)", "reduce", 1, sum, ROOT);
        collective("allReduce(Object,ReductionObject)", "allReduce", 1, sum);
        collective("scatter(DividableDataObject,int)", "scatter", PerRank.of(parts), ROOT);
        collective("gather(DividableDataObject,Object,int)", "gather", PerRank.empty(), "part", ROOT);
        collective("gather(Object,int)", "gather", "part", ROOT);
        collective("allGather(DividableDataObject,Object)", "allGather", PerRank.empty(), "part");
        collective("allGather(Object)", "allGather", "part");
        collective("allToAll(DividableDataObject,DividableDataObject)", "allToAll", PerRank.of(parts), PerRank.empty());
        collective("allToAll(List)", "allToAll", parts);
        collective("allToAll(Map)", "allToAll of values by ranks", Map.of(ROOT, "part"));
        collective("exchange(Map)", "exchange", Map.of(ROOT, "part"));
        collective("exchangeBuffers(Map)", "exchangeBuffers", Map.of(ROOT, ints(1)));
        collective("allToAll(Map,Map)", "allToAll of buffers by ranks", Map.of(), Map.of());
        collective("scan(Object,ReductionObject)", "scan", 1, sum);
        collective("exclusiveScan(Object,ReductionObject)", "exclusiveScan", 1, sum);
        collective(
                "reduceScatter(DividableDataObject,ReductionObject)", "reduceScatter", PerRank.of(List.of(1, 2)), sum);
        collective("reduceScatter(List,ReductionObject)", "reduceScatter", List.of(1, 2), sum);
        collective(
                "reduce(DirectBuffer,DirectBuffer,ReductionObject,int)",
                "reduce of buffers",
                ints(1),
                ints(1),
                SUM,
                ROOT);
        collective(
                "allReduce(DirectBuffer,DirectBuffer,ReductionObject)", "allReduce of buffers", ints(1), ints(1), SUM);
        collective("scatter(DirectBuffer,DirectBuffer,int)", "scatter of buffers", all, ints(1), ROOT);
        collective("gather(DirectBuffer,DirectBuffer,int)", "gather of buffers", ints(1), all, ROOT);
        collective("allGather(DirectBuffer,DirectBuffer)", "allGather of buffers", ints(1), all);
        collective("allToAll(DirectBuffer,DirectBuffer)", "allToAll of buffers", all, ints(SIZE));
        collective("scan(DirectBuffer,DirectBuffer,ReductionObject)", "scan of buffers", ints(1), ints(1), SUM);
        collective(
                "exclusiveScan(DirectBuffer,DirectBuffer,ReductionObject)",
                "exclusiveScan of buffers",
                ints(1),
                ints(1),
                SUM);
        collective(
                "scatter(DirectBuffer,Blocks,DirectBuffer,int)",
                "scatter of buffers by blocks",
                all,
                blocks(),
                ints(1),
                ROOT);
        collective(
                "gather(DirectBuffer,DirectBuffer,Blocks,int)",
                "gather of buffers by blocks",
                ints(1),
                all,
                blocks(),
                ROOT);
        collective(
                "allGather(DirectBuffer,DirectBuffer,Blocks)",
                "allGather of buffers by blocks",
                ints(1),
                all,
                blocks());
        collective(
                "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                "allToAll of buffers by blocks",
                all,
                blocks(),
                ints(SIZE),
                blocks());
        collective(
                "reduceScatter(DirectBuffer,DirectBuffer,ReductionObject)",
                "reduceScatter of buffers by blocks",
                all,
                ints(1),
                SUM);
        collective(
                "reduceScatter(DirectBuffer,Blocks,DirectBuffer,ReductionObject)",
                "reduceScatter of buffers by blocks",
                all,
                blocks(),
                ints(1),
                SUM);
    }

    private void collective(String operation, String event, Object... arguments) {
        inAllForms("Communicator", world -> world, operation, event, arguments);
    }

    /** A group as a member sees it: a {@link Communicator} or a {@link Neighborhood}. */
    private interface Viewing {
        Object of(Communicator world);
    }

    /** Adds a collective operation as it is called, started and prepared. */
    private void inAllForms(String type, Viewing view, String operation, String event, Object... arguments) {
        add(type + "." + operation, event, world -> call(view.of(world), operation, arguments));
        add("NonBlocking" + type + "." + operation, "started " + event, world -> {
            Object starting = call(view.of(world), "nonBlocking()");
            started(starting, operation, arguments).await();
        });
        add("Persistent" + type + "." + operation, event + ", started " + event, world -> {
            Object preparing = call(view.of(world), "persistent()");
            PersistentRequest<?> prepared = (PersistentRequest<?>) call(preparing, operation, arguments);
            var _ = prepared.start();
            prepared.await();
            prepared.run();
        });
    }

    private static Request<?> started(Object starting, String operation, Object... arguments) throws Exception {
        return (Request<?>) call(starting, operation, arguments);
    }

    // ---------------------------------------------------------------- messages

    /** A member's messages with the other one: in their group, or between two sides. */
    private record Ends(Object group, int peer) {
        Object call(String operation, Object... arguments) throws Exception {
            return PublicOperations.call(group, operation, arguments);
        }

        Object nonBlocking() throws Exception {
            return call("nonBlocking()");
        }
    }

    /** What a member does with the other. */
    private interface Talking {
        void run(Ends ends) throws Exception;
    }

    private void messages() {
        for (String operation : List.of("sendSync", "sendAsync")) {
            message(operation + "(Object,int)", operation, ends -> {
                Request<?> receive = started(ends.nonBlocking(), "receive(int)", ends.peer);
                ends.call(operation + "(Object,int)", "value", ends.peer);
                receive.await();
            });
        }
        receiving("receive(int)", "receive");
        receiving("receiveWithStatus(int)", "receive");
        receiving("receive(DirectBuffer,int)", "receive", ints(1));
        receiving("receiveWithStatus(DirectBuffer,int)", "receive", ints(1));
        receiving("probe(int)", "probe");
        receiving("matchedProbe(int)", "probe, receive");
        String both = "sendAsync, receive";
        String ofObject = "sendReceive(Object,int,int)";
        message(ofObject, both, ends -> ends.call(ofObject, "value", ends.peer, ends.peer));
        String ofBuffers = "sendReceive(DirectBuffer,int,DirectBuffer,int)";
        message(ofBuffers, both, ends -> ends.call(ofBuffers, ints(1), ends.peer, ints(1), ends.peer));
        add("Communicator.rendezvous(Object,int)", both, world -> world.rendezvous("value", other(world)));
        add(
                "Communicator.rendezvous(DirectBuffer,DirectBuffer,int)",
                both,
                world -> world.rendezvous(ints(1), ints(1), other(world)));
        for (String operation : List.of("ProbedMessage.receive()", "ProbedMessage.receive(DirectBuffer)")) {
            add(operation, "receive", world -> {
                world.nonBlocking().sendAsync(ints(1), other(world)).await();
                ProbedMessage message = world.matchedProbe(other(world));
                if (operation.endsWith("()")) {
                    message.receive();
                } else {
                    message.receive(ints(1));
                }
            });
        }
    }

    private void message(String operation, String events, Talking talking) {
        message("", operation, events, talking);
    }

    /** Adds an operation on messages of a group, and the same between two sides. */
    private void message(String form, String operation, String events, Talking talking) {
        add(form + "Communicator." + operation, events, world -> talking.run(new Ends(world, other(world))));
        between(form + "Intercommunicator." + operation, events, sides -> talking.run(new Ends(sides, 0)));
    }

    /** Adds an operation that finds an array of one block which the other member has sent. */
    private void receiving(String operation, String events, Object... target) {
        message(operation, events, ends -> {
            started(ends.nonBlocking(), "sendAsync(Object,int)", ints(1), ends.peer)
                    .await();
            Object found = ends.call(operation, and(target, ends.peer));
            if (found instanceof ProbedMessage message) {
                message.receive();
            } else if (operation.startsWith("probe")) {
                ends.call("receive(int)", ends.peer);
            }
        });
    }

    private void startedMessages() {
        startedMessage("sendSync(Object,int)", "sendSync", ints(1));
        startedMessage("sendAsync(Object,int)", "sendAsync", ints(1));
        startedMessage("receive(int)", "receive");
        startedMessage("receiveWithStatus(int)", "receive");
        startedMessage("receive(DirectBuffer,int)", "receive", ints(1));
        startedMessage("receiveWithStatus(DirectBuffer,int)", "receive", ints(1));
    }

    private void startedMessage(String operation, String event, Object... data) {
        message(
                "NonBlocking",
                operation,
                "started " + event,
                ends -> answer(ends, operation, started(ends.nonBlocking(), operation, and(data, ends.peer))));
        add("PersistentCommunicator." + operation, "started " + event, world -> {
            Ends ends = new Ends(world, other(world));
            Object prepared = call(world.persistent(), operation, and(data, ends.peer));
            answer(ends, operation, ((PersistentRequest<?>) prepared).start());
        });
    }

    /** Does what the other member's request waits for, and then waits for this one's. */
    private static void answer(Ends ends, String operation, Request<?> request) throws Exception {
        ends.call(
                operation.startsWith("send") ? "receive(DirectBuffer,int)" : "sendAsync(Object,int)",
                ints(1),
                ends.peer);
        request.await();
    }

    private static Object[] and(Object[] arguments, int peer) {
        Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = peer;
        return all;
    }

    // ---------------------------------------------------------------- groups

    private void groups() {
        derived("Communicator.split(int)", "split, barrier", world -> world.split(0));
        derived("Communicator.split(int,int)", "split, barrier", world -> world.split(0, 0));
        derived("Communicator.splitByHost()", "splitByHost, barrier", Communicator::splitByHost);
        derived("Communicator.splitByProcess()", "splitByProcess, barrier", Communicator::splitByProcess);
        add("Communicator.splitNone()", "split, barrier", Communicator::splitNone);
        derived("Communicator.duplicate()", "duplicate, barrier", Communicator::duplicate);
        derived("Communicator.duplicate(String)", "duplicate, barrier", world -> world.duplicate("other"));
        derived("Communicator.create(MemberGroup)", "create", world -> world.create(world.members()));
        derived("Communicator.create(MemberGroup,int)", "create", world -> world.create(world.members(), 3));
        derived("Communicator.shrink()", "shrink", world -> world.duplicate().shrink());
        derived(
                "Communicator.shrink(Duration)",
                "shrink",
                world -> world.duplicate().shrink(Duration.ofSeconds(20)));
        refused("Communicator.grow(int,Duration)", "allGather", world -> world.grow(1, SHORT));
        refused(
                "Communicator.replaceLost(Communicator,IntFunction,Duration)",
                "allGather",
                world -> world.split(world.rank())
                        .duplicate(ALONE + world.rank())
                        .replaceLost(world, rank -> rank, SHORT));
        add(
                "Communicator.createWindow(DirectBuffer)",
                "createWindow, barrier, allGather",
                world -> world.createWindow(ints(1)).close());
        add(
                "Communicator.allocateWindow(ElementType,long)",
                "allocateWindow, barrier, allGather",
                world -> world.allocateWindow(ElementType.INT, 1).close());
        refused(
                "Intercommunicator.accept(Communicator,Port,int)",
                "broadcast",
                world -> Intercommunicator.accept(world, null, 0));
        refused(
                "Intercommunicator.connect(Communicator,String,int)",
                "broadcast",
                world -> Intercommunicator.connect(world, "no port", 0));
        refused(
                "Intercommunicator.spawn(Communicator,int,SpawnCommand,int)",
                "broadcast",
                world -> Intercommunicator.spawn(world, 1, null, 0));
        refused(
                "Intercommunicator.spawn(Communicator,List,int)",
                "broadcast",
                world -> Intercommunicator.spawn(world, List.of(), 0));
    }

    /** Makes a group. */
    private interface Making {
        Communicator make(Communicator world);
    }

    private void derived(String operation, String events, Making making) {
        add(operation, events, world -> making.make(world).leave());
    }

    /** Adds an operation that all members agree to refuse. */
    private void refused(String operation, String events, Action action) {
        add(operation, events, world -> {
            try {
                action.run(world);
            } catch (GroupException | IllegalArgumentException | IllegalStateException e) {
                return;
            }
            throw new AssertionError("is not refused: " + operation);
        });
    }

    private void neighborhoods() {
        String making = "making of a neighborhood";
        add("Neighborhood.of(Communicator,int[])", making, world -> Neighborhood.of(world, other(world)));
        add(
                "Neighborhood.of(Communicator,int[],int[])",
                making,
                world -> Neighborhood.of(world, new int[] {other(world)}, new int[] {other(world)}));
        add(
                "Neighborhood.ofDestinations(Communicator,int[])",
                "ofDestinations of a neighborhood",
                world -> Neighborhood.ofDestinations(world, other(world)));
        add("CartesianCommunicator.of(Communicator,CartesianGrid)", making, CommunicatingOperations::makeRing);
        add(
                "CartesianCommunicator.sub(boolean[])",
                "split, barrier, " + making,
                world -> ring(world).sub(true).communicator().leave());
        neighbors("allGather(Object)", "neighborAllGather", "value");
        neighbors("allToAll(List)", "neighborAllToAll", List.of(1, 2));
        String gather = "neighborAllGather of buffers";
        neighbors("allGather(DirectBuffer,DirectBuffer)", gather, ints(1), ints(2));
        neighbors("allGather(DirectBuffer,DirectBuffer,Blocks)", gather, ints(1), ints(2), blocks());
        String all = "neighborAllToAll of buffers";
        neighbors("allToAll(DirectBuffer,DirectBuffer)", all, ints(2), ints(2));
        neighbors("allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)", all, ints(2), blocks(), ints(2), blocks());
        inAllForms(
                "CartesianCommunicator",
                this::ring,
                "exchangeHalo(DirectBuffer,int,int[])",
                "halo",
                ints(1),
                1,
                new int[] {(int) ints(1).length()});
    }

    private void neighbors(String operation, String event, Object... arguments) {
        inAllForms("Neighborhood", this::ring, operation, event, arguments);
    }

    private static CartesianCommunicator makeRing(Communicator world) {
        return CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
    }

    private CartesianCommunicator ring(Communicator world) {
        if (ring == null) {
            ring = makeRing(world);
        }
        return ring;
    }

    // ---------------------------------------------------------------- two groups

    /** What a member does with the other side, which has one member, too. */
    private interface Part {
        void run(Intercommunicator sides) throws Exception;
    }

    /** Adds an operation of two sides. */
    private void between(String operation, String events, Part part) {
        add(operation, events, world -> {
            if (sides == null) {
                sides = makeSides(world);
            }
            part.run(sides);
        });
    }

    private static Intercommunicator makeSides(Communicator world) {
        return Intercommunicator.create(world.split(world.rank()), 0, world, other(world), 5);
    }

    /** What a member of one side calls. */
    private record Calling(String operation, List<Object> arguments) {
        static Calling of(String operation, Object... arguments) {
            return new Calling(operation, List.of(arguments));
        }

        Object on(Object target) throws Exception {
            return call(target, operation, arguments.toArray());
        }
    }

    /** Adds an operation of two sides, which call different methods, as it is called and started. */
    private void sides(Calling about, String event, Calling first, Calling second) {
        between(
                "Intercommunicator." + about.operation,
                event,
                sides -> own(sides, first, second).on(sides));
        between(
                "NonBlockingIntercommunicator." + about.operation,
                "started " + event,
                sides -> ((Request<?>) own(sides, first, second).on(sides.nonBlocking())).await());
    }

    private static Calling own(Intercommunicator sides, Calling first, Calling second) {
        return sides.both().rank() == 0 ? first : second;
    }

    private void sides(String operation, String event, Object... arguments) {
        Calling calling = Calling.of(operation, arguments);
        sides(calling, event, calling, calling);
    }

    /** Adds both methods of an operation from one side to the other. */
    private void rooted(String event, Calling to, Calling from) {
        sides(to, event, to, from);
        sides(from, event, to, from);
    }

    private void intercommunicators() {
        String own = "Intercommunicator.";
        add(
                own + "create(Communicator,int,Communicator,int,int)",
                "create of an intercommunicator",
                CommunicatingOperations::makeSides);
        between(own + "disconnect()", "barrier", ended -> {
            ended.disconnect();
            sides = null; // the next operation makes others
        });
        between(
                own + "merge(boolean)",
                "split, barrier",
                sides -> sides.merge(false).leave());
        ReductionObject<Integer> sum = Reductions.sum();
        sides("barrier()", "barrier");
        sides("allGather(Object)", "allGather", "value");
        sides("allToAll(List)", "allToAll", List.of("value"));
        sides("allReduce(Object,ReductionObject)", "allReduce between two groups", 1, sum);
        sides("reduceScatter(List,ReductionObject)", "reduceScatter between two groups", List.of(1), sum);
        String byBlocks = "allToAll of buffers by blocks";
        sides("allGather(DirectBuffer,DirectBuffer)", byBlocks, ints(1), ints(1));
        sides("allGather(DirectBuffer,DirectBuffer,Blocks)", byBlocks, ints(1), ints(1), block());
        sides("allToAll(DirectBuffer,DirectBuffer)", byBlocks, ints(1), ints(1));
        sides("allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)", byBlocks, ints(1), block(), ints(1), block());
        sides(
                "allReduce(DirectBuffer,DirectBuffer,ReductionObject)",
                "allReduce of buffers between two groups",
                ints(1),
                ints(1),
                SUM);
        String scatter = "reduceScatter of buffers between two groups";
        sides("reduceScatter(DirectBuffer,DirectBuffer,ReductionObject)", scatter, ints(1), ints(1), SUM);
        sides(
                "reduceScatter(DirectBuffer,Blocks,DirectBuffer,ReductionObject)",
                scatter,
                ints(1),
                block(),
                ints(1),
                SUM);
        rooted("broadcast", Calling.of("broadcastTo(Object,int)", "value", 0), Calling.of("broadcastFrom(int)", 0));
        rooted("scatter", Calling.of("scatterTo(List,int)", List.of("value"), 0), Calling.of("scatterFrom(int)", 0));
        rooted("gather", Calling.of("gatherTo(Object,int)", "value", 0), Calling.of("gatherFrom(int)", 0));
        rooted(
                "reduce between two groups",
                Calling.of("reduceTo(Object,ReductionObject,int)", 1, sum, 0),
                Calling.of("reduceFrom(ReductionObject,int)", sum, 0));
        rooted(
                "scatter of buffers by blocks",
                Calling.of("scatterTo(DirectBuffer,Blocks,int)", ints(1), block(), 0),
                Calling.of("scatterFrom(DirectBuffer,int)", ints(1), 0));
        Calling broadcast = Calling.of("broadcastFrom(DirectBuffer,int)", ints(1), 0);
        sides(broadcast, "broadcast of buffers", Calling.of("broadcastTo(Object,int)", ints(1), 0), broadcast);
        Calling gather = Calling.of("gatherFrom(DirectBuffer,Blocks,int)", ints(1), block(), 0);
        sides(gather, "gather of buffers by blocks", Calling.of("gatherTo(Object,int)", ints(1), 0), gather);
        Calling reduce = Calling.of("reduceFrom(DirectBuffer,ReductionObject,int)", ints(1), SUM, 0);
        sides(
                reduce,
                "reduce of buffers between two groups",
                Calling.of("reduceTo(Object,ReductionObject,int)", ints(1), SUM, 0),
                reduce);
    }

    // ---------------------------------------------------------------- windows

    /** What a member does with the memory of the other. */
    private interface Using {
        void use(Window window, int target);
    }

    /** Adds an operation on a window of numbers of a type. */
    private void window(String operation, String events, ElementType type, Using using) {
        add(operation, events, world -> {
            try (Window window = world.allocateWindow(type, 2)) {
                using.use(window, other(world));
            }
        });
    }

    private void window(String operation, String events, Using using) {
        window("Window." + operation, events, ElementType.LONG, using);
    }

    /** Adds an access, which needs an epoch. */
    private void access(String operation, String event, Using using) {
        window(operation, event, (window, target) -> inEpoch(window, target, using));
    }

    private static void inEpoch(Window window, int target, Using using) {
        window.lockAll();
        using.use(window, target);
        window.unlockAll();
    }

    private void windows() {
        access("put(int,long,DirectBuffer)", "put", (window, target) -> window.put(target, 0, longs()));
        access("get(int,long,DirectBuffer)", "get", (window, target) -> window.get(target, 0, longs()));
        access(
                "accumulate(int,long,DirectBuffer,ReductionObject)",
                "accumulate",
                (window, target) -> window.accumulate(target, 0, longs(), SUM));
        access(
                "getAndAccumulate(int,long,DirectBuffer,DirectBuffer,ReductionObject)",
                "getAndAccumulate",
                (window, target) -> window.getAndAccumulate(target, 0, longs(), longs(), SUM));
        access(
                "fetchAndOp(int,long,long,ReductionObject)",
                "fetchAndOp",
                (window, target) -> window.fetchAndOp(target, 0, 1L, SUM));
        access("fetchAndAdd(int,long,long)", "fetchAndAdd", (window, target) -> window.fetchAndAdd(target, 0, 1L));
        access(
                "compareAndSwap(int,long,long,long)",
                "compareAndSwap",
                (window, target) -> window.compareAndSwap(target, 0, 0, 1));
        access(
                "compareAndSwap(int,long,DirectBuffer,DirectBuffer,DirectBuffer)",
                "compareAndSwap",
                (window, target) -> window.compareAndSwap(target, 0, longs(), longs(), longs()));
        window(
                "Window.fetchAndOp(int,long,double,ReductionObject)",
                "fetchAndOp",
                ElementType.DOUBLE,
                (window, target) -> inEpoch(window, target, (inside, at) -> inside.fetchAndOp(at, 0, 1.0, SUM)));
        window(
                "Window.fetchAndAdd(int,long,double)",
                "fetchAndAdd",
                ElementType.DOUBLE,
                (window, target) -> inEpoch(window, target, (inside, at) -> inside.fetchAndAdd(at, 0, 1.0)));
        access("flush(int)", "flush", Window::flush);
        access("flushAll()", "flushAll", (window, target) -> window.flushAll());
        access("flushLocal(int)", "flushLocal", Window::flushLocal);
        access("flushLocalAll()", "flushLocalAll", (window, target) -> window.flushLocalAll());
        for (String operation : List.of("lockAll()", "unlockAll()")) {
            access(operation, "lockAll, unlockAll", (window, target) -> {});
        }
        window("lockShared(int)", "lockShared", (window, target) -> {
            window.lockShared(target);
            window.unlock(target);
        });
        for (String operation : List.of("lock(int)", "unlock(int)")) {
            window(operation, "lock, unlock", (window, target) -> {
                window.lock(target);
                window.unlock(target);
            });
        }
        for (String operation : List.of("post(int[])", "start(int[])", "complete()", "await()")) {
            window(operation, "post, start, complete, await", (window, target) -> {
                window.post(target);
                window.start(target);
                window.complete();
                window.await();
            });
        }
        window("fence()", "fence", (window, target) -> window.fence());
        window("close()", "close of a window", (window, target) -> {});
        startedAccess(
                "put(int,long,DirectBuffer)",
                "put",
                (window, target) -> window.nonBlocking().put(target, 0, longs()).await());
        startedAccess(
                "get(int,long,DirectBuffer)",
                "get",
                (window, target) -> window.nonBlocking().get(target, 0, longs()).await());
        startedAccess(
                "accumulate(int,long,DirectBuffer,ReductionObject)",
                "accumulate",
                (window, target) ->
                        window.nonBlocking().accumulate(target, 0, longs(), SUM).await());
        startedAccess(
                "getAndAccumulate(int,long,DirectBuffer,DirectBuffer,ReductionObject)",
                "getAndAccumulate",
                (window, target) -> window.nonBlocking()
                        .getAndAccumulate(target, 0, longs(), longs(), SUM)
                        .await());
        startedAccess(
                "fetchAndOp(int,long,long,ReductionObject)",
                "fetchAndOp",
                (window, target) ->
                        window.nonBlocking().fetchAndOp(target, 0, 1L, SUM).await());
        window(
                "NonBlockingWindow.fetchAndOp(int,long,double,ReductionObject)",
                "started fetchAndOp",
                ElementType.DOUBLE,
                (window, target) -> inEpoch(
                        window,
                        target,
                        (inside, at) ->
                                inside.nonBlocking().fetchAndOp(at, 0, 1.0, SUM).await()));
        startedAccess(
                "compareAndSwap(int,long,long,long)",
                "compareAndSwap",
                (window, target) ->
                        window.nonBlocking().compareAndSwap(target, 0, 0, 1).await());
        startedAccess(
                "compareAndSwap(int,long,DirectBuffer,DirectBuffer,DirectBuffer)",
                "compareAndSwap",
                (window, target) -> window.nonBlocking()
                        .compareAndSwap(target, 0, longs(), longs(), longs())
                        .await());
    }

    private void startedAccess(String operation, String event, Using using) {
        window(
                "NonBlockingWindow." + operation,
                "started " + event,
                ElementType.LONG,
                (window, target) -> inEpoch(window, target, using));
    }

    // ---------------------------------------------------------------- files

    /** What a member does with a file. */
    private interface FileUse {
        void use(ParallelFile file);
    }

    private void file(String operation, String events, FileUse use) {
        add(operation, events, world -> {
            try (ParallelFile file = ParallelFile.open(world, FILE, READ, WRITE, CREATE, DELETE_ON_CLOSE)) {
                use.use(file);
                world.barrier(); // the file stays while the other uses it
            }
        });
    }

    /** What a member does with a view of a file. */
    private interface ViewUse {
        void use(FileView view);
    }

    private void view(String operation, ViewUse use) {
        file(operation, "allReduce", file -> use.use(file.view(ElementType.LONG)));
    }

    /** What a member does with a view of a file whose position all share. */
    private interface SharedUse {
        void use(SharedFileView view);
    }

    private void shared(String operation, String events, SharedUse use) {
        file(operation, events, file -> use.use(SharedFileView.of(file.view(ElementType.LONG))));
    }

    private void files() {
        file("ParallelFile.open(Communicator,Path,OpenOption[])", "duplicate, barrier, allGather", file -> {});
        file("ParallelFile.setSize(long)", "allGather, allReduce", file -> file.setSize(8));
        file("ParallelFile.preallocate(long)", "allGather, allReduce", file -> file.preallocate(8));
        file("ParallelFile.force()", "allReduce", ParallelFile::force);
        file("ParallelFile.setAtomic(boolean)", "barrier", file -> file.setAtomic(true));
        view("FileView.readAtAll(long,DirectBuffer)", view -> view.readAtAll(0, longs()));
        view("FileView.writeAtAll(long,DirectBuffer)", view -> view.writeAtAll(0, longs()));
        view("FileView.readAll(DirectBuffer)", view -> view.readAll(longs()));
        view("FileView.writeAll(DirectBuffer)", view -> view.writeAll(longs()));
        view(
                "NonBlockingFileView.readAtAll(long,DirectBuffer)",
                view -> view.nonBlocking().readAtAll(0, longs()).await());
        view(
                "NonBlockingFileView.writeAtAll(long,DirectBuffer)",
                view -> view.nonBlocking().writeAtAll(0, longs()).await());
        view(
                "NonBlockingFileView.readAll(DirectBuffer)",
                view -> view.nonBlocking().readAll(longs()).await());
        view(
                "NonBlockingFileView.writeAll(DirectBuffer)",
                view -> view.nonBlocking().writeAll(longs()).await());
        shared("SharedFileView.of(FileView)", "allGather, allocateWindow", view -> {});
        file(
                "SharedFileView.over(FileView)",
                "allGather, allReduce",
                file -> SharedFileView.of(file.view(ElementType.LONG)).over(file.view(ElementType.LONG)));
        shared("SharedFileView.seek(long)", "allGather, allReduce", view -> view.seek(0));
        shared("SharedFileView.position()", "fetchAndOp", SharedFileView::position);
        shared("SharedFileView.read(DirectBuffer)", "fetchAndOp", view -> view.read(longs()));
        shared("SharedFileView.write(DirectBuffer)", "fetchAndAdd", view -> view.write(longs()));
        shared("SharedFileView.readOrdered(DirectBuffer)", "broadcast", view -> view.readOrdered(longs()));
        shared("SharedFileView.writeOrdered(DirectBuffer)", "broadcast", view -> view.writeOrdered(longs()));
        shared(
                "NonBlockingSharedFileView.read(DirectBuffer)",
                "fetchAndOp",
                view -> view.nonBlocking().read(longs()).await());
        shared(
                "NonBlockingSharedFileView.write(DirectBuffer)",
                "fetchAndAdd",
                view -> view.nonBlocking().write(longs()).await());
        shared(
                "NonBlockingSharedFileView.readOrdered(DirectBuffer)",
                "broadcast",
                view -> view.nonBlocking().readOrdered(longs()).await());
        shared(
                "NonBlockingSharedFileView.writeOrdered(DirectBuffer)",
                "broadcast",
                view -> view.nonBlocking().writeOrdered(longs()).await());
    }

    // ---------------------------------------------------------------- arguments

    private static int other(Communicator world) {
        return 1 - world.rank();
    }

    private static DirectBuffer ints(int blocks) {
        return DirectBuffer.of(new int[4 * blocks]);
    }

    private static DirectBuffer longs() {
        return DirectBuffer.of(new long[1]);
    }

    private static Blocks blocks() {
        return Blocks.of(4, 4);
    }

    private static Blocks block() {
        return Blocks.of(4);
    }
}
