package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** A call has failed. The message says in which rank, in which call, and what to do. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1;

    private final int errorClass;

    /** Makes an exception of a program's own, without an error class. */
    public MPIException(@Nullable String message) {
        super(message);
        errorClass = MPI.SUCCESS;
    }

    /** Makes an exception of a program's own, without an error class. */
    public MPIException(@Nullable Throwable cause) {
        super(cause);
        errorClass = MPI.SUCCESS;
    }

    MPIException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
        super(errorClass + ": " + message, cause);
        this.errorClass = errorClass.number();
    }

    static MPIException of(Throwable failure, String where) {
        return new MPIException(
                MpiFailure.classOf(failure),
                "%s: %s".formatted(where, MpiFailure.textOf(failure)),
                failure instanceof MpiFailure ? null : failure);
    }

    /** Returns the error code: the class. */
    public int getErrorCode() {
        return errorClass;
    }

    /**
     * Returns the class of the error, one of {@code MPI.ERR_…}; {@code MPI.SUCCESS} if a program has made this
     * exception.
     */
    public int getErrorClass() {
        return errorClass;
    }
}
