package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.JobAbortedException;
import tutti.mpi.MpiFailure;

/** A rank's place in a communicator: what a {@link Comm} stands for. Thread-safe. */
final class Place {
    private final State state;
    private final Communicator local;
    private final @Nullable Intercommunicator sides; // of an intercommunicator
    private final @Nullable Topology topology;
    private final String name;
    private final Map<Integer, Object> attributes = new ConcurrentHashMap<>(0);
    private volatile @Nullable Communicator latestMessages;
    private volatile @Nullable Errhandler handler; // null where the rank's holds

    Place(
            State state,
            Communicator local,
            @Nullable Intercommunicator sides,
            @Nullable Topology topology,
            String name) {
        this.state = state;
        this.local = local;
        this.sides = sides;
        this.topology = topology;
        this.name = name;
    }

    /** Makes the place in a communicator that was made of this one's, whose error handler it gets. */
    Place derived(Communicator made, @Nullable Intercommunicator newSides, @Nullable Topology newTopology) {
        Place place = new Place(state, made, newSides, newTopology, "");
        place.handler = handler;
        return place;
    }

    /** Makes the place in a duplicate; called by all ranks. */
    Place duplicate() {
        Intercommunicator old = sides;
        Place duplicate = old == null
                ? derived(local.duplicate(), null, topology)
                : derived(
                        local, Intercommunicator.create(local, 0, old.both().duplicate(), old.rankInBoth(0), 0), null);
        duplicate.attributes.putAll(attributes);
        return duplicate;
    }

    State state() {
        return state;
    }

    Communicator local() {
        return local;
    }

    @Nullable
    Intercommunicator sides() {
        return sides;
    }

    @Nullable
    Topology topology() {
        return topology;
    }

    Map<Integer, Object> attributes() {
        return attributes;
    }

    Errhandler handler() {
        Errhandler own = handler;
        return own == null ? state.handler() : own;
    }

    void setHandler(Errhandler newHandler) {
        handler = Given.of(newHandler, ErrorClass.ARG, "the error handler; pass one such as MPI.ERRORS_RETURN");
    }

    // ---------------------------------------------------------------- messages

    /** Returns the communicator in which messages with a tag travel. */
    Communicator messages(int tag) {
        int wanted = tag == MPI.ANY_TAG ? Communicator.ANY_TAG : tag;
        Communicator latest = latestMessages; // programs use one tag again and again
        if (latest == null || latest.tag() != wanted) {
            Communicator all = sides == null ? local : sides.both();
            latest = all.withTag(wanted);
            latestMessages = latest;
        }
        return latest;
    }

    private int peers() {
        return sides == null ? local.size() : sides.remoteSize();
    }

    /** Returns the rank in {@link #messages} to which a program sends, or {@link Communicator#NO_MEMBER}. */
    int destination(int destination, int tag) {
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "a send needs a tag of at least 0: tag=" + tag);
        }
        return destination == MPI.PROC_NULL ? Communicator.NO_MEMBER : peer("destination", destination);
    }

    /** Returns the rank in {@link #messages} from which a program receives, or one of its wildcards. */
    int source(int source, int tag) {
        if (tag < 0 && tag != MPI.ANY_TAG) {
            throw new MpiFailure(ErrorClass.TAG, "a tag is at least 0, or MPI.ANY_TAG: tag=" + tag);
        }
        return switch (source) {
            case MPI.PROC_NULL -> Communicator.NO_MEMBER;
            case MPI.ANY_SOURCE -> Communicator.ANY_SOURCE;
            default -> peer("source", source);
        };
    }

    private int peer(String role, int rank) {
        Given.rank(rank, peers(), ErrorClass.RANK, role);
        return sides == null ? rank : sides.rankInBoth(rank);
    }

    /** Returns the rank that the program knows of one in {@link #messages}. */
    int known(int source) {
        return sides == null || source < 0 ? source : source - sides.rankInBoth(0);
    }

    /** Refuses a root that is no rank. */
    int root(int root) {
        return Given.rank(root, local.size(), ErrorClass.ROOT, "root");
    }

    // ---------------------------------------------------------------- errors

    /** Does something; the error handler sees what fails. */
    <T extends @Nullable Object> T call(String call, Function<Place, T> action) {
        try {
            return action.apply(this);
        } catch (RuntimeException e) {
            throw failed(call, e);
        }
    }

    /** Lets the error handler see the failure of a call; returns the exception to throw, if the job continues. */
    RuntimeException failed(String call, RuntimeException failure) {
        return handled(exception(call, failure));
    }

    /** Does the same in the world, for a call on a communicator that is none: MPI leaves such errors to the world's. */
    RuntimeException failedOnNone(String call, RuntimeException failure) {
        return handled(MPIException.of(failure, "%s rank=%d size=%d".formatted(call, local.rank(), local.size())));
    }

    /** Returns the exception for the failure of a call, which no handler has seen. */
    RuntimeException exception(String call, RuntimeException failure) {
        if (failure instanceof JobAbortedException) {
            return failure;
        }
        String where = name.isEmpty() ? "" : " comm=" + name;
        return MPIException.of(failure, "%s rank=%d size=%d%s".formatted(call, local.rank(), local.size(), where));
    }

    /** Lets the error handler see an exception; returns it, if the job continues. */
    RuntimeException handled(RuntimeException failure) {
        if (failure instanceof MPIException exception && handler().isFatal()) {
            state.rank().exitIfAborted(); // this failure is of no interest then
            state.rank().show(exception);
            throw state.rank().abort(exception.errorClass().number(), String.valueOf(exception.getMessage()));
        }
        return failure;
    }

    boolean isPredefined() {
        return equals(state.world()) || equals(state.self());
    }

    void leave() {
        if (sides == null) {
            local.leave();
        } else {
            sides.leave();
        }
    }
}
