package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ApiJars;
import tutti.mpi.BufferedSends;
import tutti.mpi.ErrorClass;
import tutti.mpi.JobAbortedException;
import tutti.mpi.MpiFailure;
import tutti.mpi.Rank;

/** What MPI keeps for the calling thread's rank, from {@code Init} on. Thread-safe. */
final class State {
    private final Rank rank;
    private final Place world;
    private final Place self;
    private final int threadLevel;
    private final Thread mainThread = Thread.currentThread();
    private final AtomicInteger keyvals = new AtomicInteger(MPI.FIRST_KEYVAL);
    private final Map<Integer, Boolean> liveKeyvals = new ConcurrentHashMap<>();
    private final BufferedSends bsendBuffer = new BufferedSends();
    private final Ports ports;
    private final Intercomm parent;
    private volatile boolean finalized;

    private State(Rank rank, Communicator world, int threadLevel) {
        this.rank = rank;
        this.threadLevel = threadLevel;
        this.world = new Place(rank, world, "MPI_COMM_WORLD");
        ports = new Ports(world);
        self = new Place(rank, world.create(world.members().include(world.rank())), "MPI_COMM_SELF");
        Intercommunicator sides = rank.parent(world);
        Place spawners = sides == null ? null : this.world.derived(sides.local(), new Bridge(sides));
        parent = new Intercomm(() -> spawners);
    }

    /** Where a rank's state is kept, so that a rank without one is seen. */
    private static final class Holder {
        private volatile @Nullable State state;
    }

    private static @Nullable State find() {
        Rank found = Rank.find();
        return found == null ? null : holder(found).state;
    }

    private static Holder holder(Rank rank) {
        return rank.attachment(Holder.class, Holder::new);
    }

    static void initialize(String[] args, int threadLevel) throws MPIException {
        try {
            ApiJars.checkCaller(MPI.class, "mpi");
            Rank rank = Rank.currentOrJoin(args);
            Holder holder = holder(rank);
            if (holder.state != null) {
                throw new MpiFailure(
                        ErrorClass.OTHER,
                        "MPI is initialised once in a process, and was; call Init at the beginning only");
            }
            holder.state = new State(rank, rank.begin(), threadLevel);
        } catch (RuntimeException e) {
            throw MPIException.of(e, "MPI.Init");
        }
    }

    void end() throws MPIException {
        try {
            bsendBuffer.detach();
            finalized = true;
            rank.end();
        } catch (RuntimeException e) {
            throw MPIException.of(e, "MPI.Finalize rank=" + rank.number());
        }
    }

    static boolean isInitialized() {
        return find() != null;
    }

    static boolean isFinalized() {
        State state = find();
        return state != null && state.finalized;
    }

    /** Returns the state of the calling thread's rank, between Init and Finalize. */
    static State current() throws MPIException {
        State state = find();
        if (state != null && !state.finalized) {
            return state;
        }
        if (state == null) {
            try {
                Rank.current();
            } catch (MpiFailure e) {
                throw MPIException.of(e, "MPI");
            }
        }
        throw new MPIException(
                ErrorClass.OTHER,
                state == null
                        ? "MPI is not initialised; call MPI.Init first"
                        : "MPI was finalised: rank=%d; call this before MPI.Finalize".formatted(state.rank.number()),
                null);
    }

    /** What a call does that belongs to no communicator. */
    interface Action<T extends @Nullable Object> {
        T run() throws MPIException;
    }

    /** Does what belongs to no communicator; the error handler of the world sees what fails. May precede Init. */
    static <T extends @Nullable Object> T call(String name, Action<T> action) throws MPIException {
        try {
            return action.run();
        } catch (JobAbortedException e) {
            throw e;
        } catch (RuntimeException e) {
            State state = find();
            throw state == null || state.finalized ? MPIException.of(e, name) : state.world.failed(name, e);
        }
    }

    /** What such a call does that returns nothing. */
    interface Work {
        void run() throws MPIException;
    }

    /** Does what {@link #call} does. */
    static void run(String name, Work work) throws MPIException {
        call(name, () -> {
            work.run();
            return true;
        });
    }

    Rank rank() {
        return rank;
    }

    Place world() {
        return world;
    }

    Place self() {
        return self;
    }

    Intercomm parent() {
        return parent;
    }

    Ports ports() {
        return ports;
    }

    int threadLevel() {
        return threadLevel;
    }

    boolean isMainThread() {
        return Thread.currentThread().equals(mainThread);
    }

    BufferedSends bsendBuffer() {
        return bsendBuffer;
    }

    private int createKeyval() {
        int keyval = keyvals.getAndIncrement();
        liveKeyvals.put(keyval, true);
        return keyval;
    }

    /** Makes a key of attributes. */
    static int newKeyval() throws MPIException {
        return current().createKeyval();
    }

    /** Frees a key of attributes. */
    static void freeKeyval(int keyval) throws MPIException {
        run("freeKeyval", () -> {
            current().checkKeyval(keyval);
            current().liveKeyvals.remove(keyval);
        });
    }

    void checkKeyval(int keyval) {
        if (!liveKeyvals.containsKey(keyval)) {
            throw new MpiFailure(
                    ErrorClass.KEYVAL, "no such keyval: keyval=%d; take one of createKeyval()".formatted(keyval));
        }
    }
}
