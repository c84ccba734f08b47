package tutti.messaging;

/**
 * Where a process of the job runs, for messages to people and for routing.
 *
 * @param process index in the job
 * @param address address on which it accepts connections; empty in a job of one process
 * @param port port on which it accepts connections; 0 in a job of one process
 * @param host name of its host
 * @param pid its process id there
 * @param sharesMemory whether it shares memory with those of its host that do so, too
 */
public record PeerInfo(int process, String address, int port, String host, long pid, boolean sharesMemory) {
    /** Describes a process that shares no memory. */
    public PeerInfo(int process, String address, int port, String host, long pid) {
        this(process, address, port, host, pid, false);
    }

    @Override
    public String toString() {
        return "process=%d host=%s pid=%d".formatted(process, host, pid);
    }
}
