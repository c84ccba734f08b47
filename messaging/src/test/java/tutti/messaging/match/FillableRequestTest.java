package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Envelopes;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.ArrivalWaitQueue;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Encoded;
import tutti.serialization.codec.ObjectCodec;
import tutti.serialization.inbound.ArrivingBytes;

/** A receive whose buffer is given up when a part of its message has come: the message is not lost. */
class FillableRequestTest {
    private static final int LENGTH = 200_000;

    private final IdleStrategy idleStrategy = new IdleStrategy(WaitStrategy.PARK);
    private final MatchQueue queue = new MatchQueue(new WaitQueue(idleStrategy), 1 << 20, receipt -> {});
    private final Codec codec = new ObjectCodec();
    private final int[] values = IntStream.range(0, LENGTH).toArray();
    private final int[] target = new int[LENGTH];
    private byte[] encoded;
    private ReceiveRequest request;

    @BeforeEach
    void claim() {
        encoded = bytes(codec.encode(values));
        request = claimed(DirectBuffer.of(target));
    }

    private ReceiveRequest claimed(DirectBuffer buffer) {
        byte[] prefix = Objects.requireNonNull(codec.bufferPrefix(buffer));
        ReceiveRequest posted = new ReceiveRequest(null, Pattern.from(0), 0, buffer, prefix, null);
        queue.post(posted);
        Envelope message = Envelopes.of(5, 0, 1, 3, 0, CallSignature.NONE, false);
        assertThat(queue.claim(message, encoded.length, MemorySegment.ofArray(encoded), 0, prefix.length))
                .isSameAs(posted);
        return posted;
    }

    private static byte[] bytes(Encoded encoding) {
        byte[] all = new byte[Math.toIntExact(encoding.lengthBytes())];
        int at = 0;
        for (int index = 0; at < all.length; index++) {
            var chunk = encoding.await(index);
            System.arraycopy(chunk.array(), chunk.offset(), all, at, chunk.length());
            at += chunk.length();
        }
        return all;
    }

    private boolean append(int from, int until) {
        return request.append(from, MemorySegment.ofArray(encoded), from, until - from);
    }

    private ArrivingBytes giveUp() {
        return request.giveUp(new ArrivalWaitQueue(idleStrategy));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 4_000, 300_000, 800_000})
    void shouldKeepWhatHasComeAndWhatWillCome(int before) {
        if (before > 0) {
            append(0, before);
        }
        ArrivingBytes rest = giveUp();
        int[] untouched = target.clone();
        queue.giveBack(new Message(request.claimedFor(), BytesPayload.arrived(codec, rest)));
        Message next = queue.poll(Pattern.from(0));
        assertThat(next.arriving()).isSameAs(rest);
        for (int at = before; at < encoded.length; at += 50_000) {
            int until = Math.min(encoded.length, at + 50_000);
            assertThat(append(at, until)).isEqualTo(until == encoded.length);
        }

        assertThat((int[]) next.take()).isEqualTo(values);
        assertThat(target).isEqualTo(untouched);
        assertThat(request.isFilled()).as("nothing waits for it any more").isTrue();
        assertThat(queue.isReceivingRest()).isFalse();
    }

    @Test
    void shouldNotGiveUpABufferThatHoldsAll() {
        append(0, encoded.length);

        assertThat(giveUp()).isNull();
        assertThat(target).isEqualTo(values);
    }

    @Test
    void shouldKeepWhatAMemberOfTheSameProcessSends() {
        ArrivingBytes rest = giveUp();
        assertThat(request.copy(DirectBuffer.of(values))).isTrue();
        request.complete();

        assertThat((int[]) BytesPayload.arrived(codec, rest).take()).isEqualTo(values);
        assertThat(target).containsOnly(0);
    }

    @Test
    void shouldNotGiveUpABufferThatAMemberOfTheSameProcessHasFilled() {
        request.copy(DirectBuffer.of(values));

        assertThat(giveUp()).isNull();
        assertThat(target).isEqualTo(values);
    }

    @Test
    void shouldTellTheNextReaderThatTheSenderHasClosedItsMemory() {
        ArrivingBytes rest = giveUp();
        Arena arena = Arena.ofShared();
        DirectBuffer closed = DirectBuffer.of(arena.allocate(4L * LENGTH), ElementType.INT);
        arena.close();

        assertThat(request.copy(closed)).isFalse();
        assertThatThrownBy(() -> BytesPayload.arrived(codec, rest).take())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("rank=0 can't send the rest");
    }

    @Test
    void shouldTellTheNextReaderThatTheRestWillNotCome() {
        append(0, 1_000);
        ArrivingBytes rest = giveUp();
        request.fail(() -> new MemberFailedException("process 1 is lost", 1));

        assertThatThrownBy(() -> BytesPayload.arrived(codec, rest).take()).hasMessageContaining("process 1 is lost");
    }

    @Test
    void shouldNotGiveUpWhatHasFailed() {
        append(0, 1_000);
        request.fail(() -> new MemberFailedException("process 1 is lost", 1));

        assertThat(giveUp()).isNull();
        assertThatThrownBy(request::throwIfFailed).hasMessageContaining("process 1 is lost");
    }

    /** Else a message that two receives hand to each other would hold both, and all before them. */
    @Test
    void shouldEndNoReceiveThatHasGivenItsMessageUp() {
        append(0, 1_000);
        ArrivingBytes rest = giveUp();
        queue.giveBack(new Message(request.claimedFor(), BytesPayload.arrived(codec, rest)));
        ReceiveRequest second = new ReceiveRequest(null, Pattern.from(0), 0, null, null, null);
        queue.post(second);
        assertThat(queue.openReceives()).isEqualTo(2); // that of the buffer ends when the rest has come

        assertThat(second.giveUpMessage()).isTrue();
        assertThat(second.giveUpMessage()).isFalse();
        assertThat(queue.openReceives()).isEqualTo(1);
        append(1_000, encoded.length);
        assertThat(second.isDone()).isFalse();
        assertThat(queue.openReceives()).isZero();
    }

    @Test
    void shouldNotGiveUpAMessageThatHasCome() {
        append(0, 1_000);
        ArrivingBytes rest = giveUp();
        queue.giveBack(new Message(request.claimedFor(), BytesPayload.arrived(codec, rest)));
        ReceiveRequest second = new ReceiveRequest(null, Pattern.from(0), 0, null, null, null);
        queue.post(second);
        append(1_000, encoded.length);

        assertThat(second.isDone()).isTrue();
        assertThat(second.giveUpMessage()).isFalse();
    }

    @Test
    void shouldKeepNothingOfAMessageForWhichTheProgramHasClosedTheMemory() {
        append(0, encoded.length);
        request = null;
        try (Arena arena = Arena.ofShared()) {
            DirectBuffer buffer = DirectBuffer.of(arena.allocate(4L * LENGTH), ElementType.INT);
            byte[] prefix = Objects.requireNonNull(codec.bufferPrefix(buffer));
            request = new ReceiveRequest(null, Pattern.from(0), 0, buffer, prefix, null);
            queue.post(request);
            Envelope second = Envelopes.of(5, 0, 1, 3, 1, CallSignature.NONE, false);
            assertThat(queue.claim(second, encoded.length, MemorySegment.ofArray(encoded), 0, prefix.length))
                    .isSameAs(request);
            append(0, 1_000);
        }

        assertThat(giveUp()).isNull();
        assertThatThrownBy(request::throwIfUnwritten)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't be written into the buffer");
    }
}
