package tutti.messaging.bootstrap;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.security.TransportSecurity;

/** A port of a process: an address at which those call who come when its job has begun. Thread-safe. */
public final class PortServer implements AutoCloseable {
    /** When nothing has come for so long, each end asks the other for a sign of life. */
    static final long SECONDS_UNTIL_ASKED = 10;

    private static final long SECONDS_BETWEEN_SIGNS = 5;
    private static final Duration SHORTEST_SIGN_LIMIT = Duration.ofSeconds(10);

    private final Consumer<String> closing;
    private final Server server;
    private final String address;

    /**
     * Listens.
     *
     * @param job of the process, whose secret callers must know
     * @param service answers those who call
     * @param port number, or 0 for any that is free
     * @param closing refuses those that wait, because the address closes
     * @throws JoinException if it cannot listen there, or would be open to strangers
     */
    public PortServer(Job job, BindableService service, int port, Consumer<String> closing) {
        this.closing = closing;
        boolean overHosts = !Addresses.masterAddress(job).isLoopbackAddress();
        TransportSecurity security = TransportSecurity.of(portOf(job, "", port), overHosts);
        try {
            server = security.protectPort(
                            NettyServerBuilder.forAddress(Addresses.listenAddress(job, port)), job.process())
                    .keepAliveTime(SECONDS_UNTIL_ASKED, TimeUnit.SECONDS)
                    .keepAliveTimeout(signLimit(job).toNanos(), TimeUnit.NANOSECONDS)
                    .permitKeepAliveTime(SECONDS_BETWEEN_SIGNS, TimeUnit.SECONDS)
                    .addService(service)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new JoinException(
                    "cannot listen for those who come later: process=%d address=%s: %s; choose another port, or none"
                            .formatted(job.process(), Addresses.listenAddress(job, port), e.getMessage()),
                    e);
        }
        address = Addresses.reachableAddress(job) + ":" + server.getPort();
    }

    /** Returns the place of a port, or of the process that calls it, as if they were the two of a job. */
    static Job portOf(Job job, String host, int port) {
        return job.withPlace(0, 2, host, port);
    }

    /**
     * Returns how long a sign of life may take. An outage that the job outlasts is no end of a call either, and what
     * TCP has lost in it comes after twice its length: the pauses between attempts double.
     */
    static Duration signLimit(Job job) {
        Duration limit = job.silenceLimit().multipliedBy(2);
        return limit.compareTo(SHORTEST_SIGN_LIMIT) < 0 ? SHORTEST_SIGN_LIMIT : limit;
    }

    /** Returns {@code host:port}, by which others reach it. */
    public String address() {
        return address;
    }

    @Override
    public void close() {
        closing.accept(address);
        server.shutdown();
        try {
            if (!server.awaitTermination(1, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
