package tutti.messaging;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What one member is doing in a group, for others to ask after.
 *
 * <p>Thread-safe. The member writes, and pays next to nothing for it; whoever answers for it reads.
 */
final class Activity {
    private static final int REMEMBERED = 16;

    private final AtomicReferenceArray<@Nullable Label> calls = new AtomicReferenceArray<>(REMEMBERED);
    private final AtomicReference<@Nullable Label> last = new AtomicReference<>();
    private volatile @Nullable Call call;
    private volatile @Nullable Message conflict;
    private volatile @Nullable LongWait longWait;

    /** What a thread that is in the middle of a call waits for. */
    record Call(Waiting waiting, int tag, Label expected) {}

    /** A wait that has lasted for some time. */
    record LongWait(Vigil vigil, String operation, long sinceNanos) {}

    /** The member begins a call. */
    void begin(Label label) {
        calls.setRelease(Math.floorMod(label.call(), REMEMBERED), label);
        last.setRelease(label);
    }

    /** Returns the last call that the member has begun, or null. */
    @Nullable
    Label last() {
        return last.getAcquire();
    }

    /** Returns the label of a call, or null if the member has not begun it, or began it long ago. */
    @Nullable
    Label labelOf(long callNumber) {
        Label label = calls.getAcquire(Math.floorMod(callNumber, REMEMBERED));
        return label != null && label.call() == callNumber ? label : null;
    }

    @Nullable
    Call call() {
        return call;
    }

    /** From now on a message of another call wakes those who wait there; they look for earlier ones after this. */
    void waitIn(Call newCall) {
        call = newCall;
    }

    /** Returns what another member has shown to be in conflict with this one's calls, or null. */
    @Nullable
    Message conflict() {
        return conflict;
    }

    /** Another member is in another call than this one is or was. */
    void conflictWith(Message other) {
        conflict = other;
        Call waiting = call;
        if (waiting != null) {
            waiting.waiting().alarm();
        }
    }

    @Nullable
    LongWait longWait() {
        return longWait;
    }

    void startLongWait(LongWait wait) {
        longWait = wait;
    }

    void endLongWait(Vigil vigil) {
        LongWait known = longWait;
        if (known != null && known.vigil().equals(vigil)) {
            longWait = null;
        }
    }
}
