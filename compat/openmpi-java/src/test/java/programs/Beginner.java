package programs;

import mpi.MPI;
import mpi.MPIException;

/** The mistakes of the first hours, each of which a rank makes in a method of its own. */
public class Beginner {

    private static void callWithoutInit() throws MPIException {
        System.out.println(MPI.COMM_WORLD.getRank());
    }

    private static void sendToNobody() throws MPIException {
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, MPI.COMM_WORLD.getSize(), 0);
    }

    private static void sendAnotherType() throws MPIException {
        MPI.COMM_WORLD.send(new int[1], 1, MPI.DOUBLE, 0, 0);
    }

    private static void receiveTooMuch() throws MPIException {
        MPI.COMM_WORLD.recv(new int[2], 2, MPI.INT, 0, 0);
    }

    private static void receiveInTooShortABuffer() throws MPIException {
        MPI.COMM_WORLD.recv(new int[2], 5, MPI.INT, 0, 0);
    }

    private static void receiveFirst() throws MPIException {
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1 - MPI.COMM_WORLD.getRank(), 0);
    }

    private static void reduceAtAnotherRoot() throws MPIException {
        MPI.COMM_WORLD.reduce(new int[1], 1, MPI.INT, MPI.SUM, MPI.COMM_WORLD.getRank());
    }

    private static void startWithAnArray() throws MPIException {
        MPI.COMM_WORLD.iSend(java.nio.IntBuffer.wrap(new int[1]), 1, MPI.INT, 0, 0);
    }

    private static void callFromACommonPool() throws Exception {
        java.util.concurrent.ForkJoinPool.commonPool()
                .submit(() -> MPI.COMM_WORLD.getRank())
                .get();
    }

    private static void initialiseAgain(String[] args) throws MPIException {
        MPI.Init(args);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("no-init")) {
            callWithoutInit();
        }
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        if (args[0].equals("no-finalize")) {
            return;
        }
        makeWithAll(args[0]);
        if (me == 0) {
            MPI.COMM_WORLD.send(new int[3], 3, MPI.INT, 1, 0);
        } else {
            makeAlone(args);
        }
        MPI.Finalize();
    }

    private static void makeWithAll(String mistake) throws MPIException {
        if (mistake.equals("other-root")) {
            reduceAtAnotherRoot();
        } else if (mistake.equals("deadlock")) {
            receiveFirst();
        }
    }

    private static void makeAlone(String[] args) throws Exception {
        switch (args[0]) {
            case "far" -> sendToNobody();
            case "type" -> sendAnotherType();
            case "truncate" -> receiveTooMuch();
            case "short" -> receiveInTooShortABuffer();
            case "heap" -> startWithAnArray();
            case "pool" -> callFromACommonPool();
            case "init-again" -> initialiseAgain(args);
            default -> {}
        }
    }
}
