package programs.wild;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import mpi.MPI;
import mpi.Status;

/**
 * A farm of tasks: rank 0 deals boards out to whoever asks, and takes back results, or smaller boards, which it deals
 * out, too. It probes for both from any source.
 */
public class Queens {
    private static final int N = 8;
    private static final int DEPTH = 3; // from which a worker solves a board by itself

    private static final int ASK = 1;
    private static final int BOARD = 2;
    private static final int SMALLER = 3;
    private static final int RESULT = 4;
    private static final int STOP = 5;

    /** Queens in the first rows: their columns. */
    private static class Board implements Serializable {
        private static final long serialVersionUID = 1;
        private final int[] columns;

        Board(int... columns) {
            this.columns = columns;
        }

        Board with(int column) {
            int[] more = java.util.Arrays.copyOf(columns, columns.length + 1);
            more[columns.length] = column;
            return new Board(more);
        }

        boolean allows(int column) {
            for (int row = 0; row < columns.length; row++) {
                if (columns[row] == column || Math.abs(columns[row] - column) == columns.length - row) {
                    return false;
                }
            }
            return true;
        }
    }

    private static int solutions(Board board) {
        if (board.columns.length == N) {
            return 1;
        }
        int found = 0;
        for (int column = 0; column < N; column++) {
            found += board.allows(column) ? solutions(board.with(column)) : 0;
        }
        return found;
    }

    private static int farm() {
        int workers = MPI.COMM_WORLD.Size() - 1;
        Deque<Board> boards = new ArrayDeque<Board>();
        Deque<Integer> idle = new ArrayDeque<Integer>();
        boards.add(new Board());
        int found = 0;
        int busy = 0;
        while (busy > 0 || !boards.isEmpty()) {
            while (!boards.isEmpty() && !idle.isEmpty()) {
                MPI.COMM_WORLD.Send(new Board[] {boards.remove()}, 0, 1, MPI.OBJECT, idle.remove(), BOARD);
                busy++;
            }
            Status status = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            if (status.tag == ASK) {
                MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, status.source, ASK);
                idle.add(status.source);
            } else if (status.tag == RESULT) {
                int[] result = new int[status.Get_count(MPI.INT)];
                MPI.COMM_WORLD.Recv(result, 0, result.length, MPI.INT, status.source, RESULT);
                found += result[0];
                busy--;
            } else {
                Board[] smaller = new Board[N];
                Status received = MPI.COMM_WORLD.Recv(smaller, 0, N, MPI.OBJECT, status.source, SMALLER);
                for (int i = 0; i < received.Get_count(MPI.OBJECT); i++) {
                    boards.add(smaller[i]);
                }
                busy--;
            }
        }
        while (idle.size() < workers) {
            Status status = MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, MPI.ANY_SOURCE, ASK);
            idle.add(status.source);
        }
        for (int worker : idle) {
            MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, worker, STOP);
        }
        return found;
    }

    private static int work() throws InterruptedException {
        int boards = 0;
        while (true) {
            MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, 0, ASK);
            Status status = MPI.COMM_WORLD.Iprobe(0, MPI.ANY_TAG);
            while (status == null) {
                Thread.sleep(1);
                status = MPI.COMM_WORLD.Iprobe(0, MPI.ANY_TAG);
            }
            if (status.tag == STOP) {
                MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, 0, STOP);
                return boards;
            }
            Object[] task = new Object[1];
            MPI.COMM_WORLD.Recv(task, 0, 1, MPI.OBJECT, 0, BOARD);
            Board board = (Board) task[0];
            boards++;
            if (board.columns.length >= DEPTH) {
                MPI.COMM_WORLD.Ssend(new int[] {solutions(board)}, 0, 1, MPI.INT, 0, RESULT);
                continue;
            }
            Board[] smaller = new Board[N];
            int count = 0;
            for (int column = 0; column < N; column++) {
                if (board.allows(column)) {
                    smaller[count++] = board.with(column);
                }
            }
            MPI.COMM_WORLD.Send(smaller, 0, count, MPI.OBJECT, 0, SMALLER);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int found = 0;
        int boards = 0;
        if (MPI.COMM_WORLD.Size() == 1) {
            found = solutions(new Board());
        } else if (me == 0) {
            found = farm();
        } else {
            boards = work();
        }
        int[] sum = {found, boards};
        MPI.COMM_WORLD.Allreduce(sum, 0, sum, 0, 2, MPI.INT, MPI.SUM);
        Check.that(sum[1] == 0 || sum[1] > N, "boards: " + sum[1]);
        if (me == 0) {
            System.out.println("queens: solutions=" + sum[0]);
        }
        MPI.Finalize();
    }
}
