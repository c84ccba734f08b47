package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.messaging.FakeProcess;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.RefusedCallers;
import tutti.serialization.codec.ObjectCodec;

class RendezvousTest {
    private final Job job = Job.of(0, 3, "127.0.0.1", 4711);
    private final Rendezvous desk = desk(job);

    @Test
    void shouldAnswerAllWhenTheLastHasCome() {
        FakeReply one = join(1);
        desk.joinSelf(Peer.newBuilder().setProcess(0).build());
        assertThat(one.answer).isNotDone();
        FakeReply two = join(2);

        assertThat(one.answer).isCompleted();
        assertThat(two.answer).isCompleted();
        assertThat(desk.complete().join().getPeersList())
                .extracting(Peer::getProcess)
                .containsExactly(0, 1, 2);
    }

    @Test
    void shouldLetAnotherTakeThePlaceOfAProcessThatDiedWhileWaiting() {
        FakeReply dead = join(1);
        dead.onCancel.run();
        FakeReply heir = join(1);
        join(2);
        desk.joinSelf(Peer.newBuilder().setProcess(0).build());

        assertThat(heir.answer).isCompleted();
        assertThat(desk.complete()).isCompleted();
        assertThat(dead.answer).isNotDone();
    }

    @Test
    void shouldNotBeCompleteWithoutAProcessThatDiedWhileWaiting() {
        join(1).onCancel.run();
        join(2);
        desk.joinSelf(Peer.newBuilder().setProcess(0).build());

        assertThat(desk.complete()).isNotDone();
    }

    @Test
    void shouldTellAllThatTwoHaveTheSameIndex() {
        FakeReply first = join(1);
        FakeReply second = join(1);
        desk.joinSelf(Peer.newBuilder().setProcess(0).build());
        FakeReply late = join(2);

        for (FakeReply each : List.of(first, second, late)) {
            assertThat(each.answer)
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("two processes have the same index: process=1");
        }
        assertThat(desk.complete())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("two processes have the same index: process=1");
    }

    @Test
    void shouldNotEndAJobThatHasBegunBecauseOfAMisfit() {
        FakeReply one = join(1);
        FakeReply two = join(2);
        desk.joinSelf(Peer.newBuilder().setProcess(0).build());
        FakeReply third = join(1);

        assertThat(third.answer).isCompletedExceptionally();
        assertThat(desk.complete()).isCompleted();
        assertThat(List.of(one, two)).allSatisfy(each -> assertThat(each.answer).isCompleted());
    }

    @Test
    void shouldGiveUpWhenTheTimeIsOver() {
        Rendezvous impatient = impatient();

        assertThat(impatient.complete())
                .failsWithin(5, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(JoinException.class)
                .withMessageContaining("missing processes=[1, 2]");
    }

    @Test
    void shouldTellWhoeverComesTooLate() {
        Rendezvous impatient = impatient();
        assertThat(impatient.complete()).failsWithin(5, TimeUnit.SECONDS);
        FakeReply late = new FakeReply();
        impatient.join(FakeProcess.request(Job.of(1, 3, "127.0.0.1", 4711)).build(), late);

        assertThat(late.answer)
                .as("must not wait for ever")
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("job has given up waiting for processes=[1, 2]: process=1");
    }

    private Rendezvous impatient() {
        Rendezvous impatient = desk(job.withJoinTimeout(Duration.ofMillis(1)));
        impatient.joinSelf(Peer.newBuilder().setProcess(0).build());
        return impatient;
    }

    private static Rendezvous desk(Job job) {
        return new Rendezvous(job, new ObjectCodec().identity(), job.compared(false), new RefusedCallers());
    }

    private FakeReply join(int process) {
        FakeReply reply = new FakeReply();
        desk.join(FakeProcess.request(Job.of(process, 3, "127.0.0.1", 4711)).build(), reply);
        return reply;
    }

    private static final class FakeReply extends ServerCallStreamObserver<JoinReply> {
        private final CompletableFuture<JoinReply> answer = new CompletableFuture<>();
        private Runnable onCancel = () -> {};

        @Override
        public void onNext(JoinReply reply) {
            answer.complete(reply);
        }

        @Override
        public void onError(Throwable error) {
            answer.completeExceptionally(error);
        }

        @Override
        public void onCompleted() {}

        @Override
        public void setOnCancelHandler(Runnable handler) {
            onCancel = handler;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setCompression(String compression) {}

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}
    }
}
