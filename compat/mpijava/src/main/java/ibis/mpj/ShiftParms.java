package ibis.mpj;

/** Whom to receive from and to send to, when all values move along a dimension; {@link MPJ#PROC_NULL} is nobody. */
public class ShiftParms {
    public int rankSource;
    public int rankDest;

    ShiftParms(mpi.ShiftParms shift) {
        rankSource = shift.rank_source;
        rankDest = shift.rank_dest;
    }
}
