package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    private static final int SIZE = 2;
    private static final int ROOT = 1;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Path FILE =
            Path.of("target", "communicating-" + ProcessHandle.current().pid());

    private static final ReductionObject<DirectBuffer> SUM = Reductions.sum();

    private final Map<String, Step> steps = new TreeMap<>();

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

    /** Returns the name of an operation. */
    static String nameOf(Class<?> of, Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", of.getSimpleName() + "." + method.getName() + "(", ")"));
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
        collective("allToAll(Map)", "allToAll", Map.of(ROOT, "part"));
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

    /** Adds a collective operation as it is called, started and prepared. */
    private void collective(String operation, String event, Object... arguments) {
        add("Communicator." + operation, event, world -> call(world, operation, arguments));
        add("NonBlockingCommunicator." + operation, "started " + event, world -> {
            NonBlockingCommunicator starting = world.nonBlocking();
            ((Request<?>) call(starting, operation, arguments)).await();
        });
        add("PersistentCommunicator." + operation, event + ", started " + event, world -> {
            PersistentRequest<?> prepared = (PersistentRequest<?>) call(world.persistent(), operation, arguments);
            var _ = prepared.start();
            prepared.await();
            prepared.run();
        });
    }

    private static Object call(Object target, String operation, Object... arguments) throws Exception {
        for (Class<?> in = target.getClass(); in != null; in = in.getSuperclass()) {
            for (Method method : in.getDeclaredMethods()) {
                if (!method.isSynthetic() && nameOf(in, method).equals(in.getSimpleName() + "." + operation)) {
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                    }
                }
            }
        }
        throw new NoSuchMethodException(target.getClass().getSimpleName() + "." + operation);
    }

    // ---------------------------------------------------------------- messages

    private void messages() {
        add("Communicator.sendSync(Object,int)", "sendSync", world -> {
            Request<?> receive = world.nonBlocking().receive(other(world));
            world.sendSync("value", other(world));
            receive.await();
        });
        add("Communicator.sendAsync(Object,int)", "sendAsync", world -> {
            world.sendAsync("value", other(world));
            world.nonBlocking().receive(other(world)).await();
        });
        receiving("Communicator.receive(int)", "receive", world -> world.receive(other(world)));
        receiving("Communicator.receiveWithStatus(int)", "receive", world -> world.receiveWithStatus(other(world)));
        receiving("Communicator.receive(DirectBuffer,int)", "receive", world -> world.receive(ints(1), other(world)));
        receiving(
                "Communicator.receiveWithStatus(DirectBuffer,int)",
                "receive",
                world -> world.receiveWithStatus(ints(1), other(world)));
        receiving("Communicator.probe(int)", "probe", world -> {
            world.probe(other(world));
            world.receive(other(world));
        });
        receiving(
                "Communicator.matchedProbe(int)",
                "probe",
                world -> world.matchedProbe(other(world)).receive());
        receiving(
                "ProbedMessage.receive()",
                "receive",
                world -> world.matchedProbe(other(world)).receive());
        receiving(
                "ProbedMessage.receive(DirectBuffer)",
                "receive",
                world -> world.matchedProbe(other(world)).receive(ints(1)));
        add(
                "Communicator.sendReceive(Object,int,int)",
                "sendAsync, receive",
                world -> world.sendReceive("value", other(world), other(world)));
        add(
                "Communicator.sendReceive(DirectBuffer,int,DirectBuffer,int)",
                "sendAsync, receive",
                world -> world.sendReceive(ints(1), other(world), ints(1), other(world)));
        add(
                "Communicator.rendezvous(Object,int)",
                "sendAsync, receive",
                world -> world.rendezvous("value", other(world)));
        add(
                "Communicator.rendezvous(DirectBuffer,DirectBuffer,int)",
                "sendAsync, receive",
                world -> world.rendezvous(ints(1), ints(1), other(world)));
    }

    /** Adds an operation that takes an array of one block which the other member has sent. */
    private void receiving(String operation, String event, Action action) {
        add(operation, event, world -> {
            world.nonBlocking().sendAsync(ints(1), other(world)).await();
            action.run(world);
        });
    }

    /** Starts an operation that takes or sends an array of one block. */
    private interface Starting {
        Request<?> start(Communicator world);
    }

    private void startedMessages() {
        started(
                "sendSync(Object,int)",
                "started sendSync",
                world -> world.nonBlocking().sendSync(ints(1), other(world)),
                world -> start(world.persistent().sendSync(ints(1), other(world))));
        started(
                "sendAsync(Object,int)",
                "started sendAsync",
                world -> world.nonBlocking().sendAsync(ints(1), other(world)),
                world -> start(world.persistent().sendAsync(ints(1), other(world))));
        started(
                "receive(int)",
                "started receive",
                world -> world.nonBlocking().receive(other(world)),
                world -> start(world.persistent().receive(other(world))));
        started(
                "receiveWithStatus(int)",
                "started receive",
                world -> world.nonBlocking().receiveWithStatus(other(world)),
                world -> start(world.persistent().receiveWithStatus(other(world))));
        started(
                "receive(DirectBuffer,int)",
                "started receive",
                world -> world.nonBlocking().receive(ints(1), other(world)),
                world -> start(world.persistent().receive(ints(1), other(world))));
        started(
                "receiveWithStatus(DirectBuffer,int)",
                "started receive",
                world -> world.nonBlocking().receiveWithStatus(ints(1), other(world)),
                world -> start(world.persistent().receiveWithStatus(ints(1), other(world))));
    }

    private static <T> Request<T> start(PersistentRequest<T> prepared) {
        return prepared.start();
    }

    private void started(String operation, String event, Starting starting, Starting preparing) {
        add("NonBlockingCommunicator." + operation, event, world -> exchange(world, operation, starting));
        add("PersistentCommunicator." + operation, event, world -> exchange(world, operation, preparing));
    }

    private static void exchange(Communicator world, String operation, Starting starting) {
        Request<?> request = starting.start(world);
        if (operation.startsWith("send")) {
            world.receive(ints(1), other(world));
        } else {
            world.sendAsync(ints(1), other(world));
        }
        request.await();
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
                world -> world.split(world.rank()).replaceLost(world, rank -> rank, SHORT));
        String windows = "createWindow, barrier, allGather";
        add(
                "Communicator.createWindow(DirectBuffer)",
                windows,
                world -> world.createWindow(ints(1)).close());
        add(
                "Communicator.allocateWindow(ElementType,long)",
                windows,
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
        String own = "Neighborhood.";
        add(
                own + "ofDestinations(Communicator,int[])",
                "ofDestinations of a neighborhood",
                world -> Neighborhood.ofDestinations(world, other(world)));
        add(own + "allGather(Object)", "neighborAllGather", world -> ring(world).allGather("value"));
        add(own + "allToAll(List)", "neighborAllToAll", world -> ring(world).allToAll(List.of(1, 2)));
        add(
                own + "allGather(DirectBuffer,DirectBuffer)",
                "neighborAllGather of buffers",
                world -> ring(world).allGather(ints(1), ints(2)));
        add(
                own + "allGather(DirectBuffer,DirectBuffer,Blocks)",
                "neighborAllGather of buffers",
                world -> ring(world).allGather(ints(1), ints(2), blocks()));
        add(
                own + "allToAll(DirectBuffer,DirectBuffer)",
                "neighborAllToAll of buffers",
                world -> ring(world).allToAll(ints(2), ints(2)));
        add(
                own + "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                "neighborAllToAll of buffers",
                world -> ring(world).allToAll(ints(2), blocks(), ints(2), blocks()));
        add(
                own + "startAllGather(Object)",
                "started neighborAllGather",
                world -> ring(world).startAllGather("value").await());
        add(
                own + "startAllToAll(List)",
                "started neighborAllToAll",
                world -> ring(world).startAllToAll(List.of(1, 2)).await());
        add(
                own + "startAllGather(DirectBuffer,DirectBuffer,Blocks)",
                "started neighborAllGather of buffers",
                world -> ring(world).startAllGather(ints(1), ints(2), blocks()).await());
        add(
                own + "startAllToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                "started neighborAllToAll of buffers",
                world -> ring(world)
                        .startAllToAll(ints(2), blocks(), ints(2), blocks())
                        .await());
        String grid = "CartesianCommunicator.";
        add(
                grid + "exchangeHalo(DirectBuffer,int,int[])",
                "halo",
                world -> ring(world).exchangeHalo(ints(1), 1, (int) ints(1).length()));
        add(
                grid + "startExchangeHalo(DirectBuffer,int,int[])",
                "started halo",
                world -> ring(world)
                        .startExchangeHalo(ints(1), 1, (int) ints(1).length())
                        .await());
        add(
                grid + "sub(boolean[])",
                "split, barrier",
                world -> ring(world).sub(true).communicator().leave());
    }

    private static CartesianCommunicator ring(Communicator world) {
        return CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
    }

    // ---------------------------------------------------------------- two groups

    /** What a member does with the other side, which has one member, too. */
    private interface Part {
        void run(Intercommunicator sides);
    }

    private void between(String operation, String events, Part part) {
        between(operation, events, part, part);
    }

    /** Adds an operation of two sides, which do different things. */
    private void between(String operation, String events, Part first, Part second) {
        add("Intercommunicator." + operation, events, world -> {
            Communicator half = world.split(world.rank());
            Intercommunicator sides = Intercommunicator.create(half, 0, world, other(world), 5);
            (world.rank() == 0 ? first : second).run(sides);
            sides.leave();
            half.leave();
        });
    }

    private void intercommunicators() {
        between("create(Communicator,int,Communicator,int,int)", "create of an intercommunicator", sides -> {});
        between("disconnect()", "barrier", Intercommunicator::disconnect);
        between(
                "merge(boolean)",
                "split, barrier",
                sides -> sides.merge(false).leave());
        between("barrier()", "barrier", Intercommunicator::barrier);
        between("allGather(Object)", "allGather", sides -> sides.allGather("value"));
        between("allToAll(List)", "allToAll", sides -> sides.allToAll(List.of("value")));
        between(
                "allReduce(Object,ReductionObject)",
                "allReduce",
                sides -> sides.allReduce(1, Reductions.<Integer>sum()));
        between(
                "allGather(DirectBuffer,DirectBuffer)",
                "allToAll of buffers by blocks",
                sides -> sides.allGather(ints(1), ints(1)));
        between(
                "allToAll(DirectBuffer,DirectBuffer)",
                "allToAll of buffers by blocks",
                sides -> sides.allToAll(ints(1), ints(1)));
        between(
                "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                "allToAll of buffers by blocks",
                sides -> sides.allToAll(ints(1), block(), ints(1), block()));
        between(
                "allReduce(DirectBuffer,DirectBuffer,ReductionObject)",
                "allReduce",
                sides -> sides.allReduce(ints(1), ints(1), SUM));
        for (String operation : List.of("broadcastTo(Object,int)", "broadcastFrom(int)")) {
            between(operation, "broadcast", sides -> sides.broadcastTo("value", 0), sides -> sides.broadcastFrom(0));
        }
        between(
                "broadcastFrom(DirectBuffer,int)",
                "broadcast of buffers",
                sides -> sides.broadcastTo(ints(1), 0),
                sides -> sides.broadcastFrom(ints(1), 0));
        for (String operation : List.of("scatterTo(List,int)", "scatterFrom(int)")) {
            between(operation, "scatter", sides -> sides.scatterTo(List.of("value"), 0), sides -> sides.scatterFrom(0));
        }
        for (String operation : List.of("scatterTo(DirectBuffer,Blocks,int)", "scatterFrom(DirectBuffer,int)")) {
            between(
                    operation,
                    "scatter of buffers by blocks",
                    sides -> sides.scatterTo(ints(1), block(), 0),
                    sides -> sides.scatterFrom(ints(1), 0));
        }
        for (String operation : List.of("gatherTo(Object,int)", "gatherFrom(int)")) {
            between(operation, "gather", sides -> sides.gatherTo("value", 0), sides -> sides.gatherFrom(0));
        }
        between(
                "gatherFrom(DirectBuffer,Blocks,int)",
                "gather of buffers by blocks",
                sides -> sides.gatherTo(ints(1), 0),
                sides -> sides.gatherFrom(ints(1), block(), 0));
        for (String operation : List.of("reduceTo(Object,ReductionObject,int)", "reduceFrom(ReductionObject,int)")) {
            between(
                    operation,
                    "reduce",
                    sides -> sides.reduceTo(1, Reductions.<Integer>sum(), 0),
                    sides -> sides.reduceFrom(Reductions.<Integer>sum(), 0));
        }
        between(
                "reduceFrom(DirectBuffer,ReductionObject,int)",
                "reduce",
                sides -> sides.reduceTo(ints(1), SUM, 0),
                sides -> sides.reduceFrom(ints(1), SUM, 0));
        between("sendSync(Object,int)", "sendSync", sides -> {
            Request<?> receive = sides.both().nonBlocking().receive(sides.rankInBoth(0));
            sides.sendSync("value", 0);
            receive.await();
        });
        between("sendReceive(Object,int,int)", "sendAsync, receive", sides -> sides.sendReceive("value", 0, 0));
        between("sendAsync(Object,int)", "sendAsync", sides -> {
            sides.sendAsync("value", 0);
            sides.both().nonBlocking().receive(sides.rankInBoth(0)).await();
        });
        receivingBetween("receive(int)", "receive", sides -> sides.receive(0));
        receivingBetween("receiveWithStatus(int)", "receive", sides -> sides.receiveWithStatus(0));
        receivingBetween("receive(DirectBuffer,int)", "receive", sides -> sides.receive(ints(1), 0));
        receivingBetween(
                "receiveWithStatus(DirectBuffer,int)", "receive", sides -> sides.receiveWithStatus(ints(1), 0));
        receivingBetween("probe(int)", "probe", sides -> {
            sides.probe(0);
            sides.receive(0);
        });
    }

    private void receivingBetween(String operation, String event, Part part) {
        between(operation, event, sides -> {
            sides.both().nonBlocking().sendAsync(ints(1), sides.rankInBoth(0)).await();
            part.run(sides);
        });
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
        String update = "getAndAccumulate";
        access("put(int,long,DirectBuffer)", "put", (window, target) -> window.put(target, 0, longs()));
        access("get(int,long,DirectBuffer)", "get", (window, target) -> window.get(target, 0, longs()));
        access(
                "accumulate(int,long,DirectBuffer,ReductionObject)",
                "accumulate",
                (window, target) -> window.accumulate(target, 0, longs(), SUM));
        access(
                "getAndAccumulate(int,long,DirectBuffer,DirectBuffer,ReductionObject)",
                update,
                (window, target) -> window.getAndAccumulate(target, 0, longs(), longs(), SUM));
        access(
                "fetchAndOp(int,long,long,ReductionObject)",
                update,
                (window, target) -> window.fetchAndOp(target, 0, 1L, SUM));
        access("fetchAndAdd(int,long,long)", update, (window, target) -> window.fetchAndAdd(target, 0, 1L));
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
                update,
                ElementType.DOUBLE,
                (window, target) -> inEpoch(window, target, (inside, at) -> inside.fetchAndOp(at, 0, 1.0, SUM)));
        window(
                "Window.fetchAndAdd(int,long,double)",
                update,
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
                update,
                (window, target) -> window.nonBlocking()
                        .getAndAccumulate(target, 0, longs(), longs(), SUM)
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
        file(
                "ParallelFile.open(Communicator,Path,OpenOption[])",
                "duplicate, barrier, allGather",
                file -> {});
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
        shared("SharedFileView.of(FileView)", "allGather, createWindow", view -> {});
        file(
                "SharedFileView.over(FileView)",
                "allGather, allReduce",
                file -> SharedFileView.of(file.view(ElementType.LONG)).over(file.view(ElementType.LONG)));
        shared("SharedFileView.seek(long)", "allGather, allReduce", view -> view.seek(0));
        shared("SharedFileView.position()", "getAndAccumulate", SharedFileView::position);
        shared("SharedFileView.read(DirectBuffer)", "getAndAccumulate", view -> view.read(longs()));
        shared("SharedFileView.write(DirectBuffer)", "getAndAccumulate", view -> view.write(longs()));
        shared("SharedFileView.readOrdered(DirectBuffer)", "broadcast", view -> view.readOrdered(longs()));
        shared("SharedFileView.writeOrdered(DirectBuffer)", "broadcast", view -> view.writeOrdered(longs()));
        shared(
                "NonBlockingSharedFileView.read(DirectBuffer)",
                "getAndAccumulate",
                view -> view.nonBlocking().read(longs()).await());
        shared(
                "NonBlockingSharedFileView.write(DirectBuffer)",
                "getAndAccumulate",
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
