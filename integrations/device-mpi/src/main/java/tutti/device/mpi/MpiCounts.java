package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * How many messages this process has sent to each other one, and has received; from what all have sent, how many it
 * should have received.
 *
 * <p>Not thread-safe.
 */
final class MpiCounts {
    private final int processes;
    private final MemorySegment sent;
    private final MemorySegment expected;
    private final MemorySegment request = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
    private long received;

    MpiCounts(int processes) {
        this.processes = processes;
        sent = Arena.global().allocate(ValueLayout.JAVA_LONG, processes);
        expected = Arena.global().allocate(ValueLayout.JAVA_LONG, processes);
    }

    void addSent(int toRank) {
        sent.setAtIndex(ValueLayout.JAVA_LONG, toRank, sent.getAtIndex(ValueLayout.JAVA_LONG, toRank) + 1);
    }

    void addReceived() {
        received++;
    }

    /** Starts to tell all processes, and to ask them; they must do so too, and nothing is sent any more. */
    void exchange(MpiLibrary library) {
        library.exchange(sent, expected, Long.BYTES, request);
    }

    /** Returns whether all processes have told. */
    boolean isExchanged(MpiLibrary library) {
        return library.isDone(request);
    }

    /** Returns whether all has been received that was sent. The counts have been exchanged. */
    boolean hasAll() {
        long sum = 0;
        for (int rank = 0; rank < processes; rank++) {
            sum += expected.getAtIndex(ValueLayout.JAVA_LONG, rank);
        }
        return received >= sum;
    }
}
