package programs.wild;

import mpi.MPI;

/** A thread receives while the main thread sends: each rank answers the questions of all others. */
public class Threads {
    private static final int QUESTIONS = 20;

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        final int me = MPI.COMM_WORLD.Rank();
        final int size = MPI.COMM_WORLD.Size();
        final Throwable[] failure = new Throwable[1];
        Thread server = new Thread() {
            @Override
            public void run() {
                try {
                    int[] question = new int[2];
                    for (int i = 0; i < QUESTIONS * (size - 1); i++) {
                        MPI.COMM_WORLD.Recv(question, 0, 2, MPI.INT, MPI.ANY_SOURCE, 1);
                        MPI.COMM_WORLD.Send(new int[] {question[1] + me}, 0, 1, MPI.INT, question[0], 2);
                    }
                } catch (Throwable e) {
                    failure[0] = e;
                }
            }
        };
        server.start();
        int[] answer = new int[1];
        for (int i = 0; i < QUESTIONS; i++) {
            for (int other = 0; other < size; other++) {
                if (other != me) {
                    MPI.COMM_WORLD.Send(new int[] {me, i}, 0, 2, MPI.INT, other, 1);
                    MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.INT, other, 2);
                    Check.same(i + other, answer[0]);
                }
            }
        }
        server.join();
        Check.that(failure[0] == null, "the thread has failed: " + failure[0]);
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
