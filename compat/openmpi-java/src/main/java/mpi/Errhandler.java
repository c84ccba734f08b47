package mpi;

/**
 * What happens when a call fails: {@link MPI#ERRORS_ARE_FATAL} ends the job, {@link MPI#ERRORS_RETURN} throws an {@link
 * MPIException}.
 */
public final class Errhandler {
    private final String name;

    Errhandler(String name) {
        this.name = name;
    }

    boolean isFatal() {
        return !name.equals("ERRORS_RETURN");
    }

    @Override
    public String toString() {
        return name;
    }
}
