package mpi;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.mpi.ApiJars;
import tutti.mpi.BufferedSends;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;
import tutti.mpi.Rank;

/** What MPI keeps for the calling thread's rank, from Init to Finalize. Thread-safe. */
final class State {
    private final Rank rank;
    private final Place world;
    private final Place self;
    private final Thread mainThread = Thread.currentThread();
    private final BufferedSends bufferedSends = new BufferedSends();
    private volatile Errhandler handler = MPI.ERRORS_RETURN;

    private State(Rank rank, Communicator world) {
        this.rank = rank;
        this.world = new Place(this, world, null, null, "MPI.COMM_WORLD");
        Communicator alone = world.create(world.members().include(world.rank()));
        self = new Place(this, alone, null, null, "MPI.COMM_SELF");
    }

    /** Where a rank's state is kept; null before Init and after Finalize. */
    private static final class Holder {
        private volatile @Nullable State state;
        private volatile boolean finalized;
    }

    private static Holder holder(Rank rank) {
        return rank.attachment(Holder.class, Holder::new);
    }

    static void initialize(String[] arguments) {
        try {
            ApiJars.checkCaller(MPI.class, "mpi", "ibis.mpj");
            Rank rank = Rank.currentOrJoin(arguments);
            Holder holder = holder(rank);
            Communicator joined = rank.begin(); // refuses a second Init
            holder.state = new State(rank, joined);
        } catch (RuntimeException e) {
            throw MPIException.of(e, "MPI.Init");
        }
    }

    void end() {
        try {
            bufferedSends.detach();
            Holder holder = holder(rank);
            holder.finalized = true;
            holder.state = null;
            rank.end();
        } catch (RuntimeException e) {
            throw MPIException.of(e, "MPI.Finalize rank=" + rank.number());
        }
    }

    static boolean isInitialized() {
        Rank found = Rank.find();
        return found != null && holder(found).state != null;
    }

    /** Returns the state of the calling thread's rank, between Init and Finalize. */
    static State current() {
        try {
            Holder holder = holder(Rank.current());
            State state = holder.state;
            if (state != null) {
                return state;
            }
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    holder.finalized
                            ? "MPI was finalised; call this before MPI.Finalize, or MPI.Init again"
                            : "MPI is not initialised; call MPI.Init first");
        } catch (MpiFailure e) {
            throw MPIException.of(e, "MPI");
        }
    }

    /** What a call does that belongs to no communicator. */
    interface Action<T extends @Nullable Object> {
        T run();
    }

    /** Does what belongs to no communicator; the error handler of the rank sees what fails. May precede Init. */
    static <T extends @Nullable Object> T call(String name, Action<T> action) {
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw isInitialized() ? current().world().failed(name, e) : MPIException.of(e, name);
        }
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

    boolean isMainThread() {
        return Thread.currentThread().equals(mainThread);
    }

    BufferedSends bufferedSends() {
        return bufferedSends;
    }

    Errhandler handler() {
        return handler;
    }

    void setHandler(Errhandler newHandler) {
        handler = newHandler;
    }
}
