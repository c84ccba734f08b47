package tutti.messaging;

/**
 * Carries messages from this process to the others; one instance serves a process for its whole life.
 *
 * <p>Thread-safe. A transport delivers what arrives to the {@link Arrivals} it was made with. It need not keep messages of
 * different streams in order; the receiver orders each stream by its sequence numbers.
 */
interface Transport extends AutoCloseable {

    /**
     * Returns the connection to a process, the same one each time.
     *
     * <p>Never blocks; the connection may be established later.
     */
    Connection connect(int process);

    /** Sends what is queued, waiting a bounded time for it, and then ends; later failures of peers are not reported. */
    @Override
    void close();
}
