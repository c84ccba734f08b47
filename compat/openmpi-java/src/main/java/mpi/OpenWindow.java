package mpi;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.group.Communicator;
import tutti.group.NonBlockingWindow;
import tutti.group.Request;
import tutti.group.Window;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * A rank's place in a window.
 *
 * <p>The window's elements are of the kind of each rank's buffer. An access goes to the target in runs of bytes that
 * lie together at both ends, each as elements of the target's kind. Thread-safe.
 */
final class OpenWindow {
    private final Place place;
    private final Window window;
    private final NonBlockingWindow starts;
    private final List<Integer> dispUnits; // bytes, by rank
    private final Exposed exposed;
    private final Map<Integer, byte[]> attributes = new ConcurrentHashMap<>(0);
    private final List<Request<?>> results = new ArrayList<>(); // of which no one else hears; guarded by itself

    private record Exposed(@Nullable Buffer base, DirectBuffer memory, int dispUnit) {}

    private OpenWindow(Place place, Window window, List<Integer> dispUnits, Exposed exposed) {
        this.place = place;
        this.window = window;
        starts = window.nonBlocking();
        this.dispUnits = dispUnits;
        this.exposed = exposed;
    }

    /**
     * Makes a window; collective.
     *
     * @param size elements of the buffer
     * @param dispUnit elements of the buffer
     */
    static OpenWindow open(Place parent, @Nullable Buffer base, int size, int dispUnit) {
        parent.awaitEarlier();
        if (parent.bridge() != null) {
            throw new MpiFailure(ErrorClass.COMM, "ranks of an intercommunicator cannot make a window; merge it first");
        }
        Communicator own = parent.local().duplicate(parent.local().name() + "/mpi-window");
        try {
            Exposed exposed = Agreement.on(own, () -> exposed(base, size, dispUnit));
            List<Integer> dispUnits = own.allGather(exposed.dispUnit());
            return new OpenWindow(
                    new Place(parent.rank(), own, "window"), own.createWindow(exposed.memory()), dispUnits, exposed);
        } catch (RuntimeException e) {
            own.leave();
            throw e;
        }
    }

    private static Exposed exposed(@Nullable Buffer base, int size, int dispUnit) {
        if (size < 0) {
            throw new MpiFailure(ErrorClass.SIZE, "a window has at least 0 elements: size=" + size);
        }
        if (dispUnit <= 0) {
            throw new MpiFailure(ErrorClass.ARG, "a displacement unit is at least 1: dispUnit=" + dispUnit);
        }
        Ranks.direct("Win", base);
        Buffer given = base == null && size > 0 ? MPI.newByteBuffer(size) : base;
        Memory memory = Memory.of(given);
        ElementType kind = memory.kind();
        return new Exposed(
                given,
                memory.elements(TypeMap.of(kind), kind, 0, size),
                Math.multiplyExact(dispUnit, kind.elementBytes()));
    }

    void close() {
        try {
            window.close();
        } finally {
            place.local().leave();
        }
    }

    Place place() {
        return place;
    }

    Window window() {
        return window;
    }

    Map<Integer, byte[]> attributes() {
        return attributes;
    }

    /** Returns one of the attributes that MPI sets, or null. */
    @Nullable
    Object known(int keyval) {
        return switch (keyval) {
            case MPI.WIN_BASE -> exposed.base();
            case MPI.WIN_SIZE -> Math.toIntExact(exposed.memory().lengthBytes());
            case MPI.WIN_DISP_UNIT -> exposed.dispUnit();
            default -> null;
        };
    }

