package mpi;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** Finds the calling rank's place in a communicator. */
abstract class CommBase {
    private final Handle handle;
    private volatile boolean freed;

    /**
     * Says where the calling thread's rank is in a communicator: what makes {@link MPI#COMM_WORLD} that of every rank.
     */
    interface Handle {
        /** Returns null for a null communicator. */
        @Nullable
        Place place(State caller);
    }

    CommBase(Handle handle) {
        this.handle = handle;
    }

    /** Returns the calling rank's place, of an intercommunicator's call. */
    final Place place() {
        return place("Intercomm");
    }

    /** Returns the calling rank's place, for a call that cannot fail otherwise. */
    final Place place(String name) {
        State state = State.current();
        Place place = freed ? null : handle.place(state);
        if (place == null) {
            throw state.world()
                    .failedOnNone(
                            name,
                            new MpiFailure(ErrorClass.COMM, "communicator is null: it was freed, or is MPI.COMM_NULL"));
        }
        return place;
    }

    final <T extends @Nullable Object> T call(String name, Function<Place, T> action) {
        return place(name).call(name, action);
    }

    /** Returns a communicator that a program has passed to a call. */
    static Comm given(String name, @Nullable Comm comm) {
        return State.call(
                name, () -> Given.of(comm, ErrorClass.COMM, "the communicator; pass one such as MPI.COMM_WORLD"));
    }

    final boolean isFreed() {
        return freed;
    }

    /** Lets this rank leave the communicator; those of MPI stay, as in MPJ Express. */
    final void release() {
        Place place = place("Free");
        if (!place.isPredefined()) {
            freed = true;
            place.call("Free", leaving -> {
                leaving.leave();
                return true;
            });
        }
    }
}
