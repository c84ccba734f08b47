package tutti.group.member;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.group.launch.MemberFailureHandler;
import tutti.messaging.MemberFailedException;
import tutti.messaging.RemoteCause;
import tutti.messaging.runtime.ThrowableTexts;
import tutti.serialization.OperationInterruptedException;

/**
 * The threads that run a process' members, and the first failure among them.
 *
 * <p>Keeps the JVM alive while a member runs in a virtual thread, as a platform thread would.
 *
 * @param <M> a member
 */
public final class MemberThreads<M> {
    /** How long the other members may take to end of a failure; then it is reported although they run on. */
    private static final long REPORT_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LOOK_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<M, Thread> running = new ConcurrentHashMap<>();
    private final Failures ofStarted = new Failures();
    private final Stragglers<M> stragglers;
    private boolean anyFailed; // guarded by lock
    private int unthrown; // failures that a caller is to get; guarded by lock
    private boolean keptAlive; // guarded by lock

    /** The failures of some members, the first of which one caller gets. Guarded by the lock of the threads. */
    public static final class Failures {
        private @Nullable MemberFailedException first; // since a caller got one
        private int waiters;
        private @Nullable Runnable report; // of the first, until it is not needed any more
    }

    /** A member whose failure the caller of its run gets. */
    public interface PartOfRun {
        /** Returns the failures of the members of its run. */
        Failures failures();
    }

    /**
     * Makes the threads of a process.
     *
     * @param nameOf names a member for people
     * @param failureOf returns a failure of a member's groups, if none of them works any more
     */
    public MemberThreads(Function<M, String> nameOf, Function<M, Optional<MemberFailedException>> failureOf) {
        stragglers = new Stragglers<>(nameOf, failureOf);
    }

    /** Returns the failures of members that are part of no run. */
    public Failures ofStarted() {
        return ofStarted;
    }

    public void started(M member, Thread thread) {
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
    public M current() {
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
     * Notes a failure of the member that runs in the calling thread; only the first counts until {@link #await} has
     * thrown it, because the others are its consequences. One that says that a call failed in another member gives way
     * to a failure of another kind, since members of such a call hear of it in any order.
     *
     * @param among the failures among which it counts
     * @return whether it counts, and no thread waits in {@link #await}, which would report it
     */
    public boolean failed(MemberFailedException failure, Failures among) {
        lock.lock();
        try {
            anyFailed = true;
            MemberFailedException known = among.first;
            if (known != null && (isOfAnother(failure) || !isOfAnother(known))) {
                FurtherFailures.show(known, failure);
                return false;
            }
            unthrown += known == null ? 1 : 0;
            among.first = failure;
            if (among.waiters == 0) {
                return true;
            }
            Thread self = Thread.currentThread();
            Thread.UncaughtExceptionHandler handler =
                    self.getUncaughtExceptionHandler(); // it has none when it has ended
            among.report = () -> handler.uncaughtException(self, failure);
            changed.signalAll();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a failure is that a call failed in another member. */
    public static boolean isOfAnother(MemberFailedException failure) {
        return ThrowableTexts.chain(failure).stream()
                .filter(cause -> !isOf(MemberFailedException.class, cause))
                .findFirst()
                .filter(cause -> isOf(CallFailedException.class, cause))
                .isPresent();
    }

    private static boolean isOf(Class<?> type, Throwable failure) {
        return failure instanceof RemoteCause remote
                ? remote.className().equals(type.getName())
                : type.isInstance(failure);
    }

    /** Returns the threads of the members that have not ended. */
    public Map<M, Thread> running() {
        return Map.copyOf(running);
    }

    /** Returns whether every started member has ended, and none has failed. */
    public boolean allWell() {
        lock.lock();
        try {
            return !anyFailed && running.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a member has failed, and {@link #await} has not thrown its failure. */
    public boolean hasUnthrownFailure() {
        lock.lock();
        try {
            return unthrown > 0;
        } finally {
            lock.unlock();
        }
    }

    public void ended(M member) {
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

    /** Waits until no member runs, then throws the first failure of started ones that it has not thrown before. */
    public void await() {
        startAndAwait(() -> {}, ofStarted);
    }

    /**
     * Starts members and waits until no member runs, then throws the first of some failures.
     *
     * @param failures may be those of the members that are started: a thread waits for them from the first on
     */
    public void startAndAwait(Runnable start, Failures failures) {
        refuseMembers("await");
        lock.lock();
        failures.waiters++;
        try {
            runUnlocked(start);
            awaitEndOfAll(failures);
            failures.report = null;
            MemberFailedException failure = failures.first;
            if (failure != null) {
                failures.first = null;
                unthrown--;
                MemberFailureHandler.tellThrown(failure);
                throw failure.forCaller();
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for members=" + running.values(), e);
        } finally {
            failures.waiters--;
            lock.unlock();
        }
    }

    /** Called with the lock; runs what is the user's, or takes other locks, without it. */
    private void runUnlocked(Runnable action) {
        lock.unlock();
        try {
            action.run();
        } finally {
            lock.lock();
        }
    }

    /**
     * Called with the lock. Reports a failure if members run on that have not noticed it, because they compute or wait
     * for something else; names these members later.
     */
    private void awaitEndOfAll(Failures failures) throws InterruptedException {
        long untilLook = LOOK_PERIOD_NANOS;
        while (!running.isEmpty()) {
            Runnable due = failures.report;
            if (due == null) {
                untilLook = changed.awaitNanos(untilLook);
            } else if (!awaitEndOfAll(REPORT_AFTER_NANOS) && due.equals(failures.report)) {
                failures.report = null;
                runUnlocked(due);
            }
            if (untilLook <= 0) {
                lookForStragglers();
                untilLook = LOOK_PERIOD_NANOS;
            }
        }
    }

    /** Called with the lock. */
    private void lookForStragglers() {
        try {
            runUnlocked(() -> stragglers.look(running()));
        } catch (OutOfMemoryError e) {
            // the wait does not need it, and the next look is soon
        }
    }

    /** Called with the lock. Returns whether all have ended within the limit. */
    private boolean awaitEndOfAll(long limitNanos) throws InterruptedException {
        long left = limitNanos;
        while (!running.isEmpty() && left > 0) {
            left = changed.awaitNanos(left);
        }
        return running.isEmpty();
    }

    /** Throws if the thread of a running member calls: it would wait for itself. */
    public void refuseMembers(String call) {
        Thread self = Thread.currentThread();
        if (running.containsValue(self)) {
            throw new IllegalStateException(
                    "member waits for its own end: call=%s thread=%s; call it in the thread that made the master, after start"
                            .formatted(call, self.getName()));
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
