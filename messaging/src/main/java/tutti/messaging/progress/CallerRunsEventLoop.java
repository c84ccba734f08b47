package tutti.messaging.progress;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a process' sockets, which has no thread of its own: threads that wait for a message drive it, and a
 * thread that sends one runs what sending it takes.
 *
 * <p>One thread drives at a time, and what it does then happens before what the next one does. To Netty, the thread
 * that drives is the loop's thread.
 */
public final class CallerRunsEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {
    private static final int MOST_TASKS_AT_ONCE = 1024; // then sockets may have their turn

    private final Selector selector;
    private final Runnable driverWanted;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Thread> driver = new AtomicReference<>();
    private final Promise<Void> termination = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
    private volatile boolean blocked; // the driver sleeps in the selector, or is about to
    private volatile long longestSleepNanos = Long.MAX_VALUE;
    private volatile boolean closed;

    /**
     * Makes a loop.
     *
     * @param driverWanted told when there is something to do; makes a thread drive soon, and never blocks
     */
    CallerRunsEventLoop(Runnable driverWanted) throws IOException {
        selector = Selector.open();
        this.driverWanted = driverWanted;
    }

    /** Takes the loop, unless a thread has it; a thread that gets it must call {@link #stopDriving}. */
    boolean tryDrive() {
        return driver.get() == null && driver.compareAndSet(null, Thread.currentThread());
    }

    /** Gives the loop back, after doing what others left to be done. */
    void stopDriving() {
        driver.set(null);
        while (!tasks.isEmpty() && tryDrive()) { // added after the last look, by a thread that saw this one drive
            runTasks();
            driver.set(null);
        }
    }

    boolean isDriven() {
        return driver.get() != null;
    }

    boolean isDrivenBy(Thread thread) {
        return thread.equals(driver.get());
    }

    /** Does what there is to do, unless another thread is at it; returns whether there was anything. Never blocks. */
    boolean poll() {
        if (!tryDrive()) {
            return false;
        }
        try {
            return turn(0);
        } finally {
            stopDriving();
        }
    }

    /**
     * Waits until there is something to do, or {@link #wakeup} is called, or the time is over, and does it. The caller
     * drives.
     */
    boolean block(long nanos) {
        blocked = true;
        try {
            return turn(Math.min(nanos, longestSleepNanos));
        } finally {
            blocked = false;
        }
    }

    /** Lets no thread sleep for longer than a time, from now on. */
    void sleepAtMost(long nanos) {
        longestSleepNanos = nanos;
        wakeup();
    }

    /** Does what tasks wait for. The caller drives. */
    boolean runTasks() {
        boolean any = false;
        fetchFromScheduledTaskQueue(tasks);
        for (int i = 0; i < MOST_TASKS_AT_ONCE; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            any = true;
            safeExecute(task);
        }
        return any;
    }

    /** Ends {@link #block}, now or when it is called next. */
    void wakeup() {
        selector.wakeup();
    }

    /** Hears a channel that is none of Netty's. Any thread may call this. */
    public void hear(SelectableChannel channel, Runnable readable) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, readable);
        if (!inEventLoop()) {
            wakeup();
        }
    }

    private boolean turn(long mostNanos) {
        try {
            long nanos = mostNanos == 0 || !tasks.isEmpty() ? 0 : Math.min(mostNanos, untilScheduled());
            int events;
            if (nanos == 0) {
                events = selector.selectNow(CallerRunsEventLoop::ready);
            } else if (nanos == Long.MAX_VALUE) {
                events = selector.select(CallerRunsEventLoop::ready);
            } else {
                events = selector.select(CallerRunsEventLoop::ready, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
            }
            return runTasks() || events > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long untilScheduled() {
        long nanos = nextScheduledTaskNano();
        return nanos < 0 ? Long.MAX_VALUE : nanos;
    }

    private static void ready(SelectionKey key) {
        switch (key.attachment()) {
            case SelectorRegistration registration -> registration.ready(key);
            case Runnable readable -> readable.run();
            default -> throw new IllegalStateException("unknown key: " + key.attachment());
        }
    }

    /** Closes every channel that is still open, and refuses what comes later. The caller drives. */
    void destroy() throws IOException {
        closed = true;
        for (SelectionKey key : List.copyOf(selector.keys())) {
            if (key.attachment() instanceof SelectorRegistration registration) {
                registration.close();
            } else {
                key.channel().close();
            }
        }
        while (runTasks()) {
            // until nothing is left
        }
        selector.close();
        termination.trySuccess(null);
    }

    @Override
    public void execute(Runnable task) {
        if (termination.isDone()) {
            throw new RejectedExecutionException("the process' connections have ended");
        }
        tasks.add(task);
        Thread current = driver.get();
        if (Thread.currentThread().equals(current)) {
            return;
        }
        if (blocked) {
            wakeup();
        } else if (current == null) {
            driverWanted.run();
        }
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return thread.equals(driver.get());
    }

    @Override
    public Future<IoRegistration> register(IoHandle handle) {
        Promise<IoRegistration> promise = newPromise();
        Runnable registering = () -> {
            try {
                SelectorRegistration registration = new SelectorRegistration((NioIoHandle) handle, selector);
                promise.setSuccess(registration);
                handle.registered();
            } catch (ClosedChannelException | RuntimeException e) {
                promise.setFailure(e);
            }
        };
        if (inEventLoop()) {
            registering.run();
        } else {
            execute(registering);
        }
        return promise;
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return NioIoHandle.class.isAssignableFrom(type);
    }

    @Override
    public boolean isIoType(Class<? extends IoHandler> type) {
        return false; // there is no handler beside the loop
    }

    @Override
    public IoEventLoop next() {
        return this;
    }

    @Override
    public @Nullable IoEventLoopGroup parent() {
        return null;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel) {
        return register(new DefaultChannelPromise(channel, this));
    }

    @Override
    @Deprecated
    public ChannelFuture register(ChannelPromise promise) {
        promise.channel().unsafe().register(this, promise);
        return promise;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        channel.unsafe().register(this, promise);
        return promise;
    }

    /** The owner of the loop ends it, by {@link #destroy}. */
    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        return termination;
    }

    @Override
    public Future<?> terminationFuture() {
        return termination;
    }

    @Override
    @Deprecated
    public void shutdown() {
        // as shutdownGracefully
    }

    @Override
    public boolean isShuttingDown() {
        return closed;
    }

    @Override
    public boolean isShutdown() {
        return closed;
    }

    @Override
    public boolean isTerminated() {
        return termination.isDone();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return termination.await(timeout, unit);
    }
}
