package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Envelopes;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Frame;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.Chunk;
import tutti.serialization.codec.ObjectCodec;

class FrameServiceTest {
    private final FakeCall call = new FakeCall();
    private final List<Object> arrived = new ArrayList<>();
    private final FrameService service = newService();

    @Test
    void shouldAskForAFrameForEachThatItTook() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        long ahead = call.requested;
        assertThat(ahead).isPositive();
        for (int i = 0; i < 1000; i++) {
            stream.onMessage(chunk(i, 10, 0, 10));
        }

        assertThat(call.requested).as("a stream never dries up").isGreaterThanOrEqualTo(ahead + 1000);
        assertThat(arrived).hasSize(1000);
    }

    @Test
    void shouldDeliverAMessageOnceWithItsFirstChunk() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        stream.onMessage(chunk(1, 20, 0, 10));
        assertThat(arrived).hasSize(1);
        Message message = (Message) arrived.getFirst();
        assertThat(message.payload().encoded().poll(1)).isNull();

        stream.onMessage(chunk(1, 20, 10, 10));
        assertThat(arrived).hasSize(1);
        assertThat(message.payload().encoded().poll(1)).isNotNull();
        stream.onHalfClose();
        assertThat(message.payload().encoded().failure()).isNull();
    }

    @Test
    void shouldFailWhatIsIncompleteWhenTheProcessIsGivenUp() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        stream.onMessage(chunk(1, 20, 0, 10));
        service.giveUp(3, Status.UNAVAILABLE);

        assertThat(arrived).hasSize(2).last().isEqualTo("lost 3");
        assertThat(((Message) arrived.getFirst()).payload().encoded().failure()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2})
    void shouldFailWhatIsCutOffBecauseOfAProcess(int lost) {
        cutOff(lost);

        assertThat(((Message) arrived.getFirst()).payload().encoded().failure())
                .isInstanceOfSatisfying(
                        MemberFailedException.class,
                        failure -> assertThat(failure.process()).isEqualTo(lost));
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 4})
    void shouldEndAStreamInWhichAMessageIsCutOffBecauseOfNobody(int lost) {
        cutOff(lost);

        assertThat(arrived).hasSize(2).last().isEqualTo("lost 3");
    }

    private void cutOff(int lost) {
        Frame.MessageChunk begin = chunk(1, 20, 0, 10);
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        stream.onMessage(begin);
        stream.onMessage(new Frame.Control(Notice.cutOff(begin.envelope(), lost)));
    }

    @Test
    void shouldEndAStreamThatMakesNoSense() {
        List<Frame> nonsense = List.of(
                new Frame.Malformed("no frame"), chunk(7, 20, 10, 10) // the middle of an unknown message
                );
        for (Frame frame : nonsense) {
            FakeCall call = new FakeCall();
            arrived.clear();
            newService().startCall(call, from("1")).onMessage(frame);

            assertThat(arrived).containsExactly("lost 1");
            assertThat(call.closed).isNotNull();
            assertThat(call.closed.isOk()).isFalse();
        }
    }

    @Test
    void shouldEndAStreamWhoseChunksDoNotFollowEachOther() {
        for (Frame wrong : List.of(chunk(1, 30, 5, 10), chunk(1, 30, 20, 10), chunk(1, 30, 0, 10))) {
            FakeCall call = new FakeCall();
            arrived.clear();
            ServerCall.Listener<Frame> stream = newService().startCall(call, from("1"));
            stream.onMessage(chunk(1, 30, 0, 10));
            stream.onMessage(wrong);

            assertThat(arrived).as("after %s", wrong).hasSize(2).last().isEqualTo("lost 1");
            assertThat(call.closed).isNotNull();
        }
    }

    @Test
    void shouldEndAStreamThatTellsOfTheLossOfNobody() {
        service.startCall(call, from("1")).onMessage(new Frame.Control(Notice.lost(4, "lost", true)));

        assertThat(arrived).containsExactly("lost 1");
    }

    @Test
    void shouldEndAStreamInWhichNobodyAsksAfterAWait() {
        service.startCall(call, from("1")).onMessage(new Frame.Control(Notice.waitQuestion(4, 0, 7, 0)));

        assertThat(arrived).containsExactly("lost 1");
    }

    @Test
    void shouldHoldNothingForALengthThatIsOnlyAnnounced() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("1"));
        for (int i = 0; i < 1000; i++) {
            stream.onMessage(chunk(i, 1L << 60, 0, 10));
        }

        assertThat(arrived).as("no memory was needed for 2^70 bytes").hasSize(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "4", "x", ""})
    void shouldRefuseAStreamFromNobody(String process) {
        service.startCall(call, from(process));

        assertThat(call.closed).isNotNull();
        assertThat(call.closed.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(arrived).isEmpty();
    }

    @Test
    void shouldRefuseAStreamWithoutAName() {
        service.startCall(call, new Metadata());

        assertThat(call.closed).isNotNull();
    }

    @Test
    void shouldGoOnWithTheNextCallWhereTheBrokenOneEnded() {
        ServerCall.Listener<Frame> first = service.startCall(call, from("3"));
        first.onMessage(chunk(1, 30, 0, 10));
        first.onMessage(chunk(1, 30, 10, 10));
        first.onCancel();
        FakeCall next = new FakeCall();
        ServerCall.Listener<Frame> second = service.startCall(next, from("3", 2, "session"));
        first.onMessage(chunk(1, 30, 20, 10)); // is sent again
        assertThat(next.arrived()).isEqualTo("2");
        second.onMessage(chunk(1, 30, 20, 10));

        assertThat(arrived).hasSize(2).last().isEqualTo("broken 3");
        assertThat(((Message) arrived.getFirst()).payload().encoded().poll(2)).isNotNull();
    }

    @Test
    void shouldPreferTheNextCallToOneThatHasNotBrokenYet() {
        service.startCall(call, from("3"));
        ServerCall.Listener<Frame> second = service.startCall(new FakeCall(), from("3", 2, "session"));
        assertThat(call.closed).isNotNull();
        second.onMessage(chunk(1, 10, 0, 10));
        assertThat(arrived).hasSize(1);
    }

    @Test
    void shouldRefuseACallThatWasOvertaken() {
        service.startCall(new FakeCall(), from("3", 2, "session"));
        service.startCall(call, from("3", 1, "session"));

        assertThat(call.closed).isNotNull();
        assertThat(call.closed.getCode()).isEqualTo(Status.Code.ABORTED);
    }

    @Test
    void shouldRefuseAProcessThatWasStartedAgain() {
        service.startCall(new FakeCall(), from("3")).onCancel();
        service.startCall(call, from("3", 2, "another session"));

        assertThat(call.closed).isNotNull();
        assertThat(call.closed.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(call.closed.getDescription()).contains("process=3 was started again");
    }

    @Test
    void shouldRefuseAProcessThatWasGivenUp() {
        service.giveUp(3, Status.UNAVAILABLE.withDescription("silent"));
        service.startCall(call, from("3"));

        assertThat(call.closed).isNotNull();
        assertThat(call.closed.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(call.closed.getDescription()).contains("silent");
    }

    @Test
    void shouldConfirmAgainThatAllHasArrived() {
        ServerCall.Listener<Frame> first = service.startCall(new FakeCall(), from("3"));
        first.onMessage(chunk(1, 10, 0, 10));
        first.onHalfClose();
        service.startCall(call, from("3", 2, "session"));

        assertThat(call.arrived()).isEqualTo("1");
        assertThat(call.closed).isEqualTo(Status.OK);
    }

    @Test
    void shouldGiveReceiptsLongBeforeTheSendersWindowIsFull() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        int length = 60_000;
        long frames = 2 * ResendWindow.LIMIT_BYTES / length;
        for (int i = 0; i < frames; i++) {
            stream.onMessage(chunk(i, length, 0, length));
        }
        assertThat(call.receipts).hasSizeGreaterThanOrEqualTo(7);
        stream.onMessage(new Frame.Control(Notice.alive(3)));

        assertThat(call.receipts).as("nothing is kept for long").last().isEqualTo(frames + 1);
    }

    private FrameService newService() {
        return new FrameService(
                4, new ObjectCodec(), new Recorder(), new IdleStrategy(WaitStrategy.PARK), null, new Ends());
    }

    private static Metadata from(String process) {
        return from(process, 1, "session");
    }

    private static Metadata from(String process, int number, String session) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.FROM_PROCESS, process);
        headers.put(CallHeaders.CALL, Integer.toString(number));
        headers.put(AuthServerInterceptor.SESSION, session);
        return headers;
    }

    private static Frame.MessageChunk chunk(long sequence, long total, long offset, int length) {
        return new Frame.MessageChunk(
                Envelopes.of(1, 0, 1, 0, sequence), total, offset, new Chunk(new byte[length], 0, length));
    }

    private final class Recorder implements InboundHandler, Recipient {
        @Override
        public Recipient recipient(long group, int member) {
            return this;
        }

        @Override
        public @Nullable ReceiveRequest claim(
                Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
            return null;
        }

        @Override
        public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
            return false;
        }

        @Override
        public boolean hasPosted(int context) {
            return false;
        }

        @Override
        public void arrived(int context) {
            // nothing waits here
        }

        @Override
        public void arrive(Message message) {
            arrived.add(message);
        }

        @Override
        public void signal(int process, Notice signal) {
            arrived.add(signal);
        }

        @Override
        public void ended(int process) {
            throw new AssertionError("the transport tells of ends");
        }

        @Override
        public void lost(int process, Throwable cause) {
            throw new AssertionError("the transport tells of losses");
        }
    }

    private final class Ends implements FrameService.Callers {
        @Override
        public void called(int process) {}

        @Override
        public void broken(int process, int number) {
            arrived.add("broken " + process);
        }

        @Override
        public void ended(int process, Status why) {
            arrived.add((why.isOk() ? "ended " : "lost ") + process);
        }
    }

    private static final class FakeCall extends ServerCall<Frame, Frame> {
        private long requested;
        private @Nullable Status closed;
        private @Nullable Metadata headers;
        private final List<Long> receipts = new ArrayList<>();

        @Nullable
        String arrived() {
            return headers == null ? null : headers.get(CallHeaders.ARRIVED);
        }

        @Override
        public void request(int messages) {
            requested += messages;
        }

        @Override
        public void sendHeaders(Metadata answer) {
            headers = answer;
        }

        @Override
        public void sendMessage(Frame message) {
            receipts.add(((Frame.Acknowledged) message).frames());
        }

        @Override
        public void close(Status status, Metadata trailers) {
            closed = status;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<Frame, Frame> getMethodDescriptor() {
            return FrameService.EXCHANGE;
        }
    }
}
