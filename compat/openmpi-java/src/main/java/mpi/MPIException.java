package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** A call has failed. The message says in which rank, in which call, and what to do. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1;

    private final int errorClass;
    private transient Status[] statuses = {};

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

    MPIException with(Status[] ofRequests) {
        statuses = ofRequests;
        return this;
    }

    /**
     * Returns what {@code MPI.ERR_IN_STATUS} is about, which Open MPI gives to C programs only: the status of each
     * request that the call has completed, as {@link Request#waitAllStatus} and its like return them; {@link
     * Status#getError} says which has failed. Empty for errors of other classes, and where the exception was
     * serialized.
     */
    public Status[] getStatuses() {
        return statuses == null ? new Status[0] : statuses.clone();
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
