package tutti.group.member;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.ActingThreads;

/**
 * The threads that act for one member, and the news that they have all ended.
 *
 * <p>Any thread may act for a member, so that the end of one proves nothing. But a thread which was started with the
 * member itself, as {@code new Thread(member)}, owes a {@code done()}; when it has ended, and so has every other that
 * has called an operation for the member, no one acts for it any more. A thread is known from its first operation on.
 */
public final class MemberThreadTracker extends ActingThreads {
    private static final StackWalker FRAMES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final int MANY = 16;

    private static final InheritableThreadLocal<@Nullable Descent> DESCENT = new InheritableThreadLocal<>() {
        @Override
        protected @Nullable Descent childValue(@Nullable Descent parent) {
            return parent == null || isMade(".CarrierThread") // to carry a virtual one that the parent wakes
                    ? null
                    : parent.child();
        }
    };

    private final Object member;
    private final Consumer<Thread> deserted;
    private final Set<Thread> known = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Thread last;
    private volatile @Nullable Thread started;
    private volatile @Nullable Descent descent; // of the thread that began to act first

    /** Returns whether the thread that is being made is of a class whose name has this end. */
    private static boolean isMade(String classNameEnd) {
        return FRAMES.walk(all -> all.anyMatch(frame -> frame.getClassName().endsWith(classNameEnd)));
    }

    /** Whether a thread, or one that it has led to, has started others since it began to act for members. */
    private static final class Descent {
        private final @Nullable Descent ancestor; // the nearest that acted for a member then
        private volatile long threadId; // 0 until it acts for a member
        private volatile boolean hasChildren;
        private volatile boolean hasVirtualChildren;

        private Descent(@Nullable Descent ancestor) {
            this.ancestor = ancestor;
        }

        static Descent ofCurrentThread() {
            Descent known = DESCENT.get();
            if (known == null) {
                known = new Descent(null);
                DESCENT.set(known);
            }
            if (!known.acts()) {
                known.threadId = Thread.currentThread().threadId();
            }
            return known;
        }

        private boolean acts() {
            return threadId != 0;
        }

        /** The thread starts another. */
        Descent child() {
            boolean isVirtual = isMade("VirtualThread");
            for (Descent each = this; each != null; each = each.ancestor) {
                if (each.acts()) {
                    each.hasChildren = true;
                    if (isVirtual) {
                        each.hasVirtualChildren = true;
                    }
                }
            }
            return new Descent(acts() ? this : ancestor);
        }
    }

    /**
     * Makes an empty set of threads.
     *
     * @param deserted told, in a thread of its own, of the member's own thread when no one acts for the member any more
     */
    public MemberThreadTracker(Object member, Consumer<Thread> deserted) {
        this.member = member;
        this.deserted = deserted;
    }

    /** The member is given a thread, whose end is seen to. */
    public void startedIn(Thread own) {
        started = own;
    }

    /** Waits until the thread that the member was given has ended; returns at once if it has none. */
    public void joinStarted() throws InterruptedException {
        Thread own = started;
        if (own != null) {
            own.join();
        }
    }

    /** The thread that the member was given begins to run. */
    public void begins() {
        if (!Thread.currentThread().isVirtual()) { // there may be very many of those
            descent = Descent.ofCurrentThread();
        }
    }

    /** Returns whether no other thread than one has acted for the member, and that one has started no virtual ones. */
    @Override
    public boolean isOnly(Thread thread) {
        Descent first = descent;
        Thread own = started;
        boolean isFirst =
                own == null ? known.contains(thread) && known.size() == 1 : own.equals(thread) && known.isEmpty();
        return isFirst && first != null && !first.hasVirtualChildren;
    }

    @Override
    public @Nullable Thread own() {
        Thread own = started;
        return own != null ? own : last;
    }

    @Override
    public long starterId() {
        Descent first = descent;
        if (first == null) {
            return 0;
        }
        return first.hasChildren ? first.threadId : Long.MAX_VALUE;
    }

    /** The calling thread acts for the member. Cheap, if it was the last one that did. */
    public void act() {
        Thread self = Thread.currentThread();
        if (!self.equals(last)) {
            last = self;
            if (!self.equals(started) && known.add(self)) {
                noteDescent();
                if (known.size() > MANY) {
                    known.removeIf(thread -> !thread.isAlive());
                }
                if (runsTheMemberItself()) {
                    watchInBackground(self);
                }
            }
        }
    }

    /** The calling thread is the member's own, although it was not started with it. */
    public void actsItself() {
        Thread self = Thread.currentThread();
        last = self;
        if (known.add(self)) {
            noteDescent();
            watchInBackground(self);
        }
    }

    private void noteDescent() {
        if (descent == null) {
            descent = Descent.ofCurrentThread();
        }
    }

    private void watchInBackground(Thread own) {
        Thread.ofVirtual()
                .name("tutti-watch")
                .inheritInheritableThreadLocals(false)
                .start(() -> watch(own));
    }

    /** Returns whether the member is what the calling thread was started with. */
    private boolean runsTheMemberItself() {
        List<StackWalker.StackFrame> frames = FRAMES.walk(all ->
                all.filter(frame -> !isOfThread(frame.getDeclaringClass())).toList());
        StackWalker.StackFrame outermost = frames.getLast();
        return outermost.getMethodName().equals("run")
                && outermost.getDescriptor().equals("()V")
                && outermost.getDeclaringClass().isInstance(member);
    }

    private static boolean isOfThread(Class<?> declaring) {
        return Thread.class.getModule().equals(declaring.getModule())
                && (declaring.getPackageName().equals("jdk.internal.vm")
                        || declaring.getName().startsWith("java.lang.Thread")
                        || declaring.getName().startsWith("java.lang.VirtualThread"));
    }

    private void watch(Thread own) {
        try {
            for (Thread next = own; next != null; next = anyAlive()) {
                next.join();
            }
            deserted.accept(own);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no one interrupts this thread", e);
        }
    }

    private @Nullable Thread anyAlive() {
        return known.stream().filter(Thread::isAlive).findFirst().orElse(null);
    }
}
