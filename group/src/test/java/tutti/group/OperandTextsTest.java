package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;

/** An operator that throws says who contributed what it could not combine. */
class OperandTextsTest extends EachDevice {
    /** A reduction in which one member contributes null. */
    private interface Reduction {
        void call(Communicator world, Integer value);
    }

    @Test
    void shouldNameTheMemberThatContributedNull() {
        List<Reduction> reductions = List.of(
                (world, value) -> world.reduce(value, Reductions.sum(), world.size() - 1),
                (world, value) -> world.allReduce(value, Reductions.sum()),
                (world, value) -> world.scan(value, Reductions.sum()),
                (world, value) -> world.reduceScatter(Collections.nCopies(world.size(), value), Reductions.sum()));
        forEachSize(world -> {
            for (Reduction reduction : reductions) {
                for (int wrong = 0; wrong < world.size() && world.size() > 1; wrong++) {
                    Integer value = world.rank() == wrong ? null : Integer.valueOf(1);
                    int failures = 0;
                    try {
                        reduction.call(world, value);
                    } catch (RuntimeException e) {
                        failures++;
                        assertThat(textOf(e))
                                .contains("sum of null")
                                .containsPattern("(left is|right) of rank=" + wrong + "\\b");
                    }
                    assertThat(world.allReduce(failures, Reductions.sum())).isPositive();
                }
            }
        });
    }

    /** Returns what a program prints of an exception. */
    private static String textOf(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        for (Throwable suppressed : failure.getSuppressed()) {
            text.append(' ').append(suppressed);
        }
        return text.toString();
    }
}
