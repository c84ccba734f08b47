package tutti.messaging.progress;

import java.time.Duration;

/**
 * What a member does before it parks when what it waits for is not there yet.
 *
 * <p>A parked thread costs no processor time, and some microseconds to wake. To spin for a short while saves them where
 * the awaited member has a core of its own, and takes time from it where it has not.
 */
public enum WaitStrategy {
    /**
     * Spins for 10 microseconds while the members on the host are no more than its cores, and for 100 in a wait that
     * follows a short sleep: the other side needs a little longer to answer then. After eight sleeps in a row it does
     * not spin before a spin of 100 microseconds is of use again. After the first 10 microseconds of a spin a
     * thread offers its core to others once, and at each look while the other side shares its core. Virtual threads
     * spin for 250 microseconds.
     *
     * <p>With up to four times as many members as cores, platform threads offer their core to others for 250
     * microseconds. Beyond, and for virtual threads, it parks at once.
     */
    ADAPTIVE,

    /** Parks at once: the least processor time. */
    PARK,

    /**
     * Spins for 500 microseconds however many members there are: for hosts on which each member has a core for itself.
     */
    SPIN;

    private static final int MOST_MEMBERS_PER_CORE = 4;
    private static final Duration SHORT_SPIN = Duration.ofNanos(10_000);
    private static final Duration LONG_SPIN = Duration.ofNanos(100_000);
    private static final Duration VIRTUAL_SPIN = Duration.ofNanos(250_000);
    private static final Duration FIXED_SPIN = Duration.ofNanos(500_000);
    private static final Duration YIELD = Duration.ofNanos(250_000);

    /** Returns how long waiting threads look for what they wait for before they do anything else. */
    WaitTimes times(int membersOnHost, int cores) {
        return switch (this) {
            case ADAPTIVE -> adaptive(membersOnHost, cores);
            case PARK -> WaitTimes.NONE;
            case SPIN -> new WaitTimes(FIXED_SPIN, FIXED_SPIN, FIXED_SPIN, Duration.ZERO);
        };
    }

    private static WaitTimes adaptive(int membersOnHost, int cores) {
        if (membersOnHost <= cores) {
            return new WaitTimes(SHORT_SPIN, LONG_SPIN, VIRTUAL_SPIN, Duration.ZERO);
        }
        if (membersOnHost <= MOST_MEMBERS_PER_CORE * cores) {
            return new WaitTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, YIELD);
        }
        return WaitTimes.NONE;
    }
}
