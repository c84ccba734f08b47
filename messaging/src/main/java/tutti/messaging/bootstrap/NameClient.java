package tutti.messaging.bootstrap;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;

/**
 * How a process publishes and finds names of ports. Thread-safe.
 *
 * @param job of the process
 * @param service {@code host:port} of the name service
 */
public record NameClient(Job job, String service) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A name that is published until this is closed, or the process ends. */
    public interface Lease extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Publishes a port.
     *
     * @return null if the name is in use
     * @throws JoinException if the service is not reached or refuses
     */
    public @Nullable Lease publish(String name, String port) {
        PortClient.Admitted call = call(NameService.PUBLISH + name, port);
        if (text(call).equals(NameService.PUBLISHED)) {
            return call::close;
        }
        call.close();
        return null;
    }

    /**
     * Returns the port that was published under a name, or null if there is none.
     *
     * @throws JoinException if the service is not reached or refuses
     */
    public @Nullable String lookup(String name) {
        try (PortClient.Admitted call = call(NameService.LOOKUP + name, "")) {
            String port = text(call);
            return port.isEmpty() ? null : port;
        }
    }

    private PortClient.Admitted call(String kind, String place) {
        return new PortClient(job, "", kind, place.getBytes(StandardCharsets.UTF_8), PATIENCE.toNanos())
                .await(List.of(service));
    }

    private static String text(PortClient.Admitted call) {
        return new String(call.admission().place(), StandardCharsets.UTF_8);
    }
}
