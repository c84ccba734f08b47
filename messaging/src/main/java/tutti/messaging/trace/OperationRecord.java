package tutti.messaging.trace;

import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import tutti.messaging.match.Pattern;
import tutti.messaging.progress.Scheduling;

/**
 * What Flight Recorder is told of one operation of a member: filled in while it runs, and committed when it ends.
 *
 * <p>There is one only while somebody records. Thread-safe: a started operation ends in whatever thread ends it, while
 * others wait for that.
 */
public final class OperationRecord {
    /** In place of a rank: there is no other end. */
    public static final int NO_PEER = -1;

    static final int NO_TAG = -1;
    static final int NOBODY = -3;
    private static final int ALL = -2;

    private final MemberRecords member;
    private final OperationEvent event = new OperationEvent(); // guarded by this
    private final Scheduling clock;
    private final long beganNanos;
    private int awaited = NOBODY; // at present; guarded by this
    private long awaitedForNanos; // how long that one, without another in between; guarded by this
    private long messages; // sent or received; guarded by this
    private int awaiting; // threads that wait for the end of what was started; guarded by this
    private long awaitingSinceNanos; // guarded by this
    private boolean ended; // guarded by this

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
    public synchronized void begin(String operation, int root, long call, String algorithm) {
        event.operation = operation;
        event.root = root;
        event.call = call;
        event.algorithm = algorithm;
        event.collective = true;
    }

    /** Names an operation that is not collective and has no tag, and the other end, or {@link #NO_PEER}. */
    public void begin(String operation, int peer) {
        begin(operation, peer, NO_TAG);
    }

    /** Names an operation that is not collective, the other end, and the tag of its messages; either may be any. */
    public synchronized void begin(String operation, int peer, int tag) {
        event.operation = operation;
        event.root = peer == Pattern.ANY ? NO_PEER : peer;
        event.tag = tag == Pattern.ANY ? NO_TAG : tag;
        event.call = member.nextMessage();
    }

    /** The operation was started: from now on the member waits in it only in {@link #awaiting}. */
    public synchronized void started() {
        event.started = true;
    }

    /** Names the algorithm. */
    public synchronized void uses(String algorithm) {
        event.algorithm = algorithm;
    }

    /** The member has received so many bytes in a receive of its own. */
    public synchronized void received(long bytes) {
        messages++;
        event.bytes += bytes;
    }

    /** The member has sent a message. */
    public synchronized void sent(int destination, long bytes) {
        messages++;
        event.messages++;
        event.bytes += bytes;
        member.sent(destination, bytes);
    }

    /** Counts a wait inside the operation; waits for one member that follow each other count as one. */
    public synchronized void waited(int peer, long nanos) {
        if (!event.started) {
            event.waited += nanos;
        }
        awaitedForNanos = peer == awaited ? awaitedForNanos + nanos : nanos;
        awaited = peer;
        if (awaitedForNanos > event.awaitedFor) {
            event.awaited = peer;
            event.awaitedFor = awaitedForNanos;
        }
    }

    /** Waits for the end of an operation that was started, and counts how long; threads at once count as one. */
    public <T> T awaiting(Supplier<T> wait) {
        synchronized (this) {
            awaiting++;
            if (awaiting == 1) {
                awaitingSinceNanos = clock.nanoTime();
            }
        }
        try {
            return wait.get();
        } finally {
            synchronized (this) {
                awaiting--;
                if (awaiting == 0 && !ended) {
                    event.waited += clock.nanoTime() - awaitingSinceNanos;
                }
            }
        }
    }

    /** A receive that was started has ended with so many bytes; only the first end counts. */
    public synchronized void endReceived(long bytes) {
        if (!ended) {
            received(bytes);
            end(false);
        }
    }

    /** The operation has ended, with an exception or without; only the first call counts. */
    public synchronized void end(boolean failed) {
        if (ended) {
            return;
        }
        ended = true;
        long now = clock.nanoTime();
        event.end();
        event.failed = failed;
        if (awaiting > 0) {
            event.waited += now - awaitingSinceNanos;
        }
        if (event.started && !event.collective && event.waited > 0) {
            event.awaited = event.root == NO_PEER ? ALL : event.root;
            event.awaitedFor = event.waited;
        }
        event.standsFor = Sampling.standsFor(event.call);
        if (event.standsFor > 0 && event.shouldCommit()) {
            member.place(event);
            event.commit();
        }
        member.add(event, messages, now - beganNanos, now);
    }
}
