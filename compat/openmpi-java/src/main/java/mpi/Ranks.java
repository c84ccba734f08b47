package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** Checks what programs pass as ranks, tags and buffers. */
final class Ranks {
    private Ranks() {}

    static int destination(Place place, int destination, int tag) {
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "a send needs a tag of at least 0: tag=" + tag);
        }
        return destination == MPI.PROC_NULL ? destination : check(place, "destination", destination);
    }

    static int source(Place place, int source, int tag) {
        if (tag < 0 && tag != MPI.ANY_TAG) {
            throw new MpiFailure(ErrorClass.TAG, "a tag is at least 0, or MPI.ANY_TAG: tag=" + tag);
        }
        return source == MPI.PROC_NULL || source == MPI.ANY_SOURCE ? source : check(place, "source", source);
    }

    static int target(Place place, int target) {
        return check(place, "target", target);
    }

    private static int check(Place place, String role, int rank) {
        return Given.rank(rank, place.peers(), ErrorClass.RANK, role);
    }

    /** Returns a peer's rank in the communicator of messages. */
    static int inMessages(Place place, int peer) {
        return peer == MPI.ANY_SOURCE ? Communicator.ANY_SOURCE : place.peer(peer);
    }

    /**
     * Refuses a root that is no rank; those of an intercommunicator may be {@code MPI.ROOT} and {@code MPI.PROC_NULL},
     * too.
     */
    static int root(Place place, int root) {
        boolean special = place.bridge() != null && (root == MPI.ROOT || root == MPI.PROC_NULL);
        return special ? root : Given.rank(root, place.peers(), ErrorClass.ROOT, "root");
    }

    /** Refuses a buffer on the heap. */
    static void direct(String call, @Nullable Buffer buffer) {
        if (buffer != null && !buffer.isDirect()) {
            throw new NotDirectException(call);
        }
    }
}
