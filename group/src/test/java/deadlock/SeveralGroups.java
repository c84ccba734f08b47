package deadlock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;

/** Programs whose members wait for each other in several groups. */
final class SeveralGroups {
    private final Communicator world;
    private final int rank;

    SeveralGroups(Communicator world) {
        this.world = world;
        rank = world.rank();
    }

    /** Runs one of them; returns whether it is here. */
    boolean run(String name) {
        switch (name) {
            case "collective and message" -> collectiveAndMessage();
            case "rows and columns" -> rowsAndColumns();
            case "other side" -> otherSide();
            case "split and barrier" -> splitAndBarrier();
            case "root elsewhere" -> rootElsewhere();
            case "message of a third" -> messageOfThird();
            case "continuation" -> continuation();
            case "late elsewhere" -> lateElsewhere();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** All are in a barrier but member 1, which waits in another group for a message of member 0. */
    private void collectiveAndMessage() {
        Communicator other = world.duplicate("other");
        if (rank == 1) {
            var _ = other.receive(0);
        }
        world.barrier();
        other.sendAsync("too late", 1);
    }

    /** Each of four members is in two groups of two, and all four wait in a circle. */
    private void rowsAndColumns() {
        Communicator row = world.split(rank / 2);
        Communicator column = world.split(rank % 2);
        boolean waitsInRow = rank == 0 || rank == 3;
        Communicator waiting = waitsInRow ? row : column;
        Communicator sending = waitsInRow ? column : row;
        var _ = waiting.allReduce(1, Reductions.sum());
        sending.allReduce(1, Reductions.sum());
    }

    /** A member waits for the other side of two groups, whose first waits for it in the group of all. */
    private void otherSide() {
        Communicator side = world.split(rank % 2);
        Intercommunicator sides = Intercommunicator.create(side, 0, world, 1 - rank % 2, 0);
        if (rank == 0) {
            var _ = sides.receive(0);
        }
        if (rank == 1) {
            var _ = world.receive(0);
        }
        pause();
        world.barrier();
    }

    /** One member waits in a group for the other, which waits until the first makes another group. */
    private void splitAndBarrier() {
        Communicator other = world.duplicate("other");
        if (rank == 0) {
            other.split(0);
        }
        world.barrier();
        other.split(0);
    }

    /** The root of a broadcast waits for one that waits for it, while a third has not begun. */
    private void rootElsewhere() {
        Communicator other = world.duplicate("other");
        if (rank == 1) {
            var _ = other.receive(0);
        }
        if (rank == 2) {
            pause();
        }
        world.broadcast(rank, 1);
        other.sendAsync("too late", 1);
    }

    /** Two members wait for each other, in two groups; a third that computes ends it. */
    private void messageOfThird() {
        Communicator other = world.duplicate("other");
        if (rank == 0) {
            var _ = world.receive(Communicator.ANY_SOURCE);
            other.sendAsync("at last", 1);
        } else if (rank == 1) {
            var _ = other.receive(0);
        } else if (rank == 2) {
            pause();
            world.sendAsync("late", 0);
        }
        world.barrier();
    }

    /** Members 1 and 2 wait for each other, and what comes in another group makes both send. */
    private void continuation() {
        Communicator other = world.duplicate("other");
        int partner = 3 - rank;
        if (rank == 1 || rank == 2) {
            var _ = other.nonBlocking()
                    .receive(0)
                    .toCompletableFuture()
                    .thenAccept(value -> world.sendAsync(value, partner));
            var _ = world.receive(partner);
        } else if (rank == 0) {
            pause();
            other.sendAsync("late", 1);
            other.sendAsync("late", 2);
        }
        world.barrier();
    }

    /** A member comes late to what the others wait for, in one group after the other. */
    private void lateElsewhere() {
        Communicator other = world.duplicate("other");
        if (rank == 0) {
            pause();
            other.sendAsync("late", 1);
        }
        if (rank == 1) {
            var _ = other.receive(0);
        }
        world.barrier();
    }

    /** Longer than what makes a wait long; computes. */
    private static void pause() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
