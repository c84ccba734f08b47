package tutti.messaging;

import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;

/**
 * What the contract tests of all transports share; each theme extends this, and each transport extends each theme.
 *
 * <p>A test starts at most one job. Members are split evenly over its processes.
 */
public abstract class TransportContract {
    public static final int TAG = 4;

    private @Nullable Processes job;

    /** Returns the way that messages take. */
    abstract TestedTransport transport();

    /** Starts a job and opens a group that fails as a whole. */
    final List<Endpoint> open(int members) {
        return open(members, settings -> settings);
    }

    /** Starts a job with other settings and opens a group that fails as a whole. */
    final List<Endpoint> open(int members, UnaryOperator<Job> settings) {
        job = Processes.start(
                transport().processesFor(members),
                set -> settings.apply(transport().settings(set)));
        return job.open(members);
    }

    /** Starts a job and opens a group in which a failure concerns only those who wait for the failed member. */
    final List<Endpoint> openLoose(int members) {
        job = Processes.start(transport().processesFor(members), transport()::settings);
        return job.open(job.layout(members, false));
    }

    /** Opens one more group in the job that the test has started. */
    final List<Endpoint> openAnother(int members) {
        return job.open(members);
    }

    /** Ends the job, and returns how long that takes. */
    final Duration close() {
        long start = LoadClock.nanos();
        closeJob();
        job = null;
        return Duration.ofNanos(LoadClock.nanos() - start);
    }

    @AfterEach
    void closeJob() {
        if (job != null) {
            job.close();
        }
    }

    public static void send(Endpoint from, int destination, int tag, @Nullable Object value) {
        from.send(destination, tag, CallSignature.NONE, from.capture(value, destination));
    }

    public static void send(Endpoint from, int destination, @Nullable Object value) {
        send(from, destination, TAG, value);
    }

    static @Nullable Object receive(Endpoint at, int source, int tag) {
        return at.receive(source, tag).payload().take();
    }

    static @Nullable Object receive(Endpoint at, int source) {
        return receive(at, source, TAG);
    }

    /** Starts a call that must wait, and returns it when it does. */
    static Background<Object> startWaiting(java.util.concurrent.Callable<Object> call) {
        Background<Object> waiting = Background.start("waiting", call);
        await().until(waiting::isParked);
        return waiting;
    }
}
