package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/**
 * A call has failed. The message says with MPI's error class what was wrong, in which rank, in which call, and what to
 * do. Unchecked, as in MPJ Express; methods declare it, for programs that were written for mpiJava.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ErrorClass errorClass = ErrorClass.OTHER;

    /** Makes an exception of a program's own. */
    public MPIException() {}

    /** Makes an exception of a program's own. */
    public MPIException(@Nullable String message) {
        super(message);
    }

    /** Makes an exception of a program's own. */
    public MPIException(@Nullable Throwable cause) {
        super(cause);
    }

    private MPIException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
        super(errorClass + ": " + message, cause);
        this.errorClass = errorClass;
    }

    static MPIException of(RuntimeException failure, String where) {
        return failure instanceof MPIException known
                ? known
                : new MPIException(
                        MpiFailure.classOf(failure),
                        "%s: %s".formatted(where, MpiFailure.textOf(failure)),
                        failure instanceof MpiFailure ? null : failure);
    }

    /** Returns MPI's class of the error; of an exception of a program's own it is {@code OTHER}. */
    ErrorClass errorClass() {
        return errorClass;
    }
}
