package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.device.Notice;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.TuttiException;

class MemberWaitingTest {
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void shouldReadTheAnswerThatItWrote(boolean sends, boolean receives) {
        List<MemberAddress> awaited = List.of(new MemberAddress(0, 7, 4), new MemberAddress(2, 7, 5));
        MemberWaiting waiting = new MemberWaiting(
                3, new MemberAddress(1, 7, 6), awaited, -8, sends, receives, "rows", "receive\nfrom 4");
        MemberAddress asked = new MemberAddress(1, 9, 2);

        Notice answer = waiting.answer(asked, 2);

        assertThat(MemberWaiting.of(answer)).isEqualTo(waiting);
        assertThat(MemberWaiting.asked(answer)).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "9 2", "\n\n\n\n\n", "9 2\n7\n\n\n\n", "9 2\n7 x\n\n\n\n", "9 2\n7 6\n0 4294967296\n\n\n"})
    void shouldRefuseWhatIsNoAnswer(String text) {
        Notice answer = Notice.waitAnswer(1, 2, 3, 0, text);

        assertThatThrownBy(() -> {
                    MemberWaiting.asked(answer);
                    MemberWaiting.of(answer);
                })
                .isInstanceOf(TuttiException.class)
                .hasMessageStartingWith("malformed frame");
    }

    @Test
    void shouldRefuseARankThatCanNotBe() {
        Notice question = new Notice(Notice.Kind.WAIT_QUESTION, 0, 1, 2, 0, 7, 1L << 40, "", CallSignature.NONE);

        assertThatThrownBy(() -> MemberWaiting.rank(question))
                .isInstanceOf(TuttiException.class)
                .hasMessageStartingWith("malformed frame");
    }
}
