package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.FrameFormat;

/**
 * This JVM as a process of MPI: sends frames as messages, and hands what comes to whom its tag says.
 *
 * <p>Receives are posted in advance, so that the library needs no memory of its own for what comes; they are looked at
 * in their order, which keeps that of each sender. Thread-safe: one thread reads at a time, and others that want to
 * meanwhile go away. With a driver, that thread makes all calls of the library, and reads.
 */
final class MpiProcess {
    private static final int POSTED = 8;
    private static final int MOST_FRAMES_AT_ONCE = 256; // then others may have their turn
    private static final int LARGEST_TAG = 32_767; // MPI_TAG_UB of every library is at least this

    private final @Nullable MpiDriver driver;
    private final int rank;
    private final int size;
    private final String version;
    private final ReentrantLock calling = new ReentrantLock(); // around each function of the library
    private final Slot[] posted = new Slot[POSTED]; // guarded by reading
    private final Deque<Slot> free = new ArrayDeque<>(); // guarded by calling
    private final List<Slot> sending = new ArrayList<>(); // guarded by calling
    private final ReentrantLock reading = new ReentrantLock();
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // guarded by reading
    private int next; // of the posted receives; guarded by reading
    private boolean finished; // guarded by calling
    private volatile boolean lookAgain;
    private final AtomicInteger lastTag = new AtomicInteger();
    private final Map<Integer, MpiInbound> inbound = new ConcurrentHashMap<>(); // by tag

    /**
     * Begins to receive. The library has been started.
     *
     * @param driver the only thread that may call the library; null: any may
     */
    MpiProcess(@Nullable MpiDriver driver) {
        this.driver = driver;
        rank = library().rank();
        size = library().size();
        version = library().version();
        for (int i = 0; i < POSTED; i++) {
            posted[i] = new Slot();
            library().receive(posted[i].memory, FrameFormat.MAX_FRAME_BYTES, posted[i].request);
        }
    }

    /** Not a field: compiled code calls functions of a constant directly. */
    private static MpiLibrary library() {
        return MpiLibraryChoice.library();
    }

    /** Memory of a message that is under way. */
    static final class Slot {
        private final MemorySegment memory = Arena.global().allocate(FrameFormat.MAX_FRAME_BYTES, 64);
        private final MemorySegment request = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
        private @Nullable MpiWriter writer; // guarded by calling
        private int length; // guarded by calling

        MemorySegment memory() {
            return memory;
        }
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** Returns what processes of one MPI have in common. */
    String identity() {
        return "%s; %d processes; %s".formatted(library().abi().name(), size, version);
    }

    // ---------------------------------------------------------------- sending

    /** Returns memory for a frame, which {@link #send} takes back. */
    Slot slot() {
        calling.lock();
        try {
            Slot slot = free.poll();
            return slot == null ? new Slot() : slot;
        } finally {
            calling.unlock();
        }
    }

    /**
     * Sends a message; its writer learns when that is done, perhaps before this returns.
     *
     * @param length of the message in the slot; 0 says that nothing follows
     * @throws MpiException if the library cannot; the slot is free then
     */
    void send(Slot slot, int length, int toRank, int tag, MpiWriter writer) {
        if (driver == null) {
            sendHere(slot, length, toRank, tag, writer);
        } else {
            driver.call(
                    () -> { // also if this is the driver: messages keep their order
                        try {
                            sendHere(slot, length, toRank, tag, writer);
                        } catch (MpiException e) {
                            writer.sent(length);
                            writer.failed(e);
                        }
                    });
        }
    }

    private void sendHere(Slot slot, int length, int toRank, int tag, MpiWriter writer) {
        enter();
        try {
            if (finished) {
                throw new MpiException("MPI has ended in this process: rank=" + rank);
            }
            slot.writer = writer;
            slot.length = length;
            library().send(slot.memory, length, toRank, tag, slot.request);
            if (library().isDone(slot.request)) {
                done(slot);
            } else {
                sending.add(slot);
            }
        } catch (MpiException e) {
            free.push(slot);
            throw e;
        } finally {
            calling.unlock();
        }
    }

