package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.messaging.LoadClock.await;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.Together.Outcome;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinRequest;
import tutti.serialization.ObjectCodec;

class JoinTest {
    private static final Duration SHORT = Duration.ofMillis(500);

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
        List<Messenger> messengers = Together.all(List.of(joining(job(0, 3)), joining(job(1, 3)), joining(job(2, 3))));

        assertThat(messengers).allSatisfy(messenger -> {
            assertThat(messenger.processes()).isEqualTo(3);
            for (int process = 0; process < 3; process++) {
                PeerInfo peer = messenger.peer(process);
                assertThat(peer.process()).isEqualTo(process);
                assertThat(peer.address()).isEqualTo("127.0.0.1");
                assertThat(peer.pid()).isEqualTo(ProcessHandle.current().pid());
            }
        });
        assertThat(messengers).extracting(Messenger::process).containsExactly(0, 1, 2);
        assertThat(messengers.get(2).peer(0).port()).isEqualTo(port);
    }

    @Test
    void shouldNeedNoNetworkAlone() {
        try (Messenger messenger = Messenger.join(Job.alone(), new ObjectCodec())) {
            assertThat(messenger.processes()).isEqualTo(1);
            assertThat(messenger.peer(0).pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldWaitForAProcess0ThatStartsLater() {
        Background<Messenger> early = Background.start("early", joining(job(1, 2)));
        Background<Messenger> late = Background.start("late", joining(job(0, 2)));

        assertThat(late.get().processes()).isEqualTo(2);
        assertThat(early.get().processes()).isEqualTo(2);
    }

    @Test
    void shouldNameTheMissingProcessesToAllThatCame() {
        List<Outcome<Messenger>> outcomes = Together.outcomes(List.of(
                joining(job(0, 4).withJoinTimeout(SHORT)), joining(job(2, 4).withJoinTimeout(SHORT))));

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .isInstanceOf(JoinException.class)
                        .hasMessageContaining("missing processes=[1, 3]")
                        .hasMessageContaining("joined=[0@")
                        .hasMessageContaining("2@")
                        .hasMessageContaining("TUTTI_MASTER"));
    }

    @Test
    void shouldSayThatProcess0DoesNotAnswer() {
        assertThatThrownBy(() ->
                        joining(job(1, 2).withJoinTimeout(Duration.ofMillis(1))).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("process=1 of processes=2")
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("is it started");
    }

    @Test
    void shouldRefuseASecondProcessWithTheSameIndex() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 3)));
        Background<Messenger> first = Background.start("first", joining(job(1, 3)));
        Background<Messenger> second = Background.start("second", joining(job(1, 3)));
        await().until(() -> first.isDone() || second.isDone());

        assertThat((first.isDone() ? first : second).outcome().failure())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("two processes have the same index: process=1")
                .hasMessageContaining("pid=" + ProcessHandle.current().pid())
                .hasMessageContaining("TUTTI_RANK");
        Background<Messenger> last = Background.start("last", joining(job(2, 3)));
        assertThat(zero.get().processes()).as("the others are unharmed").isEqualTo(3);
        last.get();
        assertThat(List.of(first.outcome(), second.outcome()))
                .extracting(Outcome::value)
                .containsOnlyOnceElementsOf(java.util.Collections.singletonList(null));
    }

    @Test
    void shouldRefuseAProcessThatWasToldAnotherSize() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));

        assertThatThrownBy(() -> joining(job(1, 3)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("sizes of the job differ")
                .hasMessageContaining("processes=3")
                .hasMessageContaining("processes=2");
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldRefuseAProcessThatHasAnotherWindow() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));

        assertThatThrownBy(() -> joining(job(1, 2).withWindowBytes(12345)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("windowBytes=12345")
                .hasMessageContaining("windowBytes=" + Job.DEFAULT_WINDOW_BYTES);
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldRefuseAProcessOfAnotherVersion() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest old = FakeProcess.request(job(1, 2)).setWireVersion(99).build();

        assertThatThrownBy(() -> stub().join(old))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("wireVersion=99")
                .hasMessageContaining("wireVersion=" + FrameFormat.VERSION)
                .hasMessageContaining("fake-host");
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldRefuseAProcessThatRunsAnotherVersionOfTuttiOrJava() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest other =
                FakeProcess.request(job(1, 2)).setSoftware("tutti=99 java=1").build();

        assertThatThrownBy(() -> stub().join(other))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("process=1 host=fake-host [tutti=99 java=1]")
                .hasMessageContaining("process=0 [" + Software.versions() + "]");
        assertThat(Software.versions())
                .matches("tutti=\\d.* java=" + Runtime.version().feature());
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldRefuseAProcessWithAnotherCodec() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest other = FakeProcess.request(job(1, 2)).setCodec("another/1").build();

        assertThatThrownBy(() -> stub().join(other))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("codecs differ")
                .hasMessageContaining("process=1 host=fake-host codec=[another/1]")
                .hasMessageContaining("process=0 codec=[" + new ObjectCodec().identity() + "]");
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldShowTheFirstChoiceOfAlgorithmsThatDiffers() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2).withAlgorithms("same\nbroadcast a")));

        assertThatThrownBy(() -> joining(job(1, 2).withAlgorithms("same\nbroadcast b\nmore"))
                        .call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("algorithm tables differ: process=1 host=")
                .hasMessageContaining(
                        "row=[broadcast b], process=0 row=[broadcast a]; give all the same TUTTI_ALGORITHMS");
        Background<Messenger> right =
                Background.start("right", joining(job(1, 2).withAlgorithms("same\nbroadcast a")));
        zero.get();
        right.get();
    }

    @Test
    void shouldRefuseAnIndexOutsideTheJob() {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));
        JoinRequest.Builder request = FakeProcess.request(job(1, 2));
        request.getSelfBuilder().setProcess(2);

        assertThatThrownBy(() -> stub().join(request.build())).hasMessageContaining("process=2");
        Background<Messenger> right = Background.start("right", joining(job(1, 2)));
        zero.get();
        right.get();
    }

    @Test
    void shouldSayThatThePortIsTaken() throws Exception {
        Background<Messenger> zero = Background.start("zero", joining(job(0, 2)));
        Background<Messenger> one = Background.start("one", joining(job(1, 2)));
        zero.get();
        one.get();

        assertThatThrownBy(() -> joining(job(0, 2)).call())
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("cannot listen")
                .hasMessageContaining(Integer.toString(port));
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

    private Callable<Messenger> joining(Job job) {
        return () -> {
            Messenger messenger = Messenger.join(job, new ObjectCodec());
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
        ManagedChannel channel = Protection.of(job(1, 2), false)
                .protect(NettyChannelBuilder.forAddress("127.0.0.1", port), 0)
                .build();
        open.add(channel::shutdownNow);
        return channel;
    }
}
