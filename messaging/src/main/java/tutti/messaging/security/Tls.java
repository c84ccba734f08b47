package tutti.messaging.security;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;
import tutti.messaging.JoinException;
import tutti.messaging.config.Secret;

/**
 * Encryption between the processes of a job, and certificates that no other process can have.
 *
 * <p>From the job's secret each process derives the same authority, which signs a certificate for a new key of this
 * process. A process trusts that authority and no other, as a server and as a client. No certificate or key is ever
 * stored.
 */
record Tls(SslContext server, SslContext client) {
    private static final String VERSION = "TLSv1.3";

    /** Makes the encryption of a process. */
    static Tls of(Secret secret, int process) {
        try {
            JobAuthority authority = JobAuthority.of(secret);
            KeyPair keys = JobAuthority.newKeys();
            X509Certificate own = authority.certify(nameOf(process), keys.getPublic());
            return new Tls(
                    configure(SslContextBuilder.forServer(keys.getPrivate(), own), authority)
                            .clientAuth(ClientAuth.REQUIRE)
                            .build(),
                    configure(SslContextBuilder.forClient().keyManager(keys.getPrivate(), own), authority)
                            .build());
        } catch (GeneralSecurityException | SSLException e) {
            throw new JoinException(
                    "cannot encrypt: process=%d: %s; does this Java have P-256 and %s?".formatted(process, e, VERSION),
                    e);
        }
    }

    /** Returns the name in a process' certificate, which those who call it expect. */
    static String nameOf(int process) {
        return "process-" + process + ".tutti.invalid";
    }

    private static SslContextBuilder configure(SslContextBuilder context, JobAuthority authority) {
        return GrpcSslContexts.configure(context, SslProvider.JDK)
                .trustManager(authority.certificate())
                .protocols(VERSION);
    }
}
