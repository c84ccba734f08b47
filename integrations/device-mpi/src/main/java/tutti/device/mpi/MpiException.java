package tutti.device.mpi;

import tutti.serialization.TuttiException;

/** A function of the MPI library has failed. */
final class MpiException extends TuttiException {
    private static final long serialVersionUID = 1;

    MpiException(String message) {
        super(message);
    }
}
