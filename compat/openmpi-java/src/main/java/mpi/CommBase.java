package mpi;

import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** Finds the calling rank's place in a communicator, and lets error handlers see what fails there. */
abstract class CommBase {
    private final Handle handle;
    private volatile boolean freed;

    /**
     * Says where the calling thread's rank is in a communicator: what makes {@link MPI#COMM_WORLD} that of every rank.
     */
    interface Handle {
        /** Returns null for a null communicator. */
        @Nullable
        Place place() throws MPIException;

        /** Returns what {@link #place()} does, for a caller that has looked for its rank already. */
        default @Nullable Place place(State caller) throws MPIException {
            return place();
        }
    }

    /** A communicator of MPI's own, in which every rank has a place. */
    record Predefined(Function<State, Place> ofRank) implements Handle {
        @Override
        public Place place() throws MPIException {
            return place(State.current());
        }

        @Override
        public Place place(State caller) {
            return ofRank.apply(caller);
        }
    }

    CommBase(Handle handle) {
        this.handle = handle;
    }

    /** What a call does. */
    interface Action<T extends @Nullable Object> {
        T on(Place place) throws MPIException;
    }

    /** Returns the calling rank's place, of an intercommunicator's call. */
    final Place place() throws MPIException {
        return place("Intercomm");
    }

    /** Returns the calling rank's place, for a call that cannot fail otherwise. */
    final Place place(String name) throws MPIException {
        State caller = State.current();
        Place place = freed ? null : handle.place(caller);
        if (place == null) {
            throw caller.world()
                    .failedOnNone(
                            name,
                            new MpiFailure(
                                    ErrorClass.COMM,
                                    "communicator is null: it was freed, or split has put this rank in none"));
        }
        return place;
    }

    /** Returns a communicator that a program has passed to a call. */
    static Comm given(String name, @Nullable Comm comm) throws MPIException {
        return State.call(
                name, () -> Given.of(comm, ErrorClass.COMM, "the communicator; pass one such as MPI.COMM_WORLD"));
    }

    final <T extends @Nullable Object> T call(String name, Action<T> action) throws MPIException {
        Place place = place(name);
        try {
            return action.on(place);
        } catch (RuntimeException e) {
            throw place.failed(name, e);
        }
    }

    /** A collective operation, made by its arguments. */
    interface Making {
        Collective on(Place place);
    }

    final void collective(String name, Making making) throws MPIException {
        Place place = place(name);
        try {
            place.awaitEarlier();
            Collective operation = making.on(place);
            Bridge bridge = place.bridge();
            if (bridge == null) {
                operation.run(place.local());
            } else {
                bridge.background().start(() -> operation.across(bridge)).join();
            }
        } catch (CompletionException e) {
            throw place.failed(name, e.getCause() instanceof RuntimeException cause ? cause : e);
        } catch (RuntimeException e) {
            throw place.failed(name, e);
        }
    }

    final Request start(String name, Making making) throws MPIException {
        Place place = place(name);
        try {
            place.awaitEarlier();
            Collective operation = making.on(place);
            Bridge bridge = place.bridge();
            return new Request(
                    bridge == null
                            ? Pending.of(
                                    place, name, operation.start(place.local().nonBlocking()))
                            : Pending.of(place, name, bridge.background().start(() -> operation.across(bridge))));
        } catch (RuntimeException e) {
            throw place.failed(name, e);
        }
    }

    /** Refuses buffers on the heap, then starts. */
    final Request start(String name, java.nio.@Nullable Buffer first, java.nio.@Nullable Buffer second, Making making)
            throws MPIException {
        Ranks.direct(name, first);
        Ranks.direct(name, second);
        return start(name, making);
    }

    final boolean isFreedOrNull() {
        try {
            return freed || handle.place() == null;
        } catch (MPIException e) {
            return false; // a predefined one, before Init
        }
    }

    final void release(String name, Consumer<Place> release) throws MPIException {
        Place place = place(name);
        if (place.rank().equals(State.current().rank()) && isPredefined(place)) {
            throw place.failed(
                    name, new MpiFailure(ErrorClass.COMM, "a predefined communicator is not freed: " + place.name()));
        }
        freed = true;
        try {
            release.accept(place);
        } catch (RuntimeException e) {
            throw place.failed(name, e);
        }
    }

    private static boolean isPredefined(Place place) throws MPIException {
        State state = State.current();
        return place.equals(state.world()) || place.equals(state.self());
    }
}
