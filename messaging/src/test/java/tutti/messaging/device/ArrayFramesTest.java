package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.Envelopes;
import tutti.messaging.MemberFailedException;
import tutti.messaging.RecordingHandler;
import tutti.messaging.match.Envelope;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.TuttiException;
import tutti.serialization.codec.ObjectCodec;
import tutti.serialization.inbound.ArrivingArray;

/** Frames of messages that are large arrays, for which no buffer waits. */
class ArrayFramesTest {
    private static final int PIECE = 100_000;
    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;

    private final Codec codec = new ObjectCodec();
    private final RecordingHandler handler = new RecordingHandler();
    private final Reassembler reassembler = new Reassembler(2, 1, codec, handler, new IdleStrategy(WaitStrategy.PARK));

    private static Envelope message(long sequence) {
        return Envelopes.of(7, 1, 0, 0, sequence);
    }

    private void take(Envelope envelope, long totalBytes, long offset, byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        int length = bytes.length;
        if (!reassembler.fill(envelope, totalBytes, offset, memory, 0, length)
                && !reassembler.addToArray(envelope, totalBytes, offset, memory, 0, length, length)) {
            reassembler.add(envelope, totalBytes, offset, new Chunk(bytes, 0, length));
        }
    }

    private byte[] encoding(long[] array) {
        byte[] bytes = new byte[(int) codec.encode(array).lengthBytes()];
        int[] at = new int[1];
        codec.encode(array).forEach(chunk -> {
            System.arraycopy(chunk.array(), chunk.offset(), bytes, at[0], chunk.length());
            at[0] += chunk.length();
        });
        return bytes;
    }

    /** Returns the first bytes of the encoding of an array. */
    private byte[] beginning(long length, int bytes) {
        byte[] beginning = new byte[bytes];
        beginning[0] = encoding(new long[1])[0];
        for (int i = 0; i < Long.BYTES; i++) {
            beginning[1 + i] = (byte) (length >>> (i * Byte.SIZE));
        }
        return beginning;
    }

    private boolean isArray(int message) {
        return handler.messages().get(message).payload().encoded() instanceof ArrivingArray;
    }

    @Test
    void shouldMakeAnArrayOfTheFramesOfAMessage() {
        long[] array = new long[30_000];
        Arrays.setAll(array, i -> 3L * i);
        byte[] encoding = encoding(array);
        for (int round = 0; round < 2; round++) {
            for (int at = 0; at < encoding.length; at += PIECE) {
                byte[] piece = Arrays.copyOfRange(encoding, at, Math.min(encoding.length, at + PIECE));
                take(message(round), encoding.length, at, piece);
                assertThat(handler.messages()).hasSize(round + 1);
            }
            assertThat(isArray(round)).isTrue();
            assertThat(handler.messages().get(round).take()).isEqualTo(array);
        }
    }

    @Test
    void shouldKeepMessagesOfCallsInChunks() {
        Envelope ofCall = Envelopes.of(7, 1, 0, 0, 0, new CallSignature(1, 1, 0, 0), false);

        take(ofCall, 9 + 240_000, 0, beginning(30_000, PIECE));

        assertThat(isArray(0)).isFalse();
    }

    @Test
    void shouldMakeNoArrayOfAnAnnouncement() {
        take(message(0), 9 + 240_000, 0, beginning(30_000, 64));

        assertThat(isArray(0)).isFalse();
    }

    @Test
    void shouldMakeNoArraysThatTogetherAreTooLarge() {
        long length = MOST_BYTES * 2 / 3 / Long.BYTES;
        long bytes = 9 + length * Long.BYTES;
        take(message(0), bytes, 0, beginning(length, PIECE));
        take(message(1), bytes, 0, beginning(length, PIECE));
        take(message(2), 9 + 240_000, 0, beginning(30_000, PIECE));

        assertThat(List.of(isArray(0), isArray(1), isArray(2))).containsExactly(true, false, true);

        reassembler.end(() -> new MemberFailedException("lost", (Throwable) null));
        take(message(3), bytes, 0, beginning(length, PIECE));
        assertThat(isArray(3)).isTrue();
        assertThatThrownBy(() -> handler.messages().getFirst().take()).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldLeaveToDecodingWhatIsNoWholeArray() {
        take(message(0), 9 + 240_000, 0, beginning(30_001, PIECE));

        assertThat(isArray(0)).isFalse();
    }

    @Test
    void shouldRefuseFramesInAWrongOrder() {
        take(message(0), 9 + 240_000, 0, beginning(30_000, PIECE));

        assertThatThrownBy(() -> take(message(0), 9 + 240_000, PIECE + 1, new byte[PIECE]))
                .isInstanceOf(TuttiException.class)
                .hasMessageStartingWith("malformed frame: offset=100001 arrived=100000");
        assertThatThrownBy(() -> take(message(0), 9 + 240_000, PIECE, new byte[2 * PIECE]))
                .isInstanceOf(TuttiException.class)
                .hasMessageStartingWith("too many bytes");
    }
}
