package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static tutti.messaging.LoadClock.await;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.device.Frame;
import tutti.messaging.device.Notice;
import tutti.messaging.device.grpc.FrameService;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.codec.ObjectCodec;

/** A stranger who has watched a job without TLS, and sends again what it has read. */
class ReplayTest {
    private static final int TAG = 4;
    private static final Duration LONG = Duration.ofHours(1);

    /** What the stranger makes of the headers that it has read. */
    enum Lie {
        /** Nothing: it repeats them. */
        NONE,
        /** A call that comes after the true ones. */
        LATER_CALL,
        /** A later call that is said to answer this connection's own challenge. */
        OWN_CHALLENGE
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseACallWhoseHeadersWereRead(Lie lie) {
        try (Relays watched = new Relays(() -> Relay.ENDLESS);
                Processes job = Processes.start(3, ReplayTest::patient, watched)) {
            List<Endpoint> members = job.open(3);
            Together.members(members, ReplayTest::greetAll);
            Relay toZero = watched.to(job.messenger(0).peer(0).port());
            int before = toZero.connected();
            Metadata read = exchangeOf(1, toZero);

            Status end = replay(job.messenger(0).peer(0).port(), read, lie);

            assertThat(end.getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            Together.members(members, ReplayTest::greetAll);
            assertThat(toZero.connected())
                    .as("the true caller was not thrown out")
                    .isEqualTo(before);
        }
    }

    /**
     * All bytes of all connections to process 0 of a job, sent again while another job with the same secret starts, and
     * when it runs.
     */
    @Test
    void shouldNotHearAFormerJobWithTheSameSecret() throws IOException {
        Secret secret = Secret.random();
        List<byte[]> recorded;
        try (Relays watched = new Relays(() -> Relay.ENDLESS);
                Processes former = Processes.start(2, one -> patient(one).withSecret(secret), watched)) {
            Together.members(former.open(2), ReplayTest::greetAll);
            recorded = watched.to(former.messenger(0).peer(0).port()).recorded();
        }
        int port = Processes.freePort();
        Background<ProcessRuntime> zero = Background.start("zero", () -> join(0, port, secret));
        await().until(() -> isOpen(port));
        for (byte[] request : recorded) {
            sendAgain(request, port);
        }
        Background<ProcessRuntime> one = Background.start("one", () -> join(1, port, secret));
        try (ProcessRuntime first = zero.get();
                ProcessRuntime second = one.get()) {
            GroupLayout layout = new GroupLayout(1, "group", List.of(0, 1), true);
            List<Endpoint> members =
                    List.of(first.open(layout).get(0), second.open(layout).get(1));
            Together.members(members, ReplayTest::greetAll);
            for (byte[] request : recorded) {
                sendAgain(request, port);
            }
            Together.members(members, ReplayTest::greetAll);
        }
    }

    /** ABORTED says that a later call has taken the place of this one, and nothing of the process that says it. */
    @Test
    void shouldCallAgainWhenAnotherCallHasTakenThePlaceOfItsOwn() throws Exception {
        int port = Processes.freePort();
        AtomicInteger calls = new AtomicInteger();
        ServerInterceptor aborting = new ServerInterceptor() {
            @Override
            public <Q, A> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
                if (calls.incrementAndGet() > 1) {
                    return next.startCall(call, headers);
                }
                call.close(
                        Status.ABORTED.withDescription("another call has taken the place of this one"), new Metadata());
                return new ServerCall.Listener<>() {};
            }
        };
        Background<ProcessRuntime> zero = Background.start(
                "zero", () -> ProcessRuntime.join(patient(Job.of(0, 2, "127.0.0.1", port)), new ObjectCodec()));
        try (FakeProcess one = FakeProcess.join(patient(Job.of(1, 2, "127.0.0.1", port)), aborting)) {
            ProcessRuntime messenger = zero.get();
            Endpoint member = messenger
                    .open(new GroupLayout(1, "group", List.of(0, 1), true))
                    .get(0);
            member.send(1, TAG, CallSignature.NONE, member.capture("hello"));

            assertThat(one.messages().take().payload().take()).isEqualTo("hello");
            assertThat(calls).hasValue(2);
            one.die();
            assertThatExceptionOfType(MemberFailedException.class)
                    .as("the fake process has confirmed nothing")
                    .isThrownBy(messenger::close);
        }
    }

    private static Job patient(Job job) {
        return job.withTransport(TransportChoice.GRPC).withReconnectLimit(LONG).withSilenceLimit(LONG);
    }

    private static ProcessRuntime join(int process, int port, Secret secret) {
        return ProcessRuntime.join(
                patient(Job.of(process, 2, "127.0.0.1", port)).withSecret(secret), new ObjectCodec());
    }

    /** Returns the headers of the call by which a process sends its frames. */
    private static Metadata exchangeOf(int process, Relay watched) {
        return watched.recorded().stream()
                .flatMap(request -> RecordedCalls.headersOf(request).stream())
                .filter(headers -> Integer.toString(process).equals(headers.get(CallHeaders.FROM_PROCESS))
                        && headers.get(CallHeaders.CALL) != null
                        && headers.get(AuthServerInterceptor.PROOF) != null)
                .findFirst()
                .orElseThrow();
    }

    /** Calls with what was read, says that process 2 is lost, and returns how the call ends. */
    private static Status replay(int port, Metadata read, Lie lie) {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .directExecutor()
                .build();
        try {
            if (lie != Lie.NONE) {
                read.discardAll(CallHeaders.CALL);
                read.put(CallHeaders.CALL, "100");
            }
            if (lie == Lie.OWN_CHALLENGE) {
                Metadata asking = new Metadata();
                asking.put(CallHeaders.FROM_PROCESS, "1");
                Metadata trailers = call(channel, asking).trailers;
                read.discardAll(AuthServerInterceptor.CHALLENGE);
                read.put(
                        AuthServerInterceptor.CHALLENGE, String.valueOf(trailers.get(AuthServerInterceptor.CHALLENGE)));
            }
            return call(channel, read).status;
        } finally {
            channel.shutdownNow();
        }
    }

    private record End(Status status, Metadata trailers) {}

    private static End call(ManagedChannel channel, Metadata headers) {
        CompletableFuture<End> end = new CompletableFuture<>();
        ClientCall<Frame, Frame> call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onHeaders(Metadata answer) {
                        call.sendMessage(new Frame.Control(Notice.lost(2, "a lie", true)));
                        end.complete(new End(Status.OK.withDescription("let in"), answer));
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        end.complete(new End(status, trailers));
                    }
                },
                headers);
        call.request(1);
        return end.join();
    }

    /** Sends bytes by a connection of their own, and waits until the process has answered, if it does. */
    private static void sendAgain(byte[] request, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream answer = socket.getInputStream();
            while (answer.read() >= 0) {
                // until the process has closed the connection
            }
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Object greetAll(Endpoint member) {
        for (int rank = 0; rank < member.size(); rank++) {
            if (rank != member.rank()) {
                member.send(rank, TAG, CallSignature.NONE, member.capture("hello"));
            }
        }
        for (int rank = 0; rank < member.size(); rank++) {
            if (rank != member.rank()) {
                assertThat(member.receive(rank, TAG).payload().take()).isEqualTo("hello");
            }
        }
        return "greeted";
    }
}
