package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;

/**
 * This JVM as a process of MPI: sends frames as messages, and hands what comes to whom its tag says.
 *
 * <p>Receives are posted in advance, so that the library needs no memory of its own for what comes; they are looked at
 * in their order, which keeps that of each sender. Thread-safe: one thread reads at a time, and others that want to
 * meanwhile go away. With a driver, that thread makes all calls of the library, and reads.
 */
final class MpiProcess {
    private static final int POSTED = 8;
    private static final long DRAIN_NANOS = 50_000;
    private static final int LARGEST_TAG = 32_767 - MpiSend.KINDS + 1; // MPI_TAG_UB of every library is at least 32,767

    private final String identity;
    private @Nullable MpiDriver driver; // the only thread that may call the library; null: any may
    private int rank;
    private int size;
    private volatile boolean begun; // written after the three before
    private final ReentrantLock calling = new ReentrantLock(); // around each function of the library
    private final Slot[] posted = new Slot[POSTED]; // guarded by reading
    private final List<MpiSend> sending = new ArrayList<>(); // guarded by calling
    private long restsCommunicator; // for what follows large messages
    private MpiCounts counts = new MpiCounts(0); // sent: guarded by calling, received: by reading
    private final MpiRests rests = new MpiRests(this); // guarded by reading
    private final ReentrantLock reading = new ReentrantLock();
    private int next; // of the posted receives; guarded by reading
    private @Nullable Slot taken; // is not posted at the moment; guarded by reading
    private @Nullable String end; // why the library is called no more; guarded by calling
    private volatile boolean lookAgain;
    private final AtomicInteger lastTag = new AtomicInteger();
    private final Map<Integer, MpiInbound> inbound = new ConcurrentHashMap<>(); // by tag
    private final Set<MpiDevice> devices = new HashSet<>(); // that are open; guarded by itself

    /** Prepares to receive. The library is loaded, and starts later. */
    MpiProcess() {
        identity = "%s: %s".formatted(library().abi().name(), library().version());
    }

