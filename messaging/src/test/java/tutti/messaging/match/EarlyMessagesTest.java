package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.TuttiException;
import tutti.serialization.codec.ObjectCodec;

/** What arrives before its turn is kept, as far as a sender that keeps to the window can have sent its data. */
class EarlyMessagesTest {
    private static final long OVERHEAD_BYTES = Message.weightBytes(0);
    private static final int MOST = 10;

    private final EarlyMessages early = new EarlyMessages(MOST * OVERHEAD_BYTES);

    @Test
    void shouldGiveMessagesInTheirTurn() {
        early.add(message(3, 0));
        early.add(message(2, 0));

        assertThat(early.remove(1)).isNull();
        assertThat(early.remove(2)).extracting(Message::sequence).isEqualTo(2L);
        assertThat(early.remove(3)).extracting(Message::sequence).isEqualTo(3L);
        assertThat(early.isEmpty()).isTrue();
    }

    @Test
    void shouldKeepOneOfTwoAlike() {
        Message first = message(2, 0);
        early.add(first);
        early.add(message(2, 0));

        assertThat(early.remove(2)).isSameAs(first);
        assertThat(early.isEmpty()).isTrue();
    }

    @Test
    void shouldKeepAnyNumberOfEnvelopes() {
        for (int next = 1; next < 1000; next++) {
            early.add(message(next, Credit.ANNOUNCED_BYTES));
        }

        assertThat(early.remove(999)).isNotNull();
    }

    @Test
    void shouldRefuseMoreBytesThanTheWindow() {
        int half = (int) (MOST * OVERHEAD_BYTES / 2 - OVERHEAD_BYTES);
        early.add(message(3, half));
        early.add(message(4, 1_000_000)); // the last one may be as large as it likes

        assertThatThrownBy(() -> early.add(message(5, half)))
                .isInstanceOf(TuttiException.class)
                .hasMessageContaining("more bytes are under way than the window allows");
    }

    @Test
    void shouldForgetTheWeightOfWhatItHasGiven() {
        int half = (int) (MOST * OVERHEAD_BYTES / 2 - OVERHEAD_BYTES);
        for (int next = 0; next < 100; next++) {
            early.add(message(next + 1, half));
            assertThat(early.remove(next + 1)).isNotNull();
        }
    }

    private static Message message(long sequence, int bytes) {
        ObjectCodec codec = new ObjectCodec();
        Payload payload = ObjectPayload.of(codec, new tutti.serialization.Codec.Snapshot("any", true, bytes));
        return new Message(5, 3, 7, 1, 8, sequence, CallSignature.NONE, false, payload);
    }
}
