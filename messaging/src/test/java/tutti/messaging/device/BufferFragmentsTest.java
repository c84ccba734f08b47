package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.Envelopes;
import tutti.messaging.match.Credit;
import tutti.serialization.DirectBuffer;

class BufferFragmentsTest {
    private static final byte[] PREFIX = new byte[9];

    /** A buffer of 64 KiB does not need a third piece for the few bytes by which the first is shorter. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "0, \"[9]\"",
                "8, \"[17]\"",
                "32704, \"[32713]\"",
                "32768, \"[32777]\"",
                "33216, \"[33225]\"",
                "33217, \"[32713, 513]\"",
                "65536, \"[32713, 32832]\"",
                "65984, \"[32713, 33280]\"",
                "65985, \"[32713, 32768, 513]\"",
            })
    void shouldMakeTheLastPieceALittleLongerRatherThanAnother(int dataBytes, String lengths) {
        BufferFragments message = new BufferFragments(
                Envelopes.of(1, 0, 1, 0, 0), PREFIX, DirectBuffer.of(new byte[dataBytes]), 32_768, Credit.WHOLE);

        List<Integer> pieces = new ArrayList<>();
        while (!message.isDone()) {
            int length = message.nextLength(512);
            pieces.add(length);
            message.advance(length);
        }

        assertThat(pieces).hasToString(lengths);
    }

    @Test
    void shouldMakeNoPieceLongerWhereNoneMayBe() {
        BufferFragments message = new BufferFragments(
                Envelopes.of(1, 0, 1, 0, 0), PREFIX, DirectBuffer.of(new byte[32_768]), 32_768, Credit.WHOLE);

        message.advance(message.nextLength());

        assertThat(message.written()).isEqualTo(32_713);
        assertThat(message.nextLength()).isEqualTo(64);
    }
}
