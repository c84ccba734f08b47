package programs;

import ibis.mpj.MPJ;
import ibis.mpj.MPJException;

/** Adds up ranks. */
public class IbisSum {
    static int inits; // of this rank

    public static void main(String[] args) throws MPJException {
        MPJ.init(args);
        int[] sum = {MPJ.COMM_WORLD.rank()};
        MPJ.COMM_WORLD.allreduce(sum, 0, sum, 0, 1, MPJ.INT, MPJ.SUM);
        if (MPJ.COMM_WORLD.rank() == 0) {
            System.out.println(++inits + " init, sum of ranks: " + sum[0]);
        }
        MPJ.finish();
    }
}
