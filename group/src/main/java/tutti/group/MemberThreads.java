package tutti.group;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.serialization.OperationInterruptedException;

/**
 * The threads that run a process' members, and the first failure among them.
 *
 * <p>Keeps the JVM alive while a member runs in a virtual thread, as a platform thread would.
 */
final class MemberThreads {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<ColMember, Thread> running = new ConcurrentHashMap<>();
    private @Nullable MemberFailedException first; // guarded by lock
    private boolean keptAlive; // guarded by lock
    private int waiters; // guarded by lock
    private boolean reported; // guarded by lock

    void started(ColMember member, Thread thread) {
        running.put(member, thread);
        lock.lock();
        try {
            if (thread.isVirtual() && !keptAlive) {
                Thread.ofPlatform().daemon(false).name("tutti-keep-alive").start(this::keepAlive);
                keptAlive = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the member that runs in this thread.
     *
     * @throws IllegalStateException if there is none
     */
    ColMember current() {
        Thread self = Thread.currentThread();
        return running.entrySet().stream()
                .filter(entry -> entry.getValue().equals(self))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "not the thread of a started member: thread=%s; call the operation on the member itself"
                                .formatted(self.getName())));
    }

    /**
     * Notes a failure; only the first counts, because the others are its consequences.
     *
     * @return whether it is the first, and nobody waits in {@link #await} who would report it
     */
    boolean failed(MemberFailedException failure) {
        lock.lock();
        try {
            if (first != null) {
                return false;
            }
            first = failure;
            return waiters == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether every started member has ended, and none has failed. */
    boolean allWell() {
        lock.lock();
        try {
            return first == null && running.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    void ended(ColMember member) {
        lock.lock();
        try {
            running.remove(member);
            if (running.isEmpty()) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no member runs, then throws the first failure if there was one and nobody has got it yet. */
    void await() {
        if (running.containsValue(Thread.currentThread())) {
            throw new IllegalStateException("member waits for its own end: thread=%s; close or await in another thread"
                    .formatted(Thread.currentThread().getName()));
        }
        lock.lock();
        waiters++;
        try {
            while (!running.isEmpty()) {
                changed.await();
            }
            if (first != null && !reported) {
                reported = true;
                throw first.operation().isEmpty()
                        ? first.again()
                        : first.again().during(first.operation());
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for members=" + running.values(), e);
        } finally {
            waiters--;
            lock.unlock();
        }
    }

    private void keepAlive() {
        lock.lock();
        try {
            while (!running.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            keptAlive = false;
        } finally {
            lock.unlock();
        }
    }
}
