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
    private @Nullable MemberFailedException failure; // guarded by lock
    private boolean keptAlive; // guarded by lock

    void started(ColMember member, Thread thread) {
        running.put(member, thread);
        lock.lock();
        try {
            if (thread.isVirtual() && !keptAlive) {
                keptAlive = true;
                Thread.ofPlatform().name("tutti-keep-alive").start(this::keepAlive);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes a failure; a failure that is a consequence of an earlier one is not the first and thus not reported. */
    void failed(ColMember member, Throwable cause) {
        lock.lock();
        try {
            if (failure == null) {
                Thread thread = running.get(member);
                failure = new MemberFailedException(
                        "member failed: thread=%s: %s".formatted(thread == null ? "?" : thread.getName(), cause),
                        cause);
            }
        } finally {
            lock.unlock();
        }
    }

    void ended(ColMember member) {
        lock.lock();
        try {
            running.remove(member);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no member runs, then throws the first failure if there was one. */
    void await() {
        lock.lock();
        try {
            while (!running.isEmpty()) {
                changed.await();
            }
            if (failure != null) {
                throw failure;
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for members=" + running.values(), e);
        } finally {
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
