package tutti.messaging.failure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import tutti.messaging.progress.Scheduling;

/** A failure detector of a job of three processes, whose time passes by hand. */
public final class FailureDetectorAtHand {
    private final AtomicLong nanos = new AtomicLong();
    private final Duration tick;
    private final FailureDetector failureDetector;
    private final FailureDetector.Body body = new Silent(); // the detector's reference to it is weak

    /** Makes one that has just begun. */
    public FailureDetectorAtHand(Duration limit) {
        Scheduling clock = (Scheduling) Proxy.newProxyInstance(
                Scheduling.class.getClassLoader(), new Class<?>[] {Scheduling.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("nanoTime")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return nanos.get();
                });
        failureDetector = new FailureDetector(body, 3, limit, clock);
        tick = limit.dividedBy(failureDetector.ticksPerLimit());
    }

    private static final class Silent implements FailureDetector.Body {
        @Override
        public void beat() {}

        @Override
        public void silent(int process) {}

        @Override
        public void timerTick(long nowNanos) {}
    }

    public FailureDetector failureDetector() {
        return failureDetector;
    }

    /** The process runs for so long, and ticks all the time. */
    public void pass(Duration time) {
        for (long i = time.dividedBy(tick); i > 0; i--) {
            pause(tick);
        }
    }

    /** The process stands still for so long, and ticks then. */
    public void pause(Duration time) {
        nanos.addAndGet(time.toNanos());
        failureDetector.tick();
    }
}
