package mpi;

/** Whom a rank receives from and sends to in a shift. */
public final class ShiftParms {
    private final int rankSource;
    private final int rankDest;

    ShiftParms(int rankSource, int rankDest) {
        this.rankSource = rankSource;
        this.rankDest = rankDest;
    }

    /** Returns the rank to receive from, or {@code MPI.PROC_NULL}. */
    public int getRankSource() {
        return rankSource;
    }

    /** Returns the rank to send to, or {@code MPI.PROC_NULL}. */
    public int getRankDest() {
        return rankDest;
    }
}
