package mpi;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.NonBlockingCommunicator;
import tutti.group.Request;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/**
 * A rank's part in a collective operation.
 *
 * @param blocking does it
 * @param starting starts it
 * @param across does it between two groups; null if MPI has no such operation
 */
record Collective(
        Blocking blocking, Starting starting, @Nullable Across across) {
    /** Does it. */
    interface Blocking {
        void run(Communicator communicator);
    }

    /** Starts it. */
    interface Starting {
        Request<?> start(NonBlockingCommunicator communicator);
    }

    /** Does it between two groups. */
    interface Across {
        void run(Bridge bridge);
    }

    void run(Communicator communicator) {
        blocking.run(communicator);
    }

    Request<?> start(NonBlockingCommunicator communicator) {
        return starting.start(communicator);
    }

    void across(Bridge bridge) {
        if (across == null) {
            throw new MpiFailure(ErrorClass.COMM, "this operation is not defined for an intercommunicator");
        }
        across.run(bridge);
    }
}
