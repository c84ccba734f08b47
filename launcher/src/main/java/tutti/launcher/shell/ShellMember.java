package tutti.launcher.shell;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** A member of the shell's group: runs one task after the other, until one fails. */
public final class ShellMember extends ColMember {
    private static final ScopedValue<Communicator> WORLD = ScopedValue.newInstance();

    private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();

    /** What the member does for one line. */
    @FunctionalInterface
    interface Task {
        /** Returns whether the member can do another one; does not throw. */
        boolean run(Communicator world);
    }

    ShellMember() {}

    /** Returns the view of the group of the member whose thread calls; lines of the shell have it as {@code world}. */
    public static Communicator world() {
        return WORLD.get();
    }

    void give(Task task) {
        tasks.add(task);
    }

    @Override
    public void run() {
        Communicator world = communicator(group());
        ScopedValue.where(WORLD, world).run(() -> {
            while (next().run(world)) {
                // the next one
            }
        });
    }

    private Task next() {
        while (true) {
            try {
                return tasks.take();
            } catch (InterruptedException e) {
                // a line's own: this thread only ends by a task
            }
        }
    }
}
