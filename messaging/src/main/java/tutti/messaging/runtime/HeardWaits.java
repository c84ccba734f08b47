package tutti.messaging.runtime;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tutti.messaging.device.Notice;
import tutti.messaging.progress.Scheduling;

/** What a process has heard of the waits of members in others, and when it asked. Thread-safe. */
final class HeardWaits {
    private static final int MOST = 4_096; // then all are asked anew
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int process;
    private final Scheduling scheduling;
    private final Consumer<Notice> sender;
    private final Map<MemberAddress, MemberWaiting> heard = new ConcurrentHashMap<>();
    private final Map<MemberAddress, Long> askedAtNanos = new ConcurrentHashMap<>();

    /**
     * Begins with nothing.
     *
     * @param process that asks
     * @param sender sends a notice to the process that is its destination
     */
    HeardWaits(int process, Scheduling scheduling, Consumer<Notice> sender) {
        this.process = process;
        this.scheduling = scheduling;
        this.sender = sender;
    }

    /** Returns how long a member that has waited for some time may wait until it checks again. */
    static long pauseNanos(long waitedNanos) {
        return Math.clamp(waitedNanos / 8, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    /** An answer has come. */
    void hear(Notice answer) {
        if (heard.size() >= MOST) {
            heard.clear();
            askedAtNanos.clear();
        }
        heard.put(MemberWaiting.asked(answer), MemberWaiting.of(answer));
    }

    /** Returns the last answer, or {@link MemberWaiting#NONE}. */
    MemberWaiting of(MemberAddress place) {
        return heard.getOrDefault(place, MemberWaiting.NONE);
    }

    /**
     * Asks another process if it has not been asked for some time; returns whether it has been asked now.
     *
     * @param waitedNanos the longer, the seldomer it asks
     */
    boolean ask(MemberAddress place, long waitedNanos) {
        if (place.process() == process) {
            return false;
        }
        long now = scheduling.nanoTime();
        Long before = askedAtNanos.get(place);
        if (before != null && now - before < pauseNanos(waitedNanos)) {
            return false;
        }
        askedAtNanos.put(place, now);
        sender.accept(Notice.waitQuestion(process, place.process(), place.group(), place.rank()));
        return true;
    }
}
