package tutti.group.growth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthException.Why;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.NameClient;
import tutti.messaging.config.Job;

/**
 * Names that this process has given to its ports, and the service that keeps these and those of others. Thread-safe.
 */
public final class PublishedNames implements AutoCloseable {
    private static final int LONGEST = 255;

    private final Job job;
    private final @Nullable String service;
    private final Map<String, Published> own = new ConcurrentHashMap<>(); // by name

    private record Published(LocalPort port, NameClient.Lease lease) {}

    PublishedNames(Job job, @Nullable String service) {
        this.job = job;
        this.service = service;
    }

    boolean areKept() {
        return service != null;
    }

    private NameClient client(String name) {
        if (service == null) {
            throw new GrowthException(
                    Why.NOT_OPEN,
                    "no name service: name=%s process=%d; start one with tutti names, and give both jobs tutti run --names HOST:PORT, or TUTTI_NAMES=HOST:PORT"
                            .formatted(name, job.process()));
        }
        return new NameClient(job, service);
    }

    private static void check(String name) {
        if (name.isBlank() || name.length() > LONGEST) {
            throw new GrowthException(
                    Why.NO_PORT,
                    "a port's name has 1 to %d characters, and not only spaces: name=%s".formatted(LONGEST, name));
        }
    }

    /**
     * Publishes a port until it is closed, or the process leaves its job.
     *
     * @throws GrowthException if the name is in use, or no service keeps it
     */
    public void publish(String name, LocalPort port) {
        check(name);
        NameClient.Lease lease;
        try {
            lease = client(name).publish(name, port.name());
        } catch (JoinException e) {
            throw notAsked(name, e);
        }
        if (lease == null) {
            throw new GrowthException(
                    Why.NAME_IN_USE,
                    "the name is in use: name=%s port=%s name service=%s; let the other job unpublish it, or take another"
                            .formatted(name, port.name(), service));
        }
        own.put(name, new Published(port, lease));
    }

    /**
     * Takes a name back.
     *
     * @throws GrowthException if this port was not published under it
     */
    public void unpublish(String name, LocalPort port) {
        Published published = own.get(name);
        if (published == null || !published.port().equals(port)) {
            throw new GrowthException(
                    Why.UNKNOWN_NAME,
                    "the port does not have this name: name=%s port=%s; let the process unpublish it that has published it"
                            .formatted(name, port.name()));
        }
        remove(name, published);
    }

    private void remove(String name, Published published) {
        if (own.remove(name, published)) {
            published.lease().close();
        }
    }

    void unpublishAll(LocalPort port) {
        own.forEach((name, published) -> {
            if (published.port().equals(port)) {
                remove(name, published);
            }
        });
    }

    /**
     * Returns the port that was published under a name, by this job or another.
     *
     * @throws GrowthException if there is none, or no service keeps names
     */
    public String lookup(String name) {
        check(name);
        String port;
        try {
            port = client(name).lookup(name);
        } catch (JoinException e) {
            throw notAsked(name, e);
        }
        if (port == null) {
            throw new GrowthException(
                    Why.UNKNOWN_NAME,
                    "no port has this name: name=%s name service=%s; let the other job publish it first, and live"
                            .formatted(name, service));
        }
        return port;
    }

    private GrowthException notAsked(String name, JoinException e) {
        return new GrowthException(
                Why.NOT_AGREED,
                "the name service cannot be asked; does tutti names run there? name service=%s name=%s: %s"
                        .formatted(service, name, e.getMessage()));
    }

    @Override
    public void close() {
        own.forEach(this::remove);
    }
}
