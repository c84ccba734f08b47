package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.ObjectCodec;

@Timeout(10)
class FrameServiceTest {
    private final FakeCall call = new FakeCall();
    private final List<Object> arrived = new ArrayList<>();
    private final FrameService service = new FrameService(
            4,
            new ObjectCodec(),
            new Recorder(),
            new Patience(WaitStrategy.PARK),
            null,
            (process, status) -> arrived.add("lost " + process));

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
        assertThat(message.payload().encoded().failed()).isFalse();
    }

    @Test
    void shouldFailWhatIsIncompleteWhenTheStreamEnds() {
        ServerCall.Listener<Frame> stream = service.startCall(call, from("3"));
        stream.onMessage(chunk(1, 20, 0, 10));
        stream.onCancel();

        assertThat(arrived).hasSize(2).last().isEqualTo("lost 3");
        assertThat(((Message) arrived.getFirst()).payload().encoded().failed()).isTrue();
    }

    @Test
    void shouldEndAStreamThatMakesNoSense() {
        List<Frame> nonsense = List.of(
                new Frame.Malformed("no frame"), chunk(7, 20, 10, 10) // the middle of an unknown message
                );
        for (Frame frame : nonsense) {
            FakeCall call = new FakeCall();
            arrived.clear();
            service.startCall(call, from("1")).onMessage(frame);

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
            ServerCall.Listener<Frame> stream = service.startCall(call, from("1"));
            stream.onMessage(chunk(1, 30, 0, 10));
            stream.onMessage(wrong);

            assertThat(arrived).as("after %s", wrong).hasSize(2).last().isEqualTo("lost 1");
            assertThat(call.closed).isNotNull();
        }
    }

    @Test
    void shouldEndAStreamThatTellsOfTheLossOfNobody() {
        service.startCall(call, from("1")).onMessage(new Frame.Notice(Signal.lost(4, "lost")));

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

    private static Metadata from(String process) {
        Metadata headers = new Metadata();
        headers.put(FrameService.FROM_PROCESS, process);
        return headers;
    }

    private static Frame chunk(long sequence, long total, long offset, int length) {
        return new Frame.MessageChunk(
                new Frame.Key(1, 0, 1, 0, sequence),
                Label.NONE,
                false,
                total,
                offset,
                new Chunk(new byte[length], 0, length));
    }

    private final class Recorder implements Arrivals {
        @Override
        public void message(Message message) {
            arrived.add(message);
        }

        @Override
        public void signal(Signal signal) {
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

    private static final class FakeCall extends ServerCall<Frame, Frame> {
        private long requested;
        private @Nullable Status closed;

        @Override
        public void request(int messages) {
            requested += messages;
        }

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(Frame message) {}

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
