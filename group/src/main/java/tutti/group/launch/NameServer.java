package tutti.group.launch;

import java.util.Map;
import java.util.Objects;
import tutti.messaging.bootstrap.NameService;
import tutti.messaging.bootstrap.PortServer;
import tutti.messaging.config.Job;

/** A process that keeps names of ports for jobs, as {@code tutti names} starts it. Thread-safe. */
public final class NameServer implements AutoCloseable {
    private final PortServer server;

    private NameServer(Job job) {
        server = new PortServer(job, new NameService(job), job.masterPort(), closed -> {});
    }

    /**
     * Listens.
     *
     * @param address {@code host:port} at which jobs find it
     * @param environment which says the secret, and whether to encrypt, as for a job
     * @throws IllegalArgumentException if that is no address
     * @throws tutti.messaging.JoinException if it cannot listen there, or would be open to strangers
     */
    public static NameServer open(String address, Map<String, String> environment) {
        Objects.requireNonNull(address, "address");
        return new NameServer(JobResolver.server(Settings.of(new String[] {"--tutti-master=" + address}, environment)));
    }

    /** Returns {@code host:port}. */
    public String address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
