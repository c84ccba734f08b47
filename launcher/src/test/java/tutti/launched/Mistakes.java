package tutti.launched;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** A program that makes the mistake which its first argument names, in a member's work. */
public final class Mistakes {
    private final Communicator world;

    private Mistakes(Communicator world) {
        this.world = world;
    }

    /** Takes the mistake's name, then what the master takes. */
    public static void main(String[] arguments) {
        String[] own = ColGroupMaster.programArguments(arguments);
        try (ColGroupMaster master = new ColGroupMaster(arguments)) {
            if (own[0].equals("run-in-one-process") && master.process() != 0) {
                return;
            }
            master.run(world -> {
                new Mistakes(world).make(own[0]);
                return null;
            });
        }
    }

    private void make(String mistake) throws Exception {
        switch (mistake) {
            case "wrong-order-of-options" -> readCount("-n");
            case "missing-file" -> readFile();
            case "forgotten-barrier" -> forgetABarrier();
            case "other-call" -> callEachItsOwn();
            case "other-root" -> world.broadcast("each its own", world.rank());
            case "root-outside" -> world.broadcast("to no one", world.size());
            case "wrong-type" -> sendAnotherType();
            case "wrong-class" -> receiveAnotherClass();
            case "not-serializable" -> sendWhatIsNotSerializable();
            case "cycle-of-receives" -> receiveFirst();
            case "throws" -> divideByZero();
            case "throws-while-one-waits" -> divideByZeroWhileOneWaits();
            case "class-missing" -> useAMissingClass();
            case "out-of-memory" -> keepAll();
            default -> throw new IllegalArgumentException(mistake);
        }
    }

    private void readCount(String argument) {
        int count = Integer.parseInt(argument);
        world.broadcast(count, 0);
    }

    private void readFile() throws IOException {
        List<String> lines = world.rank() == 0 ? Files.readAllLines(Path.of("no-such-input.txt")) : List.of();
        world.broadcast(lines, 0);
    }

    private void forgetABarrier() {
        if (world.rank() == 0) {
            return;
        }
        world.barrier();
    }

    private void callEachItsOwn() {
        if (world.rank() == 1) {
            callBarrier();
        } else {
            callAllReduce();
        }
    }

    private void callBarrier() {
        world.barrier();
    }

    private void callAllReduce() {
        world.allReduce(1, Reductions.sum());
    }

    private void sendAnotherType() {
        if (world.rank() == 0) {
            world.sendSync(DirectBuffer.of(new int[10]), 1);
        } else if (world.rank() == 1) {
            world.receive(DirectBuffer.of(new double[10]), 0);
        }
    }

    private void receiveAnotherClass() {
        if (world.rank() == 0) {
            world.sendSync(7, 1);
        } else if (world.rank() == 1) {
            String text = world.receive(0);
            System.out.println(text);
        }
    }

    private void receiveFirst() {
        String left = world.receive((world.rank() + world.size() - 1) % world.size());
        world.sendAsync(left + world.rank(), (world.rank() + 1) % world.size());
    }

    /** A class that lacks an interface. */
    private static final class Matrix {}

    private void sendWhatIsNotSerializable() {
        world.broadcast(world.rank() == 0 ? new Matrix() : null, 0);
    }

    private void divideByZero() {
        int rows = 10 / (world.rank() - 1);
        world.allGather(rows);
    }

    /** Members other than 0 and 2 return. */
    private void divideByZeroWhileOneWaits() {
        if (world.rank() == 0) {
            world.sendAsync(1 / world.rank(), 2);
        } else if (world.rank() == 2) {
            world.receive(0);
        }
    }

    private void useAMissingClass() throws ClassNotFoundException {
        world.barrier();
        if (world.rank() == world.size() - 1) {
            System.out.println(Class.forName("my.Missing"));
        }
        world.barrier();
    }

    private void keepAll() {
        List<long[]> kept = new ArrayList<>();
        while (world.rank() == 1) {
            kept.add(new long[1 << 22]);
        }
        world.allGather(Arrays.hashCode(kept.toArray()));
    }
}
