package tutti.messaging.security;

import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.SecretFile;
import tutti.messaging.config.TlsChoice;

/** What keeps strangers out of a process: proofs of the job's secret, TLS, and bounds on what a stranger can hold. */
public final class TransportSecurity {
    /**
     * Tells at level INFO, with a stack trace, of each stranger that does not speak HTTP/2; held, so that its level
     * stays.
     */
    @SuppressWarnings("unused")
    private static final Logger GRPC_STRANGERS =
            quiet(Logger.getLogger("io.grpc.netty.NettyServerTransport"), Level.WARNING);

    /**
     * Tells at level WARNING, with a stack trace, of what could not be written because a connection broke; it will be.
     */
    @SuppressWarnings("unused")
    private static final Logger GRPC_BREAKS = quiet(Logger.getLogger("io.grpc.netty.NettyServerHandler"), Level.SEVERE);

    private static final int MAX_HEADER_BYTES = 4 * 1024;

    /** A process calls another once to join and once for its frames, each time on a connection of its own. */
    private static final int MAX_CALLS_PER_CONNECTION = 4;

    /** How long a caller may take to encrypt, and then to make the one call for which it has come. */
    private static final int SECONDS_TO_CALL = 10;

    private static final int MAX_RESETS = 20;

    private static final int SESSION_BYTES = 16;

    private final Job job;
    private final Secret secret;
    private final @Nullable Tls tls;
    private final String session;
    private final RefusedCallers refused = new RefusedCallers();

    private TransportSecurity(Job job, Secret secret, @Nullable Tls tls, String session) {
        this.job = job;
        this.secret = secret;
        this.tls = tls;
        this.session = session;
    }

    /**
     * Makes the protection of a process.
     *
     * @param overHosts whether others than processes of this host can reach the job's
     * @throws JoinException if the job would be open to strangers
     */
    public static TransportSecurity of(Job job, boolean overHosts) {
        Secret given = job.secret();
        Secret secret = given != null ? given : secretOfUser(job, overHosts);
        boolean encrypt = switch (job.tls()) {
            case ON -> true;
            case OFF -> false;
            case AUTO -> overHosts;
        };
        Tls tls = encrypt ? Tls.of(secret, job.process()) : null;
        return new TransportSecurity(job, secret, tls, Secret.randomText(SESSION_BYTES));
    }

    /**
     * Returns the protection that this process would have if it had been told the opposite of its {@link TlsChoice}.
     */
    public TransportSecurity opposite() {
        return new TransportSecurity(job, secret, isEncrypted() ? null : Tls.of(secret, job.process()), session);
    }

    public boolean isEncrypted() {
        return tls != null;
    }

    private static Secret secretOfUser(Job job, boolean overHosts) {
        if (overHosts) {
            throw new JoinException(
                    "a job over hosts needs a secret: process=%d master=%s; make one (umask 077; openssl rand -hex 32 > FILE), copy it to every host, and set TUTTI_SECRET_FILE=FILE"
                            .formatted(job.process(), job.masterHost()),
                    null);
        }
        Path home = Path.of(System.getProperty("user.home"));
        try {
            return SecretFile.ofUser(home);
        } catch (IOException | IllegalArgumentException e) {
            throw new JoinException(
                    "no secret for the job: process=%d home=%s: %s; make one (umask 077; openssl rand -hex 32 > FILE) and set TUTTI_SECRET_FILE=FILE"
                            .formatted(job.process(), home, e.getMessage()),
                    e);
        }
    }

    /**
     * Strangers, and connections that break, shall not fill the log of a job, unless somebody has said that they may.
     */
    private static Logger quiet(Logger logger, Level level) {
        if (logger.getLevel() == null) {
            logger.setLevel(level);
        }
        return logger;
    }

    /** Returns what tells this process from one that is started again in its place; no secret. */
    public String session() {
        return session;
    }

    /** Returns those that this process has refused so far. */
    public RefusedCallers refused() {
        return refused;
    }

    /** Lets no one in who is not of the job, and bounds what those who try can hold. */
    public NettyServerBuilder protect(NettyServerBuilder server) {
        return protect(server, guard());
    }

    /** Does the same for a port of a process, at which those call who are not of its job but know its secret. */
    public NettyServerBuilder protectPort(NettyServerBuilder server, int process) {
        return protect(server, guard().ofPort(process));
    }

    private AuthServerInterceptor guard() {
        return new AuthServerInterceptor(secret, job.process(), job.processes(), session, refused);
    }

    private NettyServerBuilder protect(NettyServerBuilder server, AuthServerInterceptor guard) {
        if (tls != null) {
            server.sslContext(tls.server());
        }
        return server.intercept(guard)
                .addTransportFilter(AuthServerInterceptor.connections())
                .handshakeTimeout(SECONDS_TO_CALL, TimeUnit.SECONDS)
                // a process of the job has a call under way as long as it is connected
                .maxConnectionIdle(SECONDS_TO_CALL, TimeUnit.SECONDS)
                .maxInboundMetadataSize(MAX_HEADER_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                .maxRstFramesPerWindow(MAX_RESETS, SECONDS_TO_CALL);
    }

    /** Calls another process, and makes sure that it is the one that answers. */
    public NettyChannelBuilder protect(NettyChannelBuilder channel, int process) {
        if (tls == null) {
            channel.usePlaintext();
        } else {
            channel.sslContext(tls.client()).overrideAuthority(Tls.nameOf(process));
        }
        return channel.intercept(new AuthClientInterceptor(secret, job.process(), process, session))
                .maxInboundMetadataSize(MAX_HEADER_BYTES);
    }
}