    /** Begins to call the library. */
    private void enter() {
        if (driver != null && !driver.isHere()) {
            throw new IllegalStateException("only one thread may call this MPI library, which this is not: thread="
                    + Thread.currentThread().getName());
        }
        calling.lock();
    }

    private void done(Slot slot) {
        MpiWriter writer = slot.writer;
        slot.writer = null;
        free.push(slot);
        if (writer != null) {
            writer.sent(slot.length);
        }
    }

    private void lookAtSends() {
        for (Iterator<Slot> each = sending.iterator(); each.hasNext(); ) {
            Slot slot = each.next();
            if (isSent(slot)) {
                each.remove();
                done(slot);
            }
        }
    }

    private boolean isSent(Slot slot) {
        try {
            return library().isDone(slot.request);
        } catch (MpiException e) {
            if (slot.writer != null) {
                slot.writer.failed(e);
            }
            return true;
        }
    }

    // ---------------------------------------------------------------- receiving

    /** Begins to hand messages over; returns the tag that they must have. */
    int open(MpiInbound messages) {
        int tag;
        do {
            tag = lastTag.updateAndGet(last -> last == LARGEST_TAG ? 0 : last + 1);
        } while (inbound.putIfAbsent(tag, messages) != null);
        return tag;
    }

    /** Drops what comes with a tag from now on. */
    void close(int tag) {
        reading.lock(); // no frame is handed over any more when this returns
        try {
            inbound.remove(tag);
        } finally {
            reading.unlock();
        }
    }

    /**
     * Takes in what has come, unless another thread does, which then looks once more, and looks at what is being sent;
     * returns whether anything came.
     */
    boolean poll() {
        if (driver != null && !driver.isHere()) {
            driver.ask();
            return false;
        }
        boolean any = false;
        do {
            if (!tryToRead()) {
                return any;
            }
            try {
                lookAgain = false;
                any |= read();
            } finally {
                reading.unlock();
            }
        } while (lookAgain);
        return any;
    }

    private boolean tryToRead() {
        if (reading.tryLock()) {
            return true;
        }
        lookAgain = true;
        return reading.tryLock(); // the other may have given it back before it could see that
    }

    private boolean read() {
        int frames = 0;
        while (frames < MOST_FRAMES_AT_ONCE) {
            Slot slot = posted[next];
            int tag;
            int length;
            enter();
            try {
                if (finished || !library().isDone(slot.request)) {
                    if (!finished && !sending.isEmpty()) {
                        lookAtSends();
                    }
                    return frames > 0;
                }
                tag = library().tag();
                length = library().count();
            } finally {
                calling.unlock();
            }
            handOver(slot.memory, tag, length);
            enter();
            try {
                library().receive(slot.memory, FrameFormat.MAX_FRAME_BYTES, slot.request);
            } finally {
                calling.unlock();
            }
            next = (next + 1) % POSTED;
            frames++;
        }
        return true;
    }

    private void handOver(MemorySegment memory, int tag, int length) {
        MpiInbound to = inbound.get(tag);
        if (to == null) {
            return; // of a job that has ended
        }
        if (length >= header.length) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, header, 0, header.length);
        }
        to.take(header, memory, length);
    }

    // ---------------------------------------------------------------- the end

    /** Returns when it is time to end; works till then if this is the driver. */
    void awaitEnd(CountDownLatch mayEnd) throws InterruptedException {
        if (driver == null) {
            mayEnd.await();
        } else {
            driver.drive(this::poll, () -> mayEnd.getCount() == 0);
        }
    }

    /** Ends MPI, which waits until the other processes do so too. */
    void finish() {
        reading.lock();
        enter();
        try {
            if (!finished) {
                finished = true;
                for (Slot slot : posted) {
                    library().cancel(slot.request);
                }
                library().finish();
            }
        } finally {
            calling.unlock();
            reading.unlock();
        }
    }
}
