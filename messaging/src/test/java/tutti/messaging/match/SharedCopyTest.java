package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

class SharedCopyTest {
    private static final int PIECE = (16 << 10) / Integer.BYTES;

    private static SharedCopy copy(DirectBuffer from, DirectBuffer to) {
        return Objects.requireNonNull(SharedCopy.ofLarge(from, to, true));
    }

    @ParameterizedTest
    @ValueSource(ints = {4 * PIECE, 4 * PIECE + 1, 5 * PIECE - 1, 1000 * PIECE + 77})
    void shouldCopyEachElementWhoeverHelps(int length) {
        int[] from = IntStream.rangeClosed(1, length).toArray();
        int[] to = new int[length];
        SharedCopy copy = copy(DirectBuffer.of(from), DirectBuffer.of(to));
        AtomicBoolean isOver = new AtomicBoolean();
        List<Background<Object>> helpers = Stream.of("one", "two")
                .map(name -> Background.<Object>start(name, () -> {
                    while (!isOver.get()) {
                        copy.help();
                    }
                    return name;
                }))
                .toList();

        copy.run();

        assertThat(to).isEqualTo(from);
        isOver.set(true);
        helpers.forEach(Background::get);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetOthersBeginAtTheOtherEnd(boolean isSenderFirst) {
        int[] from = IntStream.range(0, 8 * PIECE).toArray();
        int[] to = new int[from.length];
        SharedCopy copy =
                Objects.requireNonNull(SharedCopy.ofLarge(DirectBuffer.of(from), DirectBuffer.of(to), isSenderFirst));

        copy.help();

        int end = isSenderFirst ? 7 * PIECE : PIECE - 1;
        assertThat(to[end]).isEqualTo(end);
        assertThat(to[isSenderFirst ? end - 1 : end + 1]).isZero();
        copy.run();
        assertThat(to).isEqualTo(from);
    }

    @Test
    void shouldNotBeginWhereOthersCannotHelp() {
        int[] memory = new int[4 * PIECE + 1];
        DirectBuffer all = DirectBuffer.of(memory);
        assertThat(SharedCopy.ofLarge(
                        DirectBuffer.of(new int[4 * PIECE - 1]), DirectBuffer.of(new int[4 * PIECE - 1]), true))
                .isNull();
        assertThat(SharedCopy.ofLarge(all, DirectBuffer.of(new int[4 * PIECE]), true))
                .isNull();
        assertThat(SharedCopy.ofLarge(all.slice(0, 4 * PIECE), all.slice(1, 4 * PIECE), true))
                .isNull();
    }

    @Test
    void shouldNotTouchMemoryOfAnotherThread() {
        try (Arena arena = Arena.ofConfined()) {
            DirectBuffer own = DirectBuffer.of(arena.allocate(8L * PIECE * Integer.BYTES, 8), ElementType.INT);
            SharedCopy copy = copy(own, DirectBuffer.of(new int[8 * PIECE]));
            Background.start("stranger", () -> {
                        copy.help();
                        return "";
                    })
                    .get();
            copy.run();
        }
    }

    @Test
    void shouldFailWhereMemoryIsClosed() {
        Arena arena = Arena.ofShared();
        DirectBuffer closed = DirectBuffer.of(arena.allocate(8L * PIECE * Integer.BYTES, 8), ElementType.INT);
        SharedCopy copy = copy(DirectBuffer.of(new int[8 * PIECE]), closed);
        arena.close();

        copy.help();

        assertThatThrownBy(copy::run).isInstanceOf(IllegalStateException.class);
    }
}
