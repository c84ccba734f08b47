package tutti.mpi;

/** A rank has ended the job. */
public final class JobAbortedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    JobAbortedException(int rank, int code, String why) {
        super("rank %d has aborted the job: code=%d: %s".formatted(rank, code, why));
        this.code = code;
    }

    /** Returns the code with which the job was to end. */
    public int code() {
        return code;
    }
}
