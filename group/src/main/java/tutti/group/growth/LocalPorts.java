package tutti.group.growth;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.PortCaller;
import tutti.messaging.bootstrap.PortServer;
import tutti.messaging.bootstrap.PortService;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;

/** Where newcomers call a process, if it takes any, and jobs that connect. Thread-safe. */
public final class LocalPorts implements AutoCloseable {
    /** In place of a number: the process takes no newcomers. */
    public static final int NONE = -1;

    /** In place of a number: any that is free, when it is first needed. */
    public static final int ANY = 0;

    private static final int TOKEN_BYTES = 8;

    private final Job job;
    private final PortService service;
    private final PublishedNames names;
    private final int number;
    private @Nullable PortServer server; // guarded by this
    private boolean closed; // guarded by this

    /**
     * Listens, if a number is given.
     *
     * @param codec identity of the process' codec
     * @param number of the port, {@link #NONE} or {@link #ANY}
     * @param nameService {@code host:port} of the service that keeps names of ports, or null
     * @throws JoinException if it cannot listen there
     */
    public LocalPorts(Job job, String codec, int number, @Nullable String nameService) {
        this.job = job;
        this.number = number;
        service = new PortService(job, codec);
        names = new PublishedNames(job, nameService);
        if (takeNewcomers()) {
            service.open(Newcomer.KIND);
        }
        if (number > ANY) {
            address();
        }
    }

    public boolean takeNewcomers() {
        return number != NONE;
    }

    /** Returns {@code host:port} at which others call; from now on it is open. */
    public synchronized String address() {
        if (closed) {
            throw new IllegalStateException("the process has left the job: process=" + job.process());
        }
        if (server == null) {
            server = new PortServer(
                    job,
                    service,
                    Math.max(number, ANY),
                    closed -> service.refuseAll(closed, "the port was closed: port=" + closed));
        }
        return Objects.requireNonNull(server).address();
    }

    /** Opens a port for jobs that connect. */
    public LocalPort open() {
        String token = Secret.randomText(TOKEN_BYTES);
        service.open(PortService.connection(token));
        return new LocalPort(this, address() + LocalPort.SEPARATOR + token, token);
    }

    /** Returns the names of ports, of this process and of others. */
    public PublishedNames names() {
        return names;
    }

    PortService service() {
        return service;
    }

    /** The job has begun: a process of it that calls now was started again. */
    public void jobHasBegun() {
        service.open(PortService.RESTARTED);
    }

    NewcomerPort ofNewcomers() {
        return new OfNewcomers();
    }

    /** What newcomers have to do with. */
    private final class OfNewcomers implements NewcomerPort {
        @Override
        public boolean takesNewcomers() {
            return takeNewcomers();
        }

        @Override
        public String address() {
            return LocalPorts.this.address();
        }

        @Override
        public void sendOn(String port) {
            service.sendOn(Newcomer.KIND, port);
        }

        @Override
        public void keepCallers() {
            service.keepCallers();
        }

        @Override
        public int waiting() {
            return service.waiting(Newcomer.KIND);
        }

        @Override
        public List<PortCaller> take(int number, long deadlineNanos, BooleanSupplier wanted)
                throws InterruptedException {
            return service.take(Newcomer.KIND, number, deadlineNanos, wanted);
        }
    }

    @Override
    public void close() {
        names.close();
        PortServer open;
        synchronized (this) {
            closed = true;
            open = server;
            server = null;
        }
        if (open != null) {
            open.close();
        }
    }
}
