package tutti.examples.small;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableDataObject;
import tutti.examples.small.SmallJob.Placement;

/** The objects of the page "Objects that are divided", over each device and with groups of several sizes. */
class PictureTest {

    @ParameterizedTest
    @EnumSource
    void shouldDarkenEveryRow(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int height : List.of(0, 1, 5, 16)) {
                    int[][] rows = rows(height);
                    Picture picture = new Picture(rows);
                    job.run(size, world -> {
                        Picture.darken(world, world.rank() == 0 ? picture : null);
                        return null;
                    });
                    assertThat(rows)
                            .as("size=%d height=%d", size, height)
                            .isDeepEqualTo(IntStream.range(0, height)
                                    .mapToObj(row -> new int[] {row, row + 1})
                                    .toArray(int[][]::new));
                }
            }
        }
    }

    private static int[][] rows(int height) {
        return IntStream.range(0, height)
                .mapToObj(row -> new int[] {2 * row, 2 * row + 3})
                .toArray(int[][]::new);
    }

    @ParameterizedTest
    @EnumSource
    void shouldScatterWhatALambdaDivides(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                int root = size - 1;
                List<String> parts = job.run(size, world -> {
                    String seed = world.scatter((rank, members) -> "seed " + rank + " of " + members, root);
                    return seed;
                });
                assertThat(parts)
                        .isEqualTo(IntStream.range(0, size)
                                .mapToObj(rank -> "seed " + rank + " of " + size)
                                .toList());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayAtEveryMemberThatAnObjectCannotCollect(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                List<String> messages = job.run(size, world -> {
                    DividableDataObject<Integer> divides = (rank, members) -> rank;
                    String message = message(() -> world.allGather(divides, world.rank()));
                    world.barrier(); // the group still works
                    return message;
                });
                assertThat(messages)
                        .hasSize(size)
                        .allSatisfy(message -> assertThat(message)
                                .contains("object has no setElementAt: class=", "PictureTest", "gather(value, root)"));
            }
        }
    }

    private static String message(Runnable call) {
        try {
            call.run();
            return "";
        } catch (UnsupportedOperationException | CallFailedException e) {
            return e.getMessage();
        }
    }

    @Test
    void shouldRunAsAProgram() {
        Picture.main(new String[] {"--tutti-members=3"});
    }
}
