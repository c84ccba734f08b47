package tutti.messaging.progress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory that a process shares with others: what is polled, what is drained, and the bells.
 *
 * <p>Thread-safe: threads that poll read the list as it was at some moment.
 */
final class PolledMemory {
    private volatile Inward[] inward = {}; // written under this
    private volatile ProgressEngine.Outward[] outward = {}; // written under this
    private final ByteBuffer rings = ByteBuffer.allocateDirect(256); // used by the thread that drives the loop

    synchronized void add(Inward memory) {
        List<Inward> all = new ArrayList<>(List.of(inward));
        all.add(memory);
        inward = all.toArray(Inward[]::new);
    }

    synchronized void add(ProgressEngine.Outward memory) {
        List<ProgressEngine.Outward> all = new ArrayList<>(List.of(outward));
        all.add(memory);
        outward = all.toArray(ProgressEngine.Outward[]::new);
    }

    synchronized void remove(Object memory) {
        List<Inward> in = new ArrayList<>(List.of(inward));
        in.remove(memory);
        inward = in.toArray(Inward[]::new);
        List<ProgressEngine.Outward> out = new ArrayList<>(List.of(outward));
        out.remove(memory);
        outward = out.toArray(ProgressEngine.Outward[]::new);
    }

    /** Takes in what has come, and writes what is queued, as far as there is room; returns whether anything came. */
    boolean poll() {
        boolean came = false;
        for (Inward memory : inward) {
            came |= memory.poll();
        }
        drain();
        return came;
    }

    /** Does the same for a member that spins, which may leave large messages of other processes where they are. */
    boolean poll(int awaitedProcess) {
        boolean came = false;
        for (Inward memory : inward) {
            came |= memory.poll(awaitedProcess);
        }
        drain();
        return came;
    }

    private void drain() {
        for (ProgressEngine.Outward memory : outward) {
            memory.drain();
        }
    }

    /** Lets the peers ring from now on. */
    void arm() {
        for (Inward memory : inward) {
            memory.arm();
        }
    }

    /** Lets the peers be silent from now on. */
    void disarm() {
        for (Inward memory : inward) {
            memory.disarm();
        }
    }

    /** Takes the rings off a bell; a peer that is gone closes it, and its connection tells why. */
    void rang(SocketChannel bell) {
        try {
            rings.clear();
            if (bell.read(rings) < 0) {
                bell.close();
            }
        } catch (IOException e) {
            close(bell);
        }
    }

    private static void close(SocketChannel bell) {
        try {
            bell.close();
        } catch (IOException e) {
            // it is not needed any more
        }
    }
}
