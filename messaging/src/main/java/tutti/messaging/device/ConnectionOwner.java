package tutti.messaging.device;

/**
 * What a device that cannot find its peers, or miss them, needs of one that can.
 *
 * <p>The other device keeps a connection to each peer and calls a {@link Wireup} as that connection begins and ends.
 * Thread-safe; no method blocks.
 */
public interface ConnectionOwner {
    /**
     * Connects to a process, unless that has been done. The {@link Wireup} hears of the outcome, perhaps before this
     * returns.
     */
    void openConnection(int process);

    /** Returns whether a process runs on this host. */
    boolean isOnThisHost(int process);

    /** Takes nothing more from a process, because what it has written makes no sense; the handler hears of the loss. */
    void giveUp(int process, RuntimeException why);
}
