package deadlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.messaging.DeadlineExceededException;
import tutti.serialization.ElementType;

/** Programs whose members have a window, and wait for each other in it or beside it. */
final class Windows {
    private final Communicator world;
    private final int rank;

    Windows(Communicator world) {
        this.world = world;
        rank = world.rank();
    }

    /** Runs one of them; returns whether it is here. */
    boolean run(String name) {
        switch (name) {
            case "beside a window" -> besideWindow();
            case "starts" -> starts(window());
            case "await" -> await(window());
            case "fence and start" -> fenceAndStart(window());
            case "lock order" -> lockOrder(window());
            case "lock and barrier" -> lockAndBarrier(window());
            case "lock of a third" -> lockOfThird(window(), false);
            case "locks" -> lockBoth(window());
            case "shared locks" -> sharedLocks(window());
            case "lock until a message" -> lockOfThird(window(), true);
            default -> {
                return false;
            }
        }
        return true;
    }

    private Window window() {
        return world.allocateWindow(ElementType.LONG, 1);
    }

    /** A message is awaited that its sender never sends, while windows are open and one has been used. */
    private void besideWindow() {
        Window used = window();
        used.lockAll();
        used.fetchAndAdd((rank + 1) % world.size(), 0, 1);
        window();
        if (rank == 0) {
            var _ = world.receive(1);
        }
        world.barrier();
    }

    private void starts(Window window) {
        window.start(1 - rank);
    }

    private void await(Window window) {
        window.post(1 - rank);
        window.await();
    }

    private void fenceAndStart(Window window) {
        if (rank == 0) {
            window.fence();
        }
        window.start(0);
    }

    private void lockOrder(Window window) {
        window.lock(rank);
        world.barrier();
        window.lock(1 - rank);
    }

    /** The one that has the lock waits for the one that wants it. */
    private void lockAndBarrier(Window window) {
        if (rank == 0) {
            window.lock(0);
            world.sendAsync(0, 1);
        } else {
            var _ = world.receive(0);
            window.lock(0);
        }
        world.barrier();
    }

    /** Member 2 has the lock of member 1's memory, which member 0 wants, and waits for that one. */
    private void lockOfThird(Window window, boolean ends) {
        if (rank == 2) {
            window.lock(1);
        }
        world.barrier();
        if (rank == 0) {
            window.lock(1);
            if (!ends) {
                world.sendAsync("late", 2);
            }
            window.unlock(1);
        } else if (rank == 1 && ends) {
            Program.pause();
            world.sendAsync("late", 2);
        } else if (rank == 2) {
            var _ = world.receive(ends ? 1 : 0);
            window.unlock(1);
        }
        world.barrier();
    }

    /** Members 1 and 2 wait each for the lock of the other's memory, and member 0 has both for a while. */
    private void lockBoth(Window window) {
        if (rank == 0) {
            window.lock(1);
            window.lock(2);
            world.barrier();
            Program.pause();
            window.unlock(1);
            window.unlock(2);
        } else {
            world.barrier();
            if (rank <= 2) {
                window.lock(3 - rank);
                window.unlock(3 - rank);
            }
        }
        window.close();
    }

    /** Member 0 shares a lock and waits for member 2, which waits to share it behind one that wants it alone. */
    private void sharedLocks(Window window) {
        if (rank == 0) {
            window.lockShared(1);
        }
        world.barrier();
        if (rank == 0) {
            var _ = world.receive(2);
        } else if (rank == 1) {
            try {
                window.within(Duration.ofSeconds(6)).lock(1);
            } catch (DeadlineExceededException e) {
                // and the next in turn gets it
            }
        } else {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            window.lockShared(1);
            world.sendAsync("late", 0);
        }
        world.barrier();
    }
}
