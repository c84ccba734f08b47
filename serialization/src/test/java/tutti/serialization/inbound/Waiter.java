package tutti.serialization.inbound;

import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call in a thread of its own, which a test can see parking. */
final class Waiter<T> extends FutureTask<T> {
    private final Thread thread = new Thread(this, "waiter");

    private Waiter(Callable<T> call) {
        super(call);
    }

    static <T> Waiter<T> start(Callable<T> call) {
        Waiter<T> waiter = new Waiter<>(call);
        waiter.thread.start();
        return waiter;
    }

    void awaitParked() {
        await().atMost(1, TimeUnit.MINUTES).until(() -> thread.getState() == Thread.State.WAITING);
    }

    void interrupt() {
        thread.interrupt();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        try {
            return get(5, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("still waiting: " + Arrays.toString(thread.getStackTrace()), e);
        }
    }
}
