package tutti.messaging.device;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.signature.GroupLayout;

/**
 * What waits to be written to one process: messages take turns, a chunk at a time.
 *
 * <p>Thread-safe. Any thread may drain, one at a time: the sender itself when the peer can take more at once, else a
 * thread of the sender pool when the transport reports that it can. A message whose next chunk has not arrived yet
 * (this process forwards it), or for which there is no credit, steps aside until there is.
 */
public final class SendQueue {
    private final Sink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final Queue<SendEntry> runnable = new ArrayDeque<>(); // guarded by lock
    private final Set<SendEntry> aside = new HashSet<>(); // guarded by lock
    private final AtomicInteger pressing = new AtomicInteger(); // entries in the queue or being written
    private final AtomicInteger unfinished = new AtomicInteger(); // these, and those aside
    private volatile Runnable whenFree = () -> {};
    private boolean draining; // guarded by lock
    private boolean lifted; // guarded by lock
    private boolean closed; // guarded by lock
    private long written; // pieces of messages; guarded by lock
    private int unwritten; // messages of members, also those that were dropped; guarded by lock

    public SendQueue(Sink sink) {
        this.sink = sink;
    }

    /** Where frames go, and who drains when no sender does. */
    public interface Sink extends FrameWriter {
        /** Runs a task in a thread of the sender pool. */
        void schedule(Runnable task);
    }

    public void add(Message message, Credit credit) {
        add(SendEntry.of(message, credit));
    }

    public void add(Notice signal) {
        add(new SendEntry.FrameEntry(new Frame.Control(signal)));
    }

    /** Adds what is left of a message. */
    public void add(Queue<Frame.MessageChunk> rest, Credit credit) {
        add(new SendEntry.RestEntry(
                rest, credit, GroupLayout.isOfMembers(rest.element().envelope().group())));
    }

    /** Returns whether everything that was added has been written. */
    public boolean isEmpty() {
        return unfinished.get() == 0;
    }

    /** Returns whether nothing waits for its turn, so that a thread that writes past the queue overtakes nothing. */
    public boolean isFree() {
        return pressing.get() == 0;
    }

    /** Has a task run each time that the queue becomes free. */
    void whenFree(Runnable task) {
        whenFree = task;
    }

    private void releasePressing() {
        if (pressing.decrementAndGet() == 0) {
            whenFree.run();
        }
    }

    /** Writes what is queued as long as the sink is ready. */
    public void drain() {
        lock.lock();
        try {
            if (draining) {
                return;
            }
            draining = true;
        } finally {
            lock.unlock();
        }
        for (SendEntry entry = next(); entry != null; entry = next()) {
            advance(entry);
        }
    }

    /**
     * Waits until everything has been written, or no piece of a message has for some time; returns whether everything
     * has.
     */
    public boolean awaitEmpty(Duration idleLimit) throws InterruptedException {
        lock.lock();
        try {
            long seen = written;
            while (unfinished.get() > 0 && !closed) {
                if (!emptied.await(idleLimit.toNanos(), TimeUnit.NANOSECONDS) && written == seen) {
                    break;
                }
                seen = written;
            }
            return unfinished.get() == 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until everything has been written, as long as the peer takes anything; returns whether everything has.
     *
     * @param handOverLimit how long receivers may take nothing; then also what there is no credit for is written
     */
    public boolean finish(Duration handOverLimit, Duration idleLimit) throws InterruptedException {
        if (!awaitEmpty(handOverLimit)) {
            lift();
        }
        return awaitEmpty(idleLimit);
    }

    /** Returns whether the peer is gone. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many messages of members have not been written as a whole; those that were dropped count, too. */
    public int unwrittenMessages() {
        lock.lock();
        try {
            return unwritten;
        } finally {
            lock.unlock();
        }
    }

    /** Writes also what there is no credit for, now and from now on: this process wants to end. */
    public void lift() {
        List<SendEntry> all = new ArrayList<>();
        lock.lock();
        try {
            lifted = true;
            all.addAll(runnable);
            all.addAll(aside);
        } finally {
            lock.unlock();
        }
        all.forEach(SendEntry::lift);
    }

    /** Drops what is queued, and whatever is added from now on: the peer is gone. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            runnable.forEach(SendEntry::drop);
            runnable.clear();
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(SendEntry entry) {
        lock.lock();
        try {
            if (entry.isOfMembers()) {
                unwritten++;
            }
            if (closed) {
                entry.drop();
            } else {
                unfinished.incrementAndGet();
                pressing.incrementAndGet();
                runnable.add(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the entry whose turn it is, or ends the drain. The sink reports readiness anew after it was found not
     * ready.
     */
    private @Nullable SendEntry next() {
        lock.lock();
        try {
            if (runnable.isEmpty() || !sink.isReady()) {
                draining = false;
                return null;
            }
            SendEntry next = runnable.remove();
            boolean isNotice = next instanceof SendEntry.FrameEntry(Frame.Control _);
            if (!isNotice) { // notices of life are written also if no receiver takes anything
                written++;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void advance(SendEntry entry) {
        switch (entry.writeNext(sink)) {
            case MORE -> requeue(entry);
            case DONE -> finish(entry);
            case WAITING -> {
                setAside(entry);
                entry.whenNextMayGo(() -> {
                    comeBack(entry);
                    sink.schedule(this::drain);
                });
            }
        }
    }

    private void setAside(SendEntry entry) {
        boolean mayGo;
        lock.lock();
        try {
            aside.add(entry);
            mayGo = lifted;
        } finally {
            lock.unlock();
        }
        releasePressing();
        if (mayGo) {
            entry.lift();
        }
    }

    private void comeBack(SendEntry entry) {
        lock.lock();
        try {
            pressing.incrementAndGet();
            aside.remove(entry);
            requeue(entry);
        } finally {
            lock.unlock();
        }
    }

    private void requeue(SendEntry entry) {
        lock.lock();
        try {
            if (!closed) {
                runnable.add(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    private void finish(SendEntry entry) {
        lock.lock();
        try {
            if (entry.isOfMembers()) {
                unwritten--;
            }
            if (unfinished.decrementAndGet() == 0) {
                emptied.signalAll();
            }
        } finally {
            lock.unlock();
        }
        releasePressing();
    }
}
