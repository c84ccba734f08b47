package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.Envelopes;
import tutti.messaging.device.Frame;
import tutti.messaging.device.Notice;
import tutti.serialization.Chunk;
import tutti.serialization.TuttiException;

class ResendWindowTest {
    private static final int PIECE_BYTES = 64 << 10;

    private final ResendWindow window = new ResendWindow(PIECE_BYTES);

    @Test
    void shouldKeepWhatHasNotArrivedInOrder() {
        List<Frame.MessageChunk> frames = List.of(frame(0, 10), frame(1, 20), frame(2, 30));
        frames.forEach(window::add);
        assertThat(window.unacknowledged()).isEqualTo(frames);
        window.acknowledge(2);

        assertThat(window.unacknowledged()).containsExactly(frames.get(2));
        assertThat(window.acknowledged()).isEqualTo(2);
        window.acknowledge(3);
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.bytes()).isZero();
    }

    @Test
    void shouldBeFullAtItsLimitAlsoOfEmptyFrames() {
        long frames = 0;
        while (!window.isFull()) {
            window.add(new Frame.Control(Notice.alive(1)));
            frames++;
        }
        assertThat(window.bytes()).isEqualTo(ResendWindow.LIMIT_BYTES);
        assertThat(frames).isLessThan(20_000);
        window.acknowledge(1);

        assertThat(window.isFull()).isFalse();
    }

    @Test
    void shouldUseArraysAgainOnlyWhenTheirFramesHaveArrived() {
        byte[] first = window.piece(PIECE_BYTES);
        window.addPiece(frame(0, first));
        byte[] second = window.piece(PIECE_BYTES);
        assertThat(second).isNotSameAs(first);
        window.addPiece(frame(1, second));
        byte[] foreign = new byte[PIECE_BYTES];
        window.add(frame(2, foreign));
        window.acknowledge(3);

        assertThat(List.of(window.piece(PIECE_BYTES), window.piece(PIECE_BYTES)))
                .containsExactlyInAnyOrder(first, second);
        assertThat(window.piece(PIECE_BYTES)).isNotSameAs(foreign);
    }

    @Test
    void shouldRefuseReceiptsForWhatWasNotWritten() {
        window.add(frame(0, 10));
        window.acknowledge(1);

        for (long wrong : new long[] {0, 2, -1}) {
            assertThatThrownBy(() -> window.acknowledge(wrong))
                    .isInstanceOf(TuttiException.class)
                    .hasMessageContaining("malformed receipt");
        }
    }

    private static Frame.MessageChunk frame(long sequence, int length) {
        return frame(sequence, new byte[length]);
    }

    private static Frame.MessageChunk frame(long sequence, byte[] bytes) {
        return new Frame.MessageChunk(
                Envelopes.of(1, 0, 1, 0, sequence), bytes.length, 0, new Chunk(bytes, 0, bytes.length));
    }
}
