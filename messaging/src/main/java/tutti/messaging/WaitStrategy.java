package tutti.messaging;

import java.time.Duration;

/**
 * What a member does before it parks when what it waits for is not there yet.
 *
 * <p>A parked thread costs no processor time, and some microseconds to wake. Looking on for a short while saves them where the
 * awaited member has a core of its own, and takes time from it where it has not.
 */
public enum WaitStrategy {
    /**
     * Spins for 250 microseconds while the members on the host are no more than its cores. With up to four times as many, platform
     * threads offer their core to others for as long. Beyond, and for virtual threads, it parks at once.
     */
    ADAPTIVE,

    /** Parks at once: the least processor time, for hosts that others use too. */
    PARK,

    /** Spins for 500 microseconds however many members there are: for hosts on which each member has a core for itself. */
    SPIN;

    private static final int MOST_MEMBERS_PER_CORE = 4;

    /** Returns how long a waiting thread looks on before it does anything else. */
    Duration spinning(int membersOnHost, int cores) {
        return switch (this) {
            case ADAPTIVE -> membersOnHost <= cores ? Duration.ofNanos(250_000) : Duration.ZERO;
            case PARK -> Duration.ZERO;
            case SPIN -> Duration.ofNanos(500_000);
        };
    }

    /** Returns how long a waiting platform thread looks on while it offers its core to others. */
    Duration yielding(int membersOnHost, int cores) {
        boolean worthwhile =
                this == ADAPTIVE && membersOnHost > cores && membersOnHost <= MOST_MEMBERS_PER_CORE * cores;
        return worthwhile ? Duration.ofNanos(250_000) : Duration.ZERO;
    }
}
