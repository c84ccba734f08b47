package tutti.collectives.local;

import tutti.messaging.MemberFailedException;

/** The leaders of other processes, which a leader awaits in memory that all of them share. */
public interface OtherLeaders {

    /**
     * Throws if a leader that is awaited will never come.
     *
     * @throws MemberFailedException if it has left
     */
    void throwIfAbsent();

    /**
     * The waiting thread sleeps from now on and must be woken, or no more; a thread that is to sleep checks once more
     * after this.
     */
    void setAsleep(boolean asleep);
}
