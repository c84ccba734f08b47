package tutti.messaging;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;

/** Keeps all that a device delivers to a process with one member, in order; for tests of devices without members. */
public final class RecordingHandler implements InboundHandler, Recipient {
    private final List<Object> came = new CopyOnWriteArrayList<>();
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final ConcurrentHashMap<Integer, AtomicLong> heard = new ConcurrentHashMap<>();
    private final ReentrantLock gate = new ReentrantLock();

    /** Returns messages and notices, in the order in which they have come. */
    List<Object> came() {
        return came;
    }

    public List<Message> messages() {
        return came.stream()
                .filter(Message.class::isInstance)
                .map(Message.class::cast)
                .toList();
    }

    /** Returns the ends of processes that were reported: "ended 1", or "lost 1". */
    List<String> ends() {
        return ends;
    }

    /** Returns how often something was heard of a process. */
    long timesHeard(int process) {
        return heard.computeIfAbsent(process, p -> new AtomicLong()).get();
    }

    /** Takes nothing while an action runs, as if this process were stopped. */
    <T> T whileStopped(Supplier<T> action) {
        gate.lock();
        try {
            return action.get();
        } finally {
            gate.unlock();
        }
    }

    @Override
    public @Nullable Recipient recipient(long group, int member) {
        return this;
    }

    @Override
    public void heard(int process) {
        whileStopped(() -> 0); // waits, if this process is stopped
        heard.computeIfAbsent(process, p -> new AtomicLong()).incrementAndGet();
    }

    @Override
    public @Nullable ReceiveRequest claim(
            Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
        return null;
    }

    @Override
    public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
        return false;
    }

    @Override
    public void arrive(Message message) {
        came.add(message);
    }

    @Override
    public void arrived(int context) {
        // nothing waits here
    }

    @Override
    public boolean hasPosted(int context) {
        return false;
    }

    @Override
    public void signal(int process, Notice notice) {
        if (notice.kind() != Notice.Kind.ALIVE) {
            came.add(notice);
        }
    }

    @Override
    public void ended(int process) {
        ends.add("ended " + process);
    }

    @Override
    public void lost(int process, Throwable cause) {
        ends.add("lost " + process);
    }
}
