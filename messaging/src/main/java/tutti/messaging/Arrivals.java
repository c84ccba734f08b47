package tutti.messaging;

/**
 * Takes what transports deliver to this process.
 *
 * <p>Thread-safe. Called from the transports' own threads; no method blocks.
 */
interface Arrivals {

    /** Takes a message whose payload has at least begun to arrive. */
    void message(Message message);

    /** Takes a notice. */
    void signal(Signal signal);

    /** Learns that a process has closed in good order: everything that it sent has arrived. */
    void ended(int process);

    /** Learns that nothing will arrive any more from a process, for a reason that the others should know too. */
    void lost(int process, Throwable cause);
}
