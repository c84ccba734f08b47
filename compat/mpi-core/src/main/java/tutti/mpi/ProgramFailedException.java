package tutti.mpi;

/** The main method of a rank has ended with a checked exception, which is the cause. */
final class ProgramFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProgramFailedException(int rank, Throwable cause) {
        super("program has failed: rank=%d: %s".formatted(rank, cause), cause);
    }
}
