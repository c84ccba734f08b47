package tutti.messaging.progress;

/** Memory that a peer writes, or a queue that messages of peers come to. */
public interface Inward {
    /** In place of a process: a wait may end by what any of them sends. */
    int ANY_PROCESS = -1;

    /** Takes in what has come, unless another thread does; returns whether there was anything. Never blocks. */
    boolean poll();

    /**
     * Does the same for a member that spins, and may leave large messages that no buffer waits for where they are.
     *
     * @param awaitedProcess the process that it waits for, or {@link #ANY_PROCESS}
     */
    default boolean poll(int awaitedProcess) {
        return poll();
    }

    /** Lets the peer ring from now on. */
    void arm();

    /** Lets the peer be silent from now on. */
    void disarm();
}
