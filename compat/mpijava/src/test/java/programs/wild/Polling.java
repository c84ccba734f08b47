package programs.wild;

import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Requests that are waited for in every way until none is left, waited for twice, and cancelled. */
public class Polling {
    private static final int COUNT = 10;

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int to = (me + 1) % size;
        int from = (me + size - 1) % size;
        for (int way = 0; way < 4; way++) {
            int[] got = new int[COUNT];
            Request[] receives = new Request[COUNT];
            for (int i = 0; i < COUNT; i++) {
                receives[i] = MPI.COMM_WORLD.Irecv(got, i, 1, MPI.INT, from, i);
            }
            Request[] sends = new Request[COUNT + 1]; // the last stays null
            for (int i = COUNT - 1; i >= 0; i--) {
                sends[i] = MPI.COMM_WORLD.Isend(new int[] {i * i}, 0, 1, MPI.INT, to, i);
            }
            Check.same(COUNT, complete(receives, way));
            Request.Waitall(sends);
            for (int i = 0; i < COUNT; i++) {
                Check.same(i * i, got[i]);
                Check.that(receives[i].Is_null(), "a request that has ended is null");
                receives[i].Wait(); // again
            }
            Check.same(MPI.UNDEFINED, Request.Waitany(receives).index);
        }
        Request never = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, from, 99);
        never.Cancel();
        Check.that(never.Wait().Test_cancelled(), "cancelled");
        double[] edge = new double[100];
        Prequest[] halo = {
            MPI.COMM_WORLD.Recv_init(edge, 0, 100, MPI.DOUBLE, from, 1),
            MPI.COMM_WORLD.Send_init(new double[] {me}, 0, 1, MPI.DOUBLE, to, 1)
        };
        for (int step = 0; step < 100; step++) {
            Prequest.Startall(halo);
            Check.same(1, Request.Waitall(halo)[0].Get_count(MPI.DOUBLE));
        }
        Check.that(edge[0] == from, "persistent");
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static int complete(Request[] receives, int way) {
        int done = 0;
        if (way == 0) {
            for (Status status = Request.Waitany(receives);
                    status.index != MPI.UNDEFINED;
                    status = Request.Waitany(receives)) {
                Check.same(status.index, status.tag);
                done++;
            }
        }
        while (way == 1 && done < COUNT) {
            done += Request.Waitsome(receives).length;
        }
        while (way == 2 && done == 0) {
            done = Request.Testall(receives) == null ? 0 : COUNT;
        }
        while (way == 3 && done < COUNT) {
            done += Request.Testsome(receives).length;
        }
        return done;
    }
}