    /**
     * Begins to receive. The library has started, and the other processes begin, too.
     *
     * @param onlyCaller the only thread that may call the library; null: any may
     */
    void begin(@Nullable MpiDriver onlyCaller) {
        driver = onlyCaller;
        rank = library().rank();
        size = library().size();
        counts = new MpiCounts(size);
        restsCommunicator = library().copyOfWorld();
        for (int i = 0; i < POSTED; i++) {
            posted[i] = new Slot();
            library().receive(posted[i].memory, MpiSend.MESSAGE_BYTES, posted[i].request);
        }
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /**
     * Checks that MPI and a job have the same processes.
     *
     * @throws JoinException if they have not
     */
    void requirePlace(int process, int processes) {
        if (size != processes || rank != process) {
            throw new JoinException(
                    "MPI and the job disagree: process=%d processes=%d, in MPI rank=%d size=%d (%s); start the job by the mpirun of this library, one process for each JVM"
                            .formatted(process, processes, rank, size, identity),
                    null);
        }
    }

    /** Not a field: compiled code calls functions of a constant directly. */
    private static MpiLibrary library() {
        return MpiLibraryChoice.library();
    }

    /** A receive that is posted. */
    private static final class Slot {
        private final MemorySegment memory = Arena.global().allocate(MpiSend.MESSAGE_BYTES, 64);
        private final MemorySegment request = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
    }

    /** Returns whether the thread that sends calls the library itself. */
    boolean callsAnywhere() {
        return driver == null;
    }

    /** Returns what the processes of one MPI have in common: the library's family and version. */
    String identity() {
        return identity;
    }

    /** Returns where messages travel that follow announcements of large ones. */
    long restsCommunicator() {
        return restsCommunicator;
    }

    // ---------------------------------------------------------------- sending

    /**
     * Starts a send, which may be over before this returns.
     *
     * @throws MpiException if the library cannot
     */
    void send(MpiSend send, int toRank, int tag) {
        if (driver == null) {
            sendHere(send, toRank, tag);
            return;
        }
        driver.call(
                () -> { // also if this is the driver: messages keep their order
                    try {
                        sendHere(send, toRank, tag);
                    } catch (MpiException e) {
                        send.over();
                        send.failed(e);
                    }
                });
    }

    private void sendHere(MpiSend send, int toRank, int tag) {
        enter();
        try {
            requireRunning();
            send.start(library(), toRank, tag, restsCommunicator);
            counts.addSent(toRank);
            if (send.isDone(library())) {
                send.over();
            } else {
                sending.add(send);
            }
        } finally {
            calling.unlock();
        }
    }

    private void requireRunning() {
        if (end != null) {
            throw new MpiException("MPI has ended in this process: rank=%d: %s".formatted(rank, end));
        }
    }

    /**
     * Calls the library no more, so that it reads and writes no memory that it was given.
     *
     * @param why what makes the memory somebody else's while a peer holds a message up
     */
    void stop(String why) {
        calling.lock();
        try {
            end = end == null ? why : end;
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

    /** Returns whether a sender that has waited may continue. */
    private boolean lookAtSends() {
        boolean isAnyReleased = false;
        for (int i = sending.size() - 1; i >= 0; i--) {
            MpiSend send = sending.get(i);
            if (isDone(send)) {
                sending.remove(i);
                isAnyReleased |= send.isLent();
                send.over();
            }
        }
        return isAnyReleased;
    }

    private static boolean isDone(MpiSend send) {
        try {
            return send.isDone(library());
        } catch (MpiException e) {
            send.failed(e);
            return true;
        }
    }

    // ---------------------------------------------------------------- receiving

    /** Begins to hand messages over; returns the tag that they must have, or one of the next by their kind. */
    int open(MpiInbound messages) {
        int tag;
        do {
            tag = lastTag.updateAndGet(last -> last == LARGEST_TAG ? 0 : last + MpiSend.KINDS);
        } while (inbound.putIfAbsent(tag, messages) != null);
        return tag;
    }

    /** Drops what comes with a tag from now on. */
    void close(int tag) {
        MpiInbound unwanted = inbound.get(tag);
        if (unwanted != null) {
            unwanted.abandon(); // first: the thread that reads may wait for the rest of a message
        }
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
        if (!begun) {
            return false;
        }
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
                if (lookAgain) { // mostly not, and writing it would cost more
                    lookAgain = false;
                }
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

    /** Takes in a message, or lets a sender continue; the caller looks after its own affairs before the next. */
    private boolean read() {
        Slot slot = posted[next];
        int source;
        int tag;
        int length;
        enter();
        try {
            if (end != null) {
                return false;
            }
            postAgain();
            if (!sending.isEmpty() && lookAtSends()) {
                return true; // the sender is to post its next receive before what that is for is taken in
            }
            if (!library().isDone(slot.request)) {
                return false;
            }
            source = library().source();
            tag = library().tag();
            length = tag % MpiSend.KINDS == MpiSend.LIKE_BEFORE ? 0 : library().count(); // that is like before, too
        } finally {
            calling.unlock();
        }
        counts.addReceived();
        taken = slot;
        next = (next + 1) % POSTED;
        handOver(slot.memory, source, tag, length);
        return true;
    }

    /** Posts the receive again whose message was taken last: not then, because a member waited for that message. */
    private void postAgain() {
        Slot slot = taken;
        if (slot != null) {
            taken = null;
            library().receive(slot.memory, MpiSend.MESSAGE_BYTES, slot.request);
        }
    }

    private void handOver(MemorySegment memory, int source, int tag, int length) {
        int kind = tag % MpiSend.KINDS;
        MpiInbound to = inbound.get(tag - kind); // null: of a job that has ended
        if (kind == MpiSend.LARGE) {
            handOverLarge(to, memory, source, tag - kind, length);
        } else if (to != null && kind == MpiSend.LIKE_BEFORE) {
            to.takeLikeBefore(memory);
        } else if (to != null) {
            to.take(memory, length);
        }
    }

    private void handOverLarge(@Nullable MpiInbound to, MemorySegment memory, int source, int tag, int length) {
        try {
            MpiChunk chunk = new MpiChunk(rests, source, tag, memory, length);
            if (to != null) {
                to.take(memory, chunk);
            }
            chunk.drop();
        } catch (RuntimeException e) {
            if (to != null) {
                to.malformed(e);
            }
        }
    }

    /** Returns whether somebody waits for what comes with a tag. */
    boolean isWanted(int tag) {
        MpiInbound messages = inbound.get(tag);
        return messages != null && !messages.isAbandoned();
    }

    /** Calls the library, unless it cannot be called any more. */
    <T extends @Nullable Object> T call(Function<MpiLibrary, T> function) {
        enter();
        try {
            requireRunning();
            return function.apply(library());
        } finally {
            calling.unlock();
        }
    }

    // ---------------------------------------------------------------- the end

    /** A device uses MPI, which does not end before {@link #close(MpiDevice)}. */
    void open(MpiDevice device) {
        synchronized (devices) {
            devices.add(device);
        }
    }

    /** A device uses MPI no more. */
    void close(MpiDevice device) {
        synchronized (devices) {
            devices.remove(device);
            devices.notifyAll();
        }
    }

    /** Waits until no device uses MPI, but not longer than a limit. */
    void awaitClosed(Duration limit) throws InterruptedException {
        long giveUpAt = System.nanoTime() + limit.toNanos();
        synchronized (devices) {
            while (!devices.isEmpty() && System.nanoTime() < giveUpAt) {
                TimeUnit.NANOSECONDS.timedWait(devices, giveUpAt - System.nanoTime());
            }
        }
    }

    /** Returns when it is time to end; works till then if this is the driver. */
    void awaitEnd(CountDownLatch mayEnd) throws InterruptedException {
        if (driver == null) {
            mayEnd.await();
        } else {
            driver.drive(this::poll, () -> mayEnd.getCount() == 0);
        }
    }

    /**
     * Takes in, and drops, what other processes have sent until they end: MPI wants each message to be received, and
     * some libraries print a warning otherwise. No device is open, so nothing more is sent. Waits for all processes.
     */
    void drain() throws InterruptedException {
        while (!call(library -> sending.isEmpty())) {
            pollOrPause();
        }
        call(library -> {
            counts.exchange(library);
            return null;
        });
        while (!call(counts::isExchanged)) {
            pollOrPause();
        }
        while (!hasAll()) {
            pollOrPause();
        }
    }

    private void pollOrPause() throws InterruptedException {
        if (!poll()) {
            TimeUnit.NANOSECONDS.sleep(DRAIN_NANOS);
        }
    }

    private boolean hasAll() {
        reading.lock();
        try {
            return counts.hasAll();
        } finally {
            reading.unlock();
        }
    }

    /** Ends MPI, which waits until the other processes do so too; no thread waits for that, as none calls any more. */
    void finish() {
        reading.lock();
        enter();
        try {
            if (end != null) {
                return;
            }
            end = "the JVM ends";
            for (Slot slot : posted) {
                if (!slot.equals(taken)) {
                    library().cancel(slot.request);
                }
            }
        } finally {
            calling.unlock();
            reading.unlock();
        }
        library().finish();
    }
}
