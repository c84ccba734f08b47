package tutti.group.growth;

import tutti.messaging.bootstrap.PortService;

/**
 * A port of this process for jobs that connect. Thread-safe.
 *
 * @param ports those of the process
 * @param name {@code host:port/token}
 */
public record LocalPort(LocalPorts ports, String name, String token) {
    /** Between the address of a process and what tells its ports apart. */
    static final char SEPARATOR = '/';

    String kind() {
        return PortService.connection(token);
    }

    public boolean isOpen() {
        return ports.service().isOpen(kind());
    }

    /** Refuses jobs that wait here, and those that still come. */
    public void close() {
        ports.names().unpublishAll(this);
        ports.service().close(kind());
    }
}
