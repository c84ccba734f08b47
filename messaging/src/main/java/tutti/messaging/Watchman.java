package tutti.messaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the memory that this process shares with others of its host when no member does: one thread, which sleeps when
 * nothing happens.
 *
 * <p>A member that looks on itself silences the bells, because ringing costs the peer microseconds. It does not turn them on
 * again when it has found what it waited for: it will soon wait again. For the case that it does not, the watchman looks every
 * millisecond as long as members have looked since, and turns the bells on when none has.
 *
 * <p>Thread-safe.
 */
final class Watchman implements AutoCloseable {
    private static final long TICK_MILLIS = 1;

    private final Selector selector;
    private final AtomicInteger looking = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicLong looks = new AtomicLong();
    private volatile Inward[] inward = {};
    private volatile Outward[] outward = {};
    private volatile boolean sleeps;
    private volatile boolean closed;

    /** Starts to watch, for a process of the job. */
    Watchman(int process) throws IOException {
        selector = Selector.open();
        Thread.ofPlatform().daemon().name("tutti-watchman-" + process).start(this::watch);
    }

    /** Memory that a peer writes. */
    interface Inward {
        /** Takes in what has come, unless another thread does; returns whether there was anything. Never blocks. */
        boolean poll();

        /** Lets the peer ring from now on. */
        void arm();

        /** Lets the peer be silent from now on. */
        void disarm();
    }

    /** Memory that a peer reads. */
    interface Outward {
        /** Writes what is queued, as far as there is room; never blocks. */
        void drain();
    }

    /** Begins to look after what a peer writes, and to hear its bell. */
    synchronized void watch(Inward memory, SocketChannel bell) throws IOException {
        List<Inward> all = new ArrayList<>(List.of(inward));
        all.add(memory);
        inward = all.toArray(Inward[]::new);
        hear(bell, memory);
    }

    /** Begins to look after what is to be written to a peer, and to hear the bell that tells of room. */
    synchronized void watch(Outward memory, SocketChannel bell) throws IOException {
        List<Outward> all = new ArrayList<>(List.of(outward));
        all.add(memory);
        outward = all.toArray(Outward[]::new);
        hear(bell, memory);
    }

    private void hear(SocketChannel bell, Object memory) throws IOException {
        bell.configureBlocking(false);
        bell.register(selector, SelectionKey.OP_READ, memory);
        selector.wakeup();
    }

    synchronized void forget(Object memory) {
        List<Inward> in = new ArrayList<>(List.of(inward));
        in.remove(memory);
        inward = in.toArray(Inward[]::new);
        List<Outward> out = new ArrayList<>(List.of(outward));
        out.remove(memory);
        outward = out.toArray(Outward[]::new);
    }

    /** Moves what can be moved; returns whether anything came. Called by members while they look on. */
    boolean poll() {
        boolean came = false;
        for (Inward memory : inward) {
            came |= memory.poll();
        }
        for (Outward memory : outward) {
            memory.drain();
        }
        return came;
    }

    void startLooking() {
        looking.incrementAndGet();
        looks.incrementAndGet();
        for (Inward memory : inward) {
            memory.disarm();
        }
    }

    void stopLooking() {
        looking.decrementAndGet();
        if (sleeps) {
            selector.wakeup();
        }
        if (parked.get() > 0) {
            armAndHandOver();
        }
    }

    /** A member is about to park, and has registered for being woken. It must look once more after this. */
    void startParking() {
        parked.incrementAndGet();
        armAndHandOver();
    }

    /** Leaves to the watchman what comes while this thread has other things to do. */
    private void armAndHandOver() {
        if (arm()) {
            selector.wakeup();
        }
    }

    void stopParking() {
        parked.decrementAndGet();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    /** Turns the bells on, and takes in what came before; returns whether anything did, so that there may be more. */
    private boolean arm() {
        for (Inward memory : inward) {
            memory.arm();
        }
        return poll();
    }

    private void watch() {
        try (selector) {
            long looksSeen = -1;
            while (!closed) {
                long now = looks.get();
                boolean idle = now == looksSeen && looking.get() == 0;
                looksSeen = now;
                if (idle) {
                    sleeps = true;
                    if (!arm()) {
                        selector.select(this::heard);
                    }
                    sleeps = false;
                } else {
                    selector.select(this::heard, TICK_MILLIS);
                }
                poll();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClosedSelectorException e) {
            // closed meanwhile
        }
    }

    private void heard(SelectionKey key) {
        SocketChannel bell = (SocketChannel) key.channel();
        try {
            ByteBuffer rings = ByteBuffer.allocate(256);
            if (bell.read(rings) < 0) {
                closeQuietly(key);
            }
        } catch (IOException e) {
            closeQuietly(key);
        }
    }

    /** Ends a bell whose peer is gone; the peer's gRPC connection tells why. */
    private static void closeQuietly(@Nullable SelectionKey key) {
        if (key != null) {
            key.cancel();
            try {
                key.channel().close();
            } catch (IOException e) {
                // it is not needed any more
            }
        }
    }
}
