package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.match.Recipient;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.serialization.TuttiException;
import tutti.serialization.codec.ObjectCodec;

class ReassemblerTest {
    private static final int SENDER = 1;

    private final List<Notice> taken = new ArrayList<>();
    private final Reassembler reassembler =
            new Reassembler(3, SENDER, new ObjectCodec(), new Handler(), new IdleStrategy(WaitStrategy.PARK));

    static Stream<Notice> aboutWaits() {
        return aboutWaits(SENDER);
    }

    static Stream<Notice> aboutWaitsOfAnother() {
        return aboutWaits(2);
    }

    private static Stream<Notice> aboutWaits(int process) {
        return Stream.of(
                Notice.waitQuestion(process, 0, 5, 3),
                Notice.waitAnswer(process, 0, 5, 3, ""),
                Notice.deadlock(process, 0, 5, ""));
    }

    @ParameterizedTest
    @MethodSource("aboutWaits")
    void shouldTakeWhatAProcessSaysOfItsWaits(Notice notice) {
        reassembler.take(notice);

        assertThat(taken).containsExactly(notice);
    }

    @ParameterizedTest
    @MethodSource("aboutWaitsOfAnother")
    void shouldRefuseWhatAProcessSaysInTheNameOfAnother(Notice notice) {
        assertThatThrownBy(() -> reassembler.take(notice))
                .isInstanceOf(TuttiException.class)
                .hasMessage("malformed frame: about waits of process=2, sent by process=1");
        assertThat(taken).isEmpty();
    }

    private final class Handler implements InboundHandler {
        @Override
        public @Nullable Recipient recipient(long group, int member) {
            return null;
        }

        @Override
        public void signal(int process, Notice notice) {
            taken.add(notice);
        }

        @Override
        public void ended(int process) {
            throw new AssertionError();
        }

        @Override
        public void lost(int process, Throwable cause) {
            throw new AssertionError();
        }
    }
}
