package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.MpiFailure;

/**
 * A call has failed. The message says with MPI's error class what was wrong, in which rank, in which call, and what to
 * do. Unchecked, as in MPJ Express; methods declare it, for programs that were written for mpiJava.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1;

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

    private MPIException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static MPIException of(RuntimeException failure, String where) {
        return failure instanceof MPIException known
                ? known
                : new MPIException(
                        "%s: %s: %s".formatted(MpiFailure.classOf(failure), where, MpiFailure.textOf(failure)),
                        failure instanceof MpiFailure ? null : failure);
    }
}
