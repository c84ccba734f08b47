package programs;

import mpi.MPI;

/** The mistakes of the first hours, each of which a rank makes in a method of its own. */
public class Beginner {

    private static void callWithoutInit() {
        System.out.println(MPI.COMM_WORLD.Rank());
    }

    private static void sendToNobody() {
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Size(), 0);
    }

    private static void sendAnotherType() {
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.DOUBLE, 0, 0);
    }

    private static void receiveTooMuch() {
        MPI.COMM_WORLD.Recv(new int[2], 0, 2, MPI.INT, 0, 0);
    }

    private static void receiveInTooShortABuffer() {
        MPI.COMM_WORLD.Recv(new int[2], 0, 5, MPI.INT, 0, 0);
    }

    private static void receiveFirst() {
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1 - MPI.COMM_WORLD.Rank(), 0);
    }

    private static void reduceAtAnotherRoot() {
        MPI.COMM_WORLD.Reduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM, MPI.COMM_WORLD.Rank());
    }

    private static void sendWhatIsNotSerializable() {
        MPI.COMM_WORLD.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 0, 0);
    }

    private static void callFromACommonPool() throws Exception {
        java.util.concurrent.ForkJoinPool.commonPool()
                .submit(() -> MPI.COMM_WORLD.Rank())
                .get();
    }

    private static void initialiseAgain(String[] args) {
        MPI.Init(args);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("no-init")) {
            callWithoutInit();
        }
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        if (args[0].equals("no-finalize")) {
            return;
        }
        makeWithAll(args[0]);
        if (me == 0) {
            MPI.COMM_WORLD.Send(new int[3], 0, 3, MPI.INT, 1, 0);
        } else {
            makeAlone(args);
        }
        MPI.Finalize();
    }

    private static void makeWithAll(String mistake) {
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
            case "object" -> sendWhatIsNotSerializable();
            case "pool" -> callFromACommonPool();
            case "init-again" -> initialiseAgain(args);
            default -> {}
        }
    }
}
