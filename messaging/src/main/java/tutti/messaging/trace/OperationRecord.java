package tutti.messaging.trace;

import jdk.jfr.FlightRecorder;
import tutti.messaging.match.Payload;
import tutti.messaging.progress.Scheduling;

/**
 * What Flight Recorder is told of one operation of a member: filled in while it runs, and committed when it ends.
 *
 * <p>There is one only while somebody records. Used by the thread that calls the operation.
 */
public final class OperationRecord {
    static final int NOBODY = -3;

    private final MemberRecords member;
    private final OperationEvent event = new OperationEvent();
    private final Scheduling clock;
    private final long beganNanos;
    private int awaited = NOBODY; // at present
    private long awaitedForNanos; // how long that one, without another in between
    private long messages; // sent or received
    private boolean ended;

    public OperationRecord(MemberRecords member, Scheduling clock) {
        this.member = member;
        this.clock = clock;
        beganNanos = clock.nanoTime();
        member.begin(beganNanos);
        event.begin();
    }

    /**
     * Returns whether anyone records; costs next to nothing.
     *
     * <p>The first use of an event class starts Flight Recorder in the JVM, which takes a tenth of a second: none is
     * used before.
     */
    public static boolean isWanted() {
        return FlightRecorder.isInitialized()
                && (OperationEvent.isOn() || OperationTotalsEvent.isOn() || TrafficEvent.isOn());
    }

    /**
     * Names a collective operation.
     *
     * @param root its rank, or -1
     * @param call number of the call, the same at all members
     * @param algorithm by which it is done, unless told otherwise later
     */
    public void begin(String operation, int root, long call, String algorithm) {
        event.operation = operation;
        event.root = root;
        event.call = call;
        event.algorithm = algorithm;
    }

    /** Names a send or receive, and the other end. */
    public void begin(String operation, int peer) {
        begin(operation, peer, member.nextMessage(), "");
    }

    /** Names the algorithm. */
    public void uses(String algorithm) {
        event.algorithm = algorithm;
    }

    /** The member has received a message in a receive of its own. */
    public void received(Payload payload) {
        received(payload.sizeBytes());
    }

    /** The member has received so many bytes in a receive of its own. */
    public void received(long bytes) {
        messages++;
        event.bytes += bytes;
    }

    public void sent(int destination, long bytes) {
        messages++;
        event.messages++;
        event.bytes += bytes;
        member.sent(destination, bytes);
    }

    /** Counts a wait; waits for one member that follow each other count as one. */
    public void waited(int peer, long nanos) {
        event.waited += nanos;
        awaitedForNanos = peer == awaited ? awaitedForNanos + nanos : nanos;
        awaited = peer;
        if (awaitedForNanos > event.awaitedFor) {
            event.awaited = peer;
            event.awaitedFor = awaitedForNanos;
        }
    }

    /** The operation has ended, with an exception or without; only the first call counts. */
    public void end(boolean failed) {
        if (ended) {
            return;
        }
        ended = true;
        event.end();
        event.failed = failed;
        event.standsFor = Sampling.standsFor(event.call);
        if (event.standsFor > 0 && event.shouldCommit()) {
            member.place(event);
            event.commit();
        }
        long now = clock.nanoTime();
        member.add(event, messages, now - beganNanos, now);
    }
}
