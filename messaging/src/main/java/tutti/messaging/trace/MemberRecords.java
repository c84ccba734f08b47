package tutti.messaging.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tutti.messaging.PeerInfo;
import tutti.messaging.signature.GroupLayout;

/**
 * What a member's operations in a group add up to since Flight Recorder was told last.
 *
 * <p>Thread-safe. It is told after an operation, by the thread that ends it, if the last time is long ago; and when the
 * member leaves.
 */
public final class MemberRecords {
    static final long TOTALS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long TRAFFIC_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final GroupLayout layout;
    private final int rank;
    private final PeerInfo process;
    private final AtomicLong messages = new AtomicLong();
    private @Nullable Sums sums; // guarded by this

    public MemberRecords(GroupLayout layout, int rank, PeerInfo process) {
        this.layout = layout;
        this.rank = rank;
        this.process = process;
    }

    /** Calls that are added up together. */
    private record Kind(String operation, boolean isStarted) {}

    /** What was not told yet. */
    private static final class Sums {
        final Map<Kind, OperationTotalsEvent> operations = new HashMap<>();
        final Map<Integer, TrafficEvent> traffic = new TreeMap<>();
        long totalsAtNanos;
        long trafficAtNanos;
        boolean isNew; // something was counted since all was told

        Sums(long nowNanos) {
            totalsAtNanos = nowNanos + TOTALS_EVERY_NANOS;
            trafficAtNanos = nowNanos + TRAFFIC_EVERY_NANOS;
        }
    }

    /** An operation begins. */
    synchronized void begin(long nowNanos) {
        if (sums == null) {
            sums = new Sums(nowNanos);
        }
    }

    /** Numbers the member's next send or receive. */
    long nextMessage() {
        return messages.getAndIncrement();
    }

    /** Says in an event whose it is. */
    void place(GroupEvent event) {
        event.place(layout, rank, process.process());
    }

    synchronized void sent(int destination, long bytes) {
        TrafficEvent traffic = begun().traffic.computeIfAbsent(destination, peer -> new TrafficEvent());
        traffic.messages++;
        traffic.bytes += bytes;
    }

    /** Counts an operation that has ended. */
    synchronized void add(OperationEvent event, long eventMessages, long nanos, long nowNanos) {
        Sums known = begun();
        known.isNew = true;
        OperationTotalsEvent totals = known.operations.computeIfAbsent(
                new Kind(event.operation, event.started), kind -> new OperationTotalsEvent());
        totals.calls++;
        totals.failures += event.failed ? 1 : 0;
        totals.messages += eventMessages;
        totals.bytes += event.bytes;
        totals.time += nanos;
        totals.waited += event.waited;
        totals.longest = Math.max(totals.longest, nanos);
        if (nowNanos - known.totalsAtNanos >= 0) {
            known.totalsAtNanos = nowNanos + TOTALS_EVERY_NANOS;
            tellTotals(known);
        }
        if (nowNanos - known.trafficAtNanos >= 0) {
            known.trafficAtNanos = nowNanos + TRAFFIC_EVERY_NANOS;
            tellTraffic(known);
        }
    }

    private Sums begun() {
        return Objects.requireNonNull(sums, "an operation has begun");
    }

    /** Tells all that is left to tell. */
    public synchronized void tell() {
        if (sums != null && sums.isNew) {
            sums.isNew = false;
            tellTotals(sums);
            tellTraffic(sums);
        }
    }

    private void tellTotals(Sums known) {
        known.operations.forEach((kind, totals) -> {
            place(totals);
            totals.operation = kind.operation();
            totals.started = kind.isStarted();
            totals.commit();
        });
        known.operations.clear();
    }

    private void tellTraffic(Sums known) {
        MemberEvent member = new MemberEvent();
        place(member);
        member.members = layout.size();
        member.host = process.host();
        member.pid = process.pid();
        member.commit();
        known.traffic.forEach((receiver, traffic) -> {
            place(traffic);
            traffic.receiver = receiver;
            traffic.commit();
        });
        known.traffic.clear();
    }
}
