package tutti.launcher.shell;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** A member of the shell's group: runs one task after the other, until one fails. */
public final class ShellMember extends ColMember {
    private static final ScopedValue<ShellMember> SELF = ScopedValue.newInstance();

    private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private volatile @Nullable Communicator world;
    private volatile @Nullable Thread thread;
    private volatile @Nullable LineTooLongError tooLong; // set when the task has to end

    /** What the member does for one line. */
    @FunctionalInterface
    interface Task {
        /** Returns whether the member can do another one; does not throw. */
        boolean run(Communicator world);
    }

    ShellMember() {}

    /** Returns the view of the group of the member whose thread calls; lines of the shell have it as {@code world}. */
    public static Communicator world() {
        Communicator world = SELF.get().world;
        if (world == null) {
            throw new IllegalStateException("the member has not begun");
        }
        return world;
    }

    /** Ends a line that takes too long; loops of lines call it. */
    public static void check() {
        if (SELF.isBound()) {
            LineTooLongError error = SELF.get().tooLong;
            if (error != null) {
                throw error;
            }
        }
    }

    /** Returns the rank of the member whose thread calls, or -1. */
    static int rank() {
        return SELF.isBound() ? world().rank() : -1;
    }

    void give(Task task) {
        tasks.add(task);
    }

    /** Ends what the member does, if that can be ended. */
    void end(Duration limit) {
        tooLong = new LineTooLongError(limit);
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Returns why the task was told to end, or null. */
    @Nullable
    LineTooLongError tooLong() {
        return tooLong;
    }

    /** Makes known to the group that this member does not answer any more. */
    void abandon(Throwable cause) {
        Communicator own = world;
        if (own != null) {
            own.fail(cause);
        }
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        Communicator own = communicator(group());
        world = own;
        ScopedValue.where(SELF, this).run(() -> {
            while (next().run(own)) {
                // the next one
            }
        });
    }

    private Task next() {
        while (true) {
            try {
                Task next = tasks.take();
                tooLong = null;
                return next;
            } catch (InterruptedException e) {
                // a line's own: this thread only ends by a task
            }
        }
    }
}