    /** Returns the ranks of a group in this window. */
    int[] ranks(Group group) throws MPIException {
        int[] all = new int[group.getSize()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        int[] ranks = Group.translateRanks(group, all, new Group(place.local().members()));
        for (int rank : ranks) {
            if (rank == MPI.UNDEFINED) {
                throw new MpiFailure(ErrorClass.GROUP, "group has ranks that are not in the window");
            }
        }
        return ranks;
    }

    // ---------------------------------------------------------------- access

    /** Items at a displacement of a rank's memory. */
    record Target(int rank, int disp, int count, Datatype type) {}

    private interface Piece {
        Request<?> start(ElementType type, long index, long[] offsets, long bytes);
    }

    /** Returns a rank of the window, and refuses any other. */
    int rank(int rank) {
        return Ranks.target(place, rank);
    }

    private boolean isNone(int rank) {
        if (rank == MPI.PROC_NULL) {
            return true;
        }
        rank(rank);
        return false;
    }

    List<Request<?>> put(Items origin, Target target) {
        if (isNone(target.rank())) {
            return List.of();
        }
        WindowBytes from = WindowBytes.of(origin);
        return pieces(List.of(from), target, (type, index, offsets, bytes) -> {
            return starts.put(target.rank(), index, from.elements(type, offsets[0], bytes));
        });
    }

    List<Request<?>> get(Items origin, Target target) {
        if (isNone(target.rank())) {
            return List.of();
        }
        WindowBytes to = WindowBytes.of(origin);
        return pieces(List.of(to), target, (type, index, offsets, bytes) -> {
            return starts.get(target.rank(), index, to.elements(type, offsets[0], bytes));
        });
    }

    List<Request<?>> accumulate(Items origin, Target target, Op op) {
        ReductionObject<DirectBuffer> operator = operator(target, op);
        if (isNone(target.rank())) {
            return List.of();
        }
        WindowBytes from = WindowBytes.of(origin);
        return pieces(List.of(from), target, (type, index, offsets, bytes) -> {
            return starts.accumulate(target.rank(), index, from.elements(type, offsets[0], bytes), operator);
        });
    }

    List<Request<?>> getAccumulate(Items origin, Items result, Target target, Op op) {
        ReductionObject<DirectBuffer> operator = operator(target, op);
        if (isNone(target.rank())) {
            return List.of();
        }
        WindowBytes to = WindowBytes.of(result);
        WindowBytes from = operator.equals(Window.NO_OP) ? WindowBytes.fresh(to.length()) : WindowBytes.of(origin);
        return pieces(List.of(from, to), target, (type, index, offsets, bytes) -> {
            return starts.getAndAccumulate(
                    target.rank(),
                    index,
                    from.elements(type, offsets[0], bytes),
                    to.elements(type, offsets[1], bytes),
                    operator);
        });
    }

    private ReductionObject<DirectBuffer> operator(Target target, Op op) {
        ReductionObject<DirectBuffer> operator = Op.given(op).inWindow(target.type());
        boolean combines = !operator.equals(Window.REPLACE) && !operator.equals(Window.NO_OP);
        ElementType wanted = target.type().committed().base();
        if (combines && !isNone(target.rank()) && window.type(target.rank()) != wanted) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "a window combines elements of the kind of its buffer: window of %s at rank %d, datatype of %s; make the window of such a buffer"
                            .formatted(window.type(target.rank()), target.rank(), wanted));
        }
        return operator;
    }

    private List<Request<?>> pieces(List<WindowBytes> buffers, Target target, Piece piece) {
        ElementType type = window.type(target.rank());
        int size = type.elementBytes();
        Layout there = WindowBytes.layout(target.type().committed(), target.count());
        for (WindowBytes buffer : buffers) {
            if (buffer.length() != there.length()) {
                throw new MpiFailure(
                        ErrorClass.TRUNCATE,
                        "both ends of an access have the same length: origin %d bytes, target %d"
                                .formatted(buffer.length(), there.length()));
            }
        }
        if (there.length() == 0) {
            return List.of();
        }
        long from = (long) target.disp() * dispUnits.get(target.rank());
        requireInside(target, from + there.first(), from + there.end());
        List<Layout> layouts = new ArrayList<>(List.of(there.at(from)));
        buffers.forEach(buffer -> layouts.add(buffer.layout()));
        List<Request<?>> all = new ArrayList<>();
        WindowBytes.forEachRun(layouts, (offsets, bytes) -> {
            if (offsets[0] % size != 0) {
                throw new MpiFailure(
                        ErrorClass.DISP,
                        "a window is accessed by whole elements: window of %s at rank %d, byte %d"
                                .formatted(type, target.rank(), offsets[0]));
            }
            long[] here = Arrays.copyOfRange(offsets, 1, offsets.length);
            all.add(piece.start(type, offsets[0] / size, here, bytes));
        });
        return all;
    }

    private void requireInside(Target target, long first, long end) {
        long room = window.length(target.rank()) * window.type(target.rank()).elementBytes();
        if (first < 0 || end > room) {
            throw new MpiFailure(
                    ErrorClass.DISP,
                    "access is outside of the window: bytes [%d, %d) of rank %d, which has %d"
                            .formatted(first, end, target.rank(), room));
        }
    }

    void compareAndSwap(Items origin, Items compare, Items result, int rank, int disp) {
        if (isNone(rank)) {
            return;
        }
        WindowBytes replacement = WindowBytes.of(origin);
        WindowBytes expected = WindowBytes.of(compare);
        WindowBytes previous = WindowBytes.of(result);
        Target target = new Target(rank, disp, 1, origin.type());
        pieces(List.of(replacement, expected, previous), target, (type, index, offsets, bytes) -> {
            window.compareAndSwap(
                    rank,
                    index,
                    expected.elements(type, offsets[1], bytes),
                    replacement.elements(type, offsets[0], bytes),
                    previous.elements(type, offsets[2], bytes));
            return place.local().nonBlocking().request(CompletableFuture.completedFuture(true));
        });
    }

    // ---------------------------------------------------------------- requests

    /** Remembers operations whose failure the end of the epoch reports. */
    void untilEpochEnds(List<Request<?>> started) {
        synchronized (results) {
            for (Request<?> request : started) {
                if (request.isDone()) {
                    request.await();
                } else {
                    results.add(request);
                }
            }
        }
    }

    /** Throws if one of those that are done has failed. */
    void reportResults() {
        synchronized (results) {
            for (Iterator<Request<?>> all = results.iterator(); all.hasNext(); ) {
                Request<?> request = all.next();
                if (request.isDone()) {
                    all.remove();
                    request.await();
                }
            }
        }
    }

    mpi.Request request(String call, List<Request<?>> started) {
        if (started.size() == 1) {
            return new mpi.Request(Pending.of(place, call, started.getFirst()));
        }
        CompletableFuture<?>[] all =
                started.stream().map(Request::toCompletableFuture).toArray(CompletableFuture<?>[]::new);
        return new mpi.Request(Pending.of(place, call, CompletableFuture.allOf(all)));
    }
}
