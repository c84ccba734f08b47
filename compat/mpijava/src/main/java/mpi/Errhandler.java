package mpi;

/**
 * What happens when a call fails: {@link MPI#ERRORS_RETURN}, which holds at first, throws an {@link MPIException};
 * {@link MPI#ERRORS_ARE_FATAL} ends the job.
 */
public class Errhandler {
    private final String name;

    Errhandler(String name) {
        this.name = name;
    }

    boolean isFatal() {
        return name.equals("ERRORS_ARE_FATAL");
    }

    @Override
    public String toString() {
        return name;
    }
}
