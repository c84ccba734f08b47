package deadlock;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Programs whose members wait long: some for ever, some not. Outside of the library's packages, as users' are. */
public final class Program {
    private static final ExecutorService POOL = Executors.newCachedThreadPool();

    private Program() {}

    /** Property that names the program to run. */
    public static final String NAME = "deadlock.program";

    /** Runs the program on {@code TUTTI_MEMBERS} members. */
    public static void main(String[] args) {
        try (Helpers helpers = new Helpers();
                ColGroupMaster master = new ColGroupMaster(args)) {
            var _ = master.run(master.numberOfCpus(), world -> run(world, System.getProperty(NAME), helpers));
            System.out.println("all is well");
        } finally {
            POOL.shutdown();
        }
    }

    private static @Nullable Void run(Communicator world, String name, Helpers helpers) throws Exception {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        world.barrier();
        if (new SeveralGroups(world).run(name) || new Windows(world).run(name) || new Requests(world).run(name)) {
            return null;
        }
        if (helpers.sendLate(name, world, next)) {
            var _ = world.receive(before);
            world.barrier();
            return null;
        }
        switch (name) {
            case "receives", "recorded" -> {
                Object got = world.receive(before);
                world.sendAsync(got, next);
            }
            case "sends" -> {
                world.sendSync("to the right", next);
                var _ = world.receive(before);
            }
            case "any" -> {
                var _ = world.receive(Communicator.ANY_SOURCE);
            }
            case "last" -> { // the other processes are done with their members
                if (world.rank() == 0) {
                    world.receive(0);
                }
            }
            case "itself" -> {
                var _ = world.receive(world.rank());
            }
            case "barrier" -> {
                if (world.rank() > 0) {
                    world.barrier();
                }
                var _ = world.receive(next);
            }
            case "two of them", "two beside one that computes" -> {
                if (world.rank() >= world.size() - 2) {
                    var _ = world.receive(2 * world.size() - 3 - world.rank());
                }
                if (world.rank() > 0 || name.equals("two of them")) {
                    pause();
                    world.barrier();
                    break;
                }
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                world.barrier();
            }
            case "other thread" -> {
                Thread other = Thread.ofPlatform().start(() -> {
                    pause();
                    world.sendAsync("late", next);
                });
                var _ = world.receive(before);
                other.join();
            }
            case "virtual thread" -> {
                Thread other = Thread.ofVirtual().start(() -> {
                    pause();
                    world.sendAsync("late", next);
                });
                var _ = world.receive(before);
                other.join();
            }
            case "threads that have ended" -> {
                Thread other = Thread.ofPlatform().start(() -> {});
                other.join();
                try (ExecutorService own = Executors.newFixedThreadPool(2)) {
                    own.submit(() -> {}).get();
                    var _ = world.receive(before); // beside an idle pool
                }
            }
            case "pool" -> {
                var sent = POOL.submit(() -> {
                    pause();
                    world.sendAsync("late", next);
                });
                var _ = world.receive(before);
                var _ = sent.get();
            }
            case "late" -> {
                if (world.rank() == 0) {
                    pause();
                    world.sendSync("late", next);
                }
                var _ = world.receive(before);
                if (world.rank() > 0) {
                    world.sendAsync("late", next);
                }
                world.barrier();
            }
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
        return null;
    }

    /** Longer than what makes a wait long. */
    static void pause() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }
}
