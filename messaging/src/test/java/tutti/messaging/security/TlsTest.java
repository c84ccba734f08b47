package tutti.messaging.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.FakeProcess;
import tutti.messaging.Processes;
import tutti.messaging.bootstrap.Rendezvous;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.codec.ObjectCodec;

/** Processes show each other certificates that only processes of the job can have. */
class TlsTest {
    private static final int TAG = 4;

    private final Secret secret = Secret.random();

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldCarryMessages(int processes) {
        byte[] large = new byte[3_000_000];
        large[large.length - 1] = 42;
        try (Processes job =
                Processes.start(processes, one -> one.withTls(TlsChoice.ON).withTransport(TransportChoice.GRPC))) {
            List<Endpoint> members = job.open(processes);
            for (Endpoint from : members) {
                for (int to = 0; to < processes; to++) {
                    if (to != from.rank()) {
                        from.send(to, TAG, CallSignature.NONE, from.capture(large));
                        assertThat(members.get(to)
                                        .receive(from.rank(), TAG)
                                        .payload()
                                        .take())
                                .isEqualTo(large);
                    }
                }
            }
        }
    }

    /** A host without a battery for its clock starts in 1970. */
    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-28T00:00:00Z", "2200-01-01T00:00:00Z"})
    void shouldHaveCertificatesThatAreValidWhateverTheHostsClockSays(String time) throws Exception {
        Date now = Date.from(Instant.parse(time));
        JobAuthority authority = JobAuthority.of(secret);
        X509Certificate own = authority.certify("name", JobAuthority.newKeys().getPublic());

        assertThatCode(() -> authority.certificate().checkValidity(now)).doesNotThrowAnyException();
        assertThatCode(() -> own.checkValidity(now)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWhoeverHasNoCertificateOfTheJob() throws Exception {
        Job zero = Job.of(0, 2, "localhost", 1).withSecret(secret).withTls(TlsChoice.ON);
        Server server = TransportSecurity.of(zero, false)
                .protect(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .addService(
                        new Rendezvous(zero, new ObjectCodec().identity(), zero.compared(true), new RefusedCallers()))
                .build()
                .start();
        try {
            // each knows the secret, for only the certificate is to be wrong
            assertThat(call(server, channel -> channel.sslContext(client(Secret.random(), 1))))
                    .isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(call(server, channel -> channel.sslContext(withoutCertificate())))
                    .isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(call(server, NettyChannelBuilder::usePlaintext)).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(call(server, channel -> channel.sslContext(client(secret, 1))))
                    .as("let in, and told that sizes differ")
                    .isEqualTo(Status.Code.FAILED_PRECONDITION);
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void shouldExpectTheProcessThatItCalls() throws Exception {
        Job one = Job.of(1, 3, "localhost", 1).withSecret(secret).withTls(TlsChoice.ON);
        Server server = TransportSecurity.of(one, false)
                .protect(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .build()
                .start();
        ManagedChannel channel = TransportSecurity.of(one, false)
                .protect(NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()), 2)
                .build();
        JoinRequest request = FakeProcess.request(one).build();
        try {
            assertThatThrownBy(() -> JobDeskGrpc.newBlockingStub(channel).join(request))
                    .hasStackTraceContaining(Tls.nameOf(2));
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }

    @Test
    void shouldMakeCertificatesThatSayWhatTheyAreFor() throws Exception {
        for (int i = 0; i < 20; i++) { // of one x in two the first y is wrong
            JobAuthority authority = JobAuthority.of(Secret.random());
            X509Certificate own = authority.certificate();
            X509Certificate one =
                    authority.certify(Tls.nameOf(1), JobAuthority.newKeys().getPublic());

            own.verify(own.getPublicKey());
            one.verify(own.getPublicKey());
            assertThat(own.getBasicConstraints())
                    .as("signs certificates, not authorities")
                    .isZero();
            assertThat(own.getKeyUsage()[5]).isTrue();
            assertThat(one.getBasicConstraints()).as("signs no certificates").isEqualTo(-1);
            assertThat(one.getKeyUsage()).startsWith(true, false, false, false, false, false);
            assertThat(one.getSubjectAlternativeNames()).containsExactly(List.of(2, Tls.nameOf(1)));
            assertThat(one.getIssuerX500Principal()).isEqualTo(own.getSubjectX500Principal());
            assertThat(one.getNotAfter().toInstant()).isEqualTo("9999-12-31T23:59:59Z");
        }
    }

    @Test
    void shouldDeriveTheSameAuthorityEverywhere() throws Exception {
        X509Certificate one = JobAuthority.of(secret)
                .certify(Tls.nameOf(1), JobAuthority.newKeys().getPublic());

        one.verify(JobAuthority.of(secret).certificate().getPublicKey());
        assertThatThrownBy(() -> one.verify(
                        JobAuthority.of(Secret.random()).certificate().getPublicKey()))
                .isInstanceOf(SignatureException.class);
    }

    /** Asks to join with a wrong size, which the desk refuses if it is reached at all. */
    private Status.Code call(Server server, UnaryOperator<NettyChannelBuilder> security) {
        ManagedChannel channel = security.apply(NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                        .overrideAuthority(Tls.nameOf(0))
                        .intercept(new AuthClientInterceptor(secret, 1, 0, "session")))
                .build();
        try {
            var _ = JobDeskGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(10, TimeUnit.SECONDS)
                    .join(FakeProcess.request(Job.of(1, 2, "localhost", 1))
                            .setProcesses(5)
                            .build());
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        } finally {
            channel.shutdownNow();
        }
    }

    /** Trusts anyone, so that only the server can refuse. */
    private static SslContext client(Secret secret, int process) {
        try {
            KeyPair keys = JobAuthority.newKeys();
            X509Certificate own = JobAuthority.of(secret).certify(Tls.nameOf(process), keys.getPublic());
            return context(SslContextBuilder.forClient().keyManager(keys.getPrivate(), own));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static SslContext withoutCertificate() {
        return context(SslContextBuilder.forClient());
    }

    private static SslContext context(SslContextBuilder builder) {
        try {
            return GrpcSslContexts.configure(builder, SslProvider.JDK)
                    .trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .protocols("TLSv1.3")
                    .build();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
