package tutti.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Meters of all operations that members in this JVM call.
 *
 * <pre>{@code
 * try (TuttiMetrics metrics = new TuttiMetrics()) {
 *     metrics.bindTo(registry);
 *     ...
 * }
 * }</pre>
 *
 * <p>Each has the tags {@code group} and {@code operation}, and adds up the members of the group that live here:
 *
 * <ul>
 *   <li>{@code tutti.operations}: a timer, how many calls have ended and how long they took;
 *   <li>{@code tutti.operations.waited}: seconds in which they waited for other members;
 *   <li>{@code tutti.operations.messages} and {@code tutti.operations.bytes}: what they sent, or received in a receive;
 *   <li>{@code tutti.operations.failures}: how many of the calls ended with an exception.
 * </ul>
 *
 * <p>An operation that was started counts as another, {@code started receive}: its time is from its start to its end,
 * of which the member waited a part.
 *
 * <p>They come from Flight Recorder, which this turns on for the event {@code tutti.OperationTotals}, and are about two
 * seconds late; a member that calls nothing any more tells of its last calls when it is done. All masters of a JVM are
 * counted together. Thread-safe.
 */
public final class TuttiMetrics implements MeterBinder, AutoCloseable {
    /** The group that all beyond the most count as. */
    public static final String OTHER_GROUPS = "other";

    private static final int DEFAULT_MOST_GROUPS = 50;
    private static final String EVENT = "tutti.OperationTotals";
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final int mostGroups;
    private final Set<String> groups = new HashSet<>(); // used by the stream's thread
    private final Map<Key, Sums> sums = new HashMap<>(); // as above
    private @Nullable RecordingStream stream; // guarded by this

    /** Makes meters for up to 50 groups by their names; further ones count as one. */
    public TuttiMetrics() {
        this(DEFAULT_MOST_GROUPS);
    }

    /**
     * Makes meters for so many groups by their names; further ones count as {@value #OTHER_GROUPS}.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public TuttiMetrics(int mostGroups) {
        if (mostGroups < 0) {
            throw new IllegalArgumentException(
                    "number of groups must not be negative: mostGroups=%d; give 0 to count all as one"
                            .formatted(mostGroups));
        }
        this.mostGroups = mostGroups;
    }

    private record Key(String group, String operation) {}

    /** What all calls have added up to, read by the registry's threads. */
    private static final class Sums {
        final LongAdder calls = new LongAdder();
        final LongAdder timeNanos = new LongAdder();
        final LongAdder waitedNanos = new LongAdder();
        final LongAdder messages = new LongAdder();
        final LongAdder bytes = new LongAdder();
        final LongAdder failures = new LongAdder();

        double waitedSeconds() {
            return waitedNanos.sum() / (double) TimeUnit.SECONDS.toNanos(1);
        }
    }

    /**
     * Begins to count, and shows the counts in a registry.
     *
     * @throws IllegalStateException if this was bound before: for a further registry, make a composite one
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (stream != null) {
            throw new IllegalStateException(
                    "metrics are bound already: registry=%s; bind them to a CompositeMeterRegistry"
                            .formatted(registry));
        }
        RecordingStream started = new RecordingStream();
        started.setMaxAge(KEPT);
        started.enable(EVENT);
        started.onEvent(EVENT, event -> count(event, registry));
        started.startAsync();
        stream = started;
    }

    private void count(RecordedEvent event, MeterRegistry registry) {
        String group = event.getString("group");
        if (!groups.contains(group) && groups.size() >= mostGroups) {
            group = OTHER_GROUPS;
        } else {
            groups.add(group);
        }
        String operation = (event.getBoolean("started") ? "started " : "") + event.getString("operation");
        Sums of = sums.computeIfAbsent(new Key(group, operation), key -> register(key, registry));
        of.calls.add(event.getLong("calls"));
        of.timeNanos.add(event.getDuration("time").toNanos());
        of.waitedNanos.add(event.getDuration("waited").toNanos());
        of.messages.add(event.getLong("messages"));
        of.bytes.add(event.getLong("bytes"));
        of.failures.add(event.getLong("failures"));
    }

    private static Sums register(Key key, MeterRegistry registry) {
        Sums made = new Sums();
        Tags tags = Tags.of("group", key.group(), "operation", key.operation());
        FunctionTimer.builder(
                        "tutti.operations", made, of -> of.calls.sum(), of -> of.timeNanos.sum(), TimeUnit.NANOSECONDS)
                .description("Calls of the operation that have ended")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("tutti.operations.waited", made, Sums::waitedSeconds)
                .description("Time that members waited for others in the operation")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("tutti.operations.messages", made, of -> of.messages.sum())
                .description("Messages that the operation sent, or received in a receive")
                .baseUnit(BaseUnits.MESSAGES)
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("tutti.operations.bytes", made, of -> of.bytes.sum())
                .description("Bytes that the operation sent, or received in a receive")
                .baseUnit(BaseUnits.BYTES)
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("tutti.operations.failures", made, of -> of.failures.sum())
                .description("Calls of the operation that ended with an exception")
                .tags(tags)
                .register(registry);
        return made;
    }

    /** Ends the counting, when what was told so far is counted; the meters stay. */
    @Override
    public void close() {
        RecordingStream ended;
        synchronized (this) {
            ended = stream;
        }
        if (ended != null) {
            ended.stop();
            ended.close();
        }
    }
}
