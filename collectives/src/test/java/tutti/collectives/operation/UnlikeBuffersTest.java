package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/**
 * One member's buffer differs so much in length that a table chooses another algorithm for it than for the others.
 *
 * <p>In operations that have a root, such members can wait for each other: the search for deadlocks ends that.
 */
class UnlikeBuffersTest extends GroupTest {
    private static final int SMALL = 4;
    private static final int[] LARGE = {400, 3_000, 50_000, 400_000};

    enum Kind {
        ALL_REDUCE,
        ALL_GATHER,
        ALL_TO_ALL;

        void run(BufferCollectives buffers, int size, int length) {
            DirectBuffer own = DirectBuffer.of(new int[length]);
            DirectBuffer same = DirectBuffer.of(new int[length]);
            DirectBuffer all = DirectBuffer.of(new int[size * length]);
            DirectBuffer ofAll = DirectBuffer.of(new int[size * length]);
            switch (this) {
                case ALL_REDUCE -> buffers.allReduce(own, same, Reductions.sum());
                case ALL_GATHER -> buffers.allGather(own, all);
                case ALL_TO_ALL -> buffers.allToAll(all, ofAll);
            }
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(new int[][] {{1, 3}, {2, 3}, {2, 4}, {3, 3}, {2, 5}, {4, 7}})
                        .map(layout -> Arguments.of(kind, layout[0], layout[1])));
    }

    @ParameterizedTest(name = "{0}: {2} members in {1} processes")
    @MethodSource("cases")
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldEndForAllThatWait(Kind kind, int processes, int size) {
        for (int large : LARGE) {
            for (int different = 0; different < size; different++) {
                for (boolean isSmall : new boolean[] {true, false}) {
                    int other = different;
                    List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
                        int length = isSmall == (member.rank() == other) ? SMALL : large;
                        kind.run(member.collectives().buffers(), size, length);
                        return null;
                    });
                    assertThat(outcomes)
                            .as("rank %d is %s, %d", different, isSmall ? "small" : "large", large)
                            .extracting(Outcome::failure)
                            .anySatisfy(failure -> assertThat(failure).isInstanceOf(BufferMismatchException.class))
                            .filteredOn(BufferMismatchException.class::isInstance)
                            .allSatisfy(failure -> assertThat(failure)
                                    .hasMessageMatching(
                                            "buffer does not match in [\\w ]+( root=\\d+)? as .*: sent=.*"));
                }
            }
        }
    }
}
