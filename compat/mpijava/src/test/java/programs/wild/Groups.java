package programs.wild;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/** Communicators of groups, within each other, and between two of them. */
public class Groups {

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int size = world.Size();
        Group all = world.Group();
        int[] evenRanks = new int[(size + 1) / 2];
        for (int i = 0; i < evenRanks.length; i++) {
            evenRanks[i] = 2 * i;
        }
        Group even = all.Incl(evenRanks);
        Group odd = Group.Difference(all, even);
        Check.same(size, Group.Union(even, odd).Size());
        Check.same(0, Group.Intersection(even, odd).Size());
        Intracomm mine = world.Create(me % 2 == 0 ? even : odd); // different groups, which do not overlap
        int[] sum = {me};
        mine.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        int expected = 0;
        for (int i = me % 2; i < size; i += 2) {
            expected += i;
        }
        Check.same(expected, sum[0]);
        Intracomm reversed = world.Split(0, -me);
        Check.same(size - 1 - me, reversed.Rank());
        Check.same(size == 1 ? MPI.CONGRUENT : MPI.SIMILAR, Comm.Compare(world, reversed));
        Intracomm copy = (Intracomm) reversed.clone();
        world.Isend(new int[] {1}, 0, 1, MPI.INT, me, 3);
        copy.Isend(new int[] {2}, 0, 1, MPI.INT, copy.Rank(), 3);
        int[] got = new int[1];
        copy.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.same(2, got[0]);
        world.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.same(1, got[0]);
        if (size > 1) {
            Intercomm sides = world.Create_intercomm(mine, 0, 1 - me % 2, 50);
            Check.same(size - mine.Size(), sides.Remote_size());
            if (mine.Rank() == 0) {
                sides.Sendrecv(new int[] {me}, 0, 1, MPI.INT, 0, 4, got, 0, 1, MPI.INT, 0, 4);
                Check.same(1 - me % 2, got[0]);
            }
            Intracomm merged = sides.Merge(me % 2 == 0);
            Check.same(me % 2 == 0 ? size / 2 + me / 2 : me / 2, merged.Rank());
            merged.Free();
            sides.Free();
        }
        for (int i = 0; i < 50; i++) { // communicators that come and go
            Intracomm part = world.Split(me % 3, me);
            part.Barrier();
            part.Free();
        }
        MPI.Finalize();
    }
}
