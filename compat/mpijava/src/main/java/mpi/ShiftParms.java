package mpi;

/** Whom to receive from and to send to, when all values move along a dimension; {@link MPI#PROC_NULL} is nobody. */
public class ShiftParms {
    public int rank_source;
    public int rank_dest;

    ShiftParms(int source, int destination) {
        rank_source = source;
        rank_dest = destination;
    }
}
