package tutti.group.shrink;

import java.util.BitSet;
import tutti.group.proto.ShrinkReport;

/** Which members of this process have called for a shrink, and which are awaited. Not thread-safe. */
final class ShrinkCallers {
    /** Of more, not each that calls is told of at once: a process may have 100,000. */
    private static final int TOLD_SINGLY = 16;

    private final BitSet waiting; // ranks that have neither called nor gone
    private final BitSet called = new BitSet(); // ranks that have called and not gone

    /**
     * Makes the state before the first call.
     *
     * @param alive ranks that have not left or failed
     */
    ShrinkCallers(BitSet alive) {
        waiting = (BitSet) alive.clone();
    }

    void called(int rank) {
        if (waiting.get(rank)) {
            waiting.clear(rank);
            called.set(rank);
        }
    }

    void gone(int rank) {
        waiting.clear(rank);
        called.clear(rank);
    }

    void clear() {
        waiting.clear();
        called.clear();
    }

    boolean areFewAwaited() {
        return waiting.cardinality() < TOLD_SINGLY;
    }

    /** Returns a report of them. */
    ShrinkReport.Builder report() {
        ShrinkReport.Builder report = ShrinkReport.newBuilder();
        called.stream().forEach(report::addCalled);
        waiting.stream().forEach(report::addSilent);
        return report;
    }
}
