package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.Together.Background;
import tutti.messaging.Together.Outcome;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.Codec;
import tutti.serialization.SerializationSettings;
import tutti.serialization.codec.ObjectCodec;

@Execution(ExecutionMode.CONCURRENT)
class JoinTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final int port = Processes.freePort();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        List<Callable<Void>> closes = new ArrayList<>();
        open.forEach(each -> closes.add(() -> {
            each.close();
            return null;
        }));
        Together.all(closes);
    }

    @Test
    void shouldTellEveryProcessWhereTheOthersAre() {
        List<ProcessRuntime> messengers =
                Together.all(List.of(joining(job(0, 3)), joining(job(1, 3)), joining(job(2, 3))));

        assertThat(messengers).allSatisfy(messenger -> {
            assertThat(messenger.processes()).isEqualTo(3);
            for (int process = 0; process < 3; process++) {
                PeerInfo peer = messenger.peer(process);
                assertThat(peer.process()).isEqualTo(process);
                assertThat(peer.address()).isEqualTo("127.0.0.1");
                assertThat(peer.pid()).isEqualTo(ProcessHandle.current().pid());
            }
        });
        assertThat(messengers).extracting(ProcessRuntime::process).containsExactly(0, 1, 2);
        assertThat(messengers.get(2).peer(0).port()).isEqualTo(port);
    }

    @Test
    void shouldNeedNoNetworkAlone() {
        try (ProcessRuntime messenger = ProcessRuntime.join(Job.alone(), new ObjectCodec())) {
            assertThat(messenger.processes()).isEqualTo(1);
            assertThat(messenger.peer(0).pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldWaitForAProcess0ThatStartsLater() {
        Background<ProcessRuntime> early = Background.start("early", joining(job(1, 2)));
        Background<ProcessRuntime> late = Background.start("late", joining(job(0, 2)));

        assertThat(late.get().processes()).isEqualTo(2);
        assertThat(early.get().processes()).isEqualTo(2);
    }

    /** Under Slurm and mpirun process 0's port follows from the job's number, and another job may still have it. */
    @Test
    void shouldWaitForAProcess0WhosePortAStrangerStillHas() throws Exception {
        Secret secret = Secret.random();
        Background<ProcessRuntime> early;
        try (ServerSocket stranger = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            stranger.setSoTimeout((int) LONG.toMillis());
            early = Background.start(
                    "early", joining(job(1, 2).withSecret(secret).withTls(TlsChoice.ON)));
            for (int attempt = 0; attempt < 2; attempt++) {
                answerInPlainText(stranger);
            }
        }

        ProcessRuntime zero =
                joining(job(0, 2).withSecret(secret).withTls(TlsChoice.ON)).call();

        assertThat(zero.processes()).isEqualTo(2);
        assertThat(early.get().processes()).isEqualTo(2);
    }

    private static void answerInPlainText(ServerSocket stranger) throws IOException {
        try (Socket caller = stranger.accept()) {
            assertThat(caller.getInputStream().read(new byte[1 << 16])).isPositive();
            caller.getOutputStream().write("no certificate".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void shouldNameTheMissingProcessesToAllThatCame() {
        Duration limit = SHORT;
        List<Outcome<ProcessRuntime>> outcomes = joinTwoOfFour(limit);
        while (!hasMet(outcomes, "2@") && limit.compareTo(LONG) < 0) { // process 2 was too slow on a busy machine
            limit = limit.multipliedBy(4);
            outcomes = joinTwoOfFour(limit);
        }

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContaining("missing processes=[1, 3]")
                        .hasMessageContaining("joined=[0@")
                        .hasMessageContaining("2@")
                        .hasMessageContaining("TUTTI_MASTER"));
    }

    /**
     * Nothing that a process without the secret says can be trusted, so the job waits, but says at the end who was
     * refused.
     */
    @Test
    void shouldSayToAllThatAProcessWithAnotherSecretWasRefused() {
        Duration limit = SHORT;
        List<Outcome<ProcessRuntime>> outcomes = joinWithAnotherSecret(limit);
        while (!hasMet(List.of(outcomes.get(0), outcomes.get(2)), "2@", "refused=") && limit.compareTo(LONG) < 0) {
            limit = limit.multipliedBy(4); // a process was too slow on a busy machine
            outcomes = joinWithAnotherSecret(limit);
        }

        assertThat(outcomes.get(1).failure()).isInstanceOf(JoinException.class).hasMessageContaining("secrets differ");
        assertThat(List.of(outcomes.get(0), outcomes.get(2)))
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContaining("missing processes=[1]")
                        .hasMessageContaining("refused=[address=127.0.0.1: its proof does not fit (another secret?)]"));
    }

    private List<Outcome<ProcessRuntime>> joinWithAnotherSecret(Duration limit) {
        Secret ours = Secret.random();
        return Together.outcomes(IntStream.range(0, 3)
                .mapToObj(process -> joining(job(process, 3)
                        .withSecret(process == 1 ? Secret.random() : ours)
                        .withJoinTimeout(limit)))
                .toList());
    }

    private List<Outcome<ProcessRuntime>> joinTwoOfFour(Duration limit) {
        return Together.outcomes(List.of(
                joining(job(0, 4).withJoinTimeout(limit)), joining(job(2, 4).withJoinTimeout(limit))));
    }

    private static boolean hasMet(List<Outcome<ProcessRuntime>> outcomes, String... words) {
        return outcomes.stream()
                .allMatch(outcome -> outcome.failure() instanceof JoinException failure
                        && Stream.of(words).allMatch(String.valueOf(failure.getMessage())::contains));
    }

    @Test
    void shouldSayThatProcess0DoesNotAnswer() {
        assertThatThrownBy(() -> joining(job(1, 2).withJoinTimeout(Duration.ofSeconds(2)))
                        .call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("got no answer within=PT2S: Connection refused")
                .hasMessageContaining("process=1 of processes=2")
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("is it started");
    }

    @Test
    void shouldTellAllThatTwoProcessesHaveTheSameIndex() {
        List<Outcome<ProcessRuntime>> outcomes = Together.outcomes(
                List.of(joining(job(0, 4)), joining(job(1, 4)), joining(job(1, 4)), joining(job(2, 4))));

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContaining("two processes have the same index: process=1")
                        .hasMessageContaining("pid=" + ProcessHandle.current().pid())
                        .hasMessageContaining("TUTTI_RANK"));
    }

    static Stream<Arguments> misfits() {
        return Stream.of(
                misfit(
                        "size",
                        job -> Job.of(1, 4, "127.0.0.1", job.masterPort()).withSecret(job.secret()),
                        "processes=4",
                        "processes=3"),
                misfit("window", job -> job.withWindowBytes(5), "windowBytes=5", "TUTTI_WINDOW_BYTES"),
                misfit(
                        "silence-limit",
                        job -> job.withSilenceLimit(Duration.ofSeconds(3)),
                        "process=1 host=",
                        " silence-limit=PT3S, process=0 silence-limit=PT10S; give all the same TUTTI_SILENCE_LIMIT"),
                misfit(
                        "two",
                        job -> job.withReconnectLimit(Duration.ofSeconds(3)).withCommon(Map.of("verify", "full")),
                        "reconnect-limit=PT3S verify=full, process=0 reconnect-limit=PT8S verify=null",
                        "TUTTI_RECONNECT_LIMIT, TUTTI_VERIFY"),
                misfit(
                        "tls",
                        job -> job.withTls(TlsChoice.ON),
                        "process=1 host=",
                        "tls=on, process=0 tls=off",
                        "TUTTI_TLS"),
                misfit("codec", job -> job, "codecs differ"));
    }

    private static Arguments misfit(String name, UnaryOperator<Job> change, String... told) {
        return Arguments.of(name, change, told);
    }

    /**
     * Whoever comes first or last: no process waits for the rest of its join timeout, or hears only that another is
     * missing.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("misfits")
    void shouldTellAllProcessesWhichOneDoesNotFit(String name, UnaryOperator<Job> change, String... told) {
        Secret secret = Secret.random();
        Codec other = new ObjectCodec(SerializationSettings.filteredBy("!some.Class"));
        List<Callable<ProcessRuntime>> joins = IntStream.range(0, 3)
                .<Callable<ProcessRuntime>>mapToObj(process -> {
                    Job right = job(process, 3).withSecret(secret);
                    return process == 1
                            ? joining(change.apply(right), name.equals("codec") ? other : new ObjectCodec())
                            : joining(right);
                })
                .toList();

        assertThat(Together.outcomes(joins))
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContainingAll(told));
    }

    @Test
    void shouldTellAllThatOnlyProcess0Encrypts() {
        Secret secret = Secret.random();
        List<Callable<ProcessRuntime>> joins = IntStream.range(0, 3)
                .mapToObj(process -> joining(
                        job(process, 3).withSecret(secret).withTls(process == 0 ? TlsChoice.ON : TlsChoice.OFF)))
                .toList();

        assertThat(Together.outcomes(joins))
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContainingAll("tls=off, process=0 tls=on", "TUTTI_TLS"));
    }

    @Test
    void shouldRefuseAProcessThatWasToldAnotherSize() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));

        assertThatThrownBy(() -> joining(job(1, 3)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("sizes of the job differ")
                .hasMessageContaining("processes=3")
                .hasMessageContaining("processes=2");
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldRefuseAProcessThatHasAnotherWindow() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));

        assertThatThrownBy(() -> joining(job(1, 2).withWindowBytes(12345)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("windowBytes=12345")
                .hasMessageContaining("windowBytes=" + Job.DEFAULT_WINDOW_BYTES);
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldRefuseAProcessOfAnotherVersion() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest old = FakeProcess.request(job(1, 2)).setWireVersion(99).build();

        assertThatThrownBy(() -> stub().join(old))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("wireVersion=99")
                .hasMessageContaining("wireVersion=" + FrameFormat.VERSION)
                .hasMessageContaining("fake-host");
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldRefuseAProcessThatRunsAnotherVersionOfTuttiOrJava() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest other =
                FakeProcess.request(job(1, 2)).setSoftware("tutti=99 java=1").build();

        assertThatThrownBy(() -> stub().join(other))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("process=1 host=fake-host [tutti=99 java=1]")
                .hasMessageContaining("process=0 [" + VersionInfo.versions() + "]");
        assertThat(VersionInfo.versions())
                .matches("tutti=\\d.* java=" + Runtime.version().feature());
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldRefuseAProcessWithAnotherCodec() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest other = FakeProcess.request(job(1, 2)).setCodec("another/1").build();

        assertThatThrownBy(() -> stub().join(other))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("codecs differ")
                .hasMessageContaining("process=1 host=fake-host codec=[another/1]")
                .hasMessageContaining("process=0 codec=[" + new ObjectCodec().identity() + "]");
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldShowTheFirstChoiceOfAlgorithmsThatDiffers() {
        Background<ProcessRuntime> zero =
                Background.start("zero", joining(job(0, 2).withAlgorithms("same\nbroadcast a")));

        assertThatThrownBy(() -> joining(job(1, 2).withAlgorithms("same\nbroadcast b\nmore"))
                        .call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("algorithm tables differ: process=1 host=")
                .hasMessageContaining(
                        "row=[broadcast b], process=0 row=[broadcast a]; give all the same TUTTI_ALGORITHMS");
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1");
    }

    @Test
    void shouldRefuseAnIndexOutsideTheJob() {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest.Builder request = FakeProcess.request(job(1, 2));
        request.getSelfBuilder().setProcess(2);

        assertThatThrownBy(() -> stub().join(request.build())).hasMessageContaining("process=2");
        assertThat(zero.outcome().failure())
                .as("process 0 is told the same")
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=2");
    }

    @Test
    void shouldSayThatThePortIsTaken() throws Exception {
        Background<ProcessRuntime> zero = Background.start("zero", joining(job(0, 2)));
        Background<ProcessRuntime> one = Background.start("one", joining(job(1, 2)));
        zero.get();
        one.get();

        assertThatThrownBy(() -> joining(job(0, 2)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("cannot listen")
                .hasMessageContaining(Integer.toString(port));
    }

    @Test
    void shouldNotWaitForAProcess0OfALargerJobThatNoLongerListens() {
        assertThatThrownBy(() -> joining(job(0, 1)
                                .withLargerPlace(1, 2, "127.0.0.1", port)
                                .withJoinTimeout(Duration.ofDays(1)))
                        .call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("cannot join a larger job: process=1 of processes=2")
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("it listened and no longer does");
    }

    @Test
    void shouldSayThatTheMastersNameIsUnknown() {
        assertThatThrownBy(
                        () -> joining(Job.of(1, 2, "no-such-host.invalid", port).withJoinTimeout(SHORT))
                                .call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("no-such-host.invalid")
                .hasMessageContaining("TUTTI_MASTER");
    }

    @Test
    void shouldRefuseAJobThatCanNotBe() {
        for (int[] wrong : new int[][] {{-1, 2}, {2, 2}, {0, 0}, {0, -1}}) {
            assertThatThrownBy(() -> Job.of(wrong[0], wrong[1], "localhost", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("processes=" + wrong[1]);
        }
        assertThatThrownBy(() -> Job.alone().withWindowBytes(0)).hasMessageContaining("windowBytes=0");
    }

    private Job job(int process, int processes) {
        return Job.of(process, processes, "127.0.0.1", port);
    }

    private Callable<ProcessRuntime> joining(Job job) {
        return joining(job, new ObjectCodec());
    }

    private Callable<ProcessRuntime> joining(Job job, Codec codec) {
        return () -> {
            ProcessRuntime messenger = ProcessRuntime.join(job, codec);
            synchronized (open) {
                open.add(messenger);
            }
            return messenger;
        };
    }

    private JobDeskGrpc.JobDeskBlockingStub stub() {
        return JobDeskGrpc.newBlockingStub(channel()).withWaitForReady();
    }

    private ManagedChannel channel() {
        ManagedChannel channel = TransportSecurity.of(job(1, 2), false)
                .protect(NettyChannelBuilder.forAddress("127.0.0.1", port), 0)
                .build();
        open.add(channel::shutdownNow);
        return channel;
    }
}
