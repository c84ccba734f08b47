package tutti.messaging.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.FakeProcess;
import tutti.messaging.bootstrap.Rendezvous;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.serialization.codec.ObjectCodec;

/** A call of another wire version is refused before anything else of it is believed. */
class AuthServerInterceptorTest {
    private final Secret secret = Secret.random();
    private final RefusedCallers refused = new RefusedCallers();
    private Server server;

    @BeforeEach
    void startServer() throws Exception {
        Job zero = Job.of(0, 2, "localhost", 1).withSecret(secret);
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addTransportFilter(AuthServerInterceptor.connections())
                .intercept(new AuthServerInterceptor(secret, 0, 2, "session of 0", refused))
                .addService(new Rendezvous(zero, new ObjectCodec().identity(), zero.compared(true), refused))
                .build()
                .start();
    }

    @AfterEach
    void stopServer() {
        server.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "", "x", "123456789012345678901234567890"})
    void shouldRefuseAnotherWireVersion(String version) {
        Status status = call(version, secret);
        assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(status.getDescription())
                .isEqualTo(
                        "versions differ: process=1 wireVersion=%s, process=0 wireVersion=%d; run one version in all"
                                + " processes",
                        version.substring(0, Math.min(10, version.length())), FrameFormat.VERSION);
        assertThat(refused.text()).contains("127.0.0.1: its wire version is another");
    }

    @Test
    void shouldNameTheVersionAlsoIfTheSecretDiffers() {
        assertThat(call(Integer.toString(FrameFormat.VERSION + 1), Secret.random())
                        .getDescription())
                .startsWith("versions differ:");
    }

    @Test
    void shouldLetTheOwnVersionIn() {
        Status status = call(Integer.toString(FrameFormat.VERSION), secret);
        assertThat(status.getDescription()).as("the desk has answered").doesNotContain("wireVersion", "secrets");
        assertThat(refused.text()).isEmpty();
    }

    /** Asks to join with a wrong size, which the desk refuses if it is reached at all. */
    private Status call(String version, Secret callersSecret) {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .usePlaintext()
                .intercept(new Claiming(version), new AuthClientInterceptor(callersSecret, 1, 0, "session of 1"))
                .build();
        try {
            var _ = JobDeskGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(30, TimeUnit.SECONDS)
                    .join(FakeProcess.request(Job.of(1, 2, "localhost", 1))
                            .setProcesses(5)
                            .build());
            throw new AssertionError("a wrong size was taken");
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        } finally {
            channel.shutdownNow();
        }
    }

    /** Claims another wire version than the caller has. */
    private record Claiming(String version) implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void start(Listener<A> listener, Metadata headers) {
                    headers.discardAll(AuthServerInterceptor.WIRE_VERSION);
                    headers.put(AuthServerInterceptor.WIRE_VERSION, version);
                    super.start(listener, headers);
                }
            };
        }
    }
}
