package tutti.jgf.section1;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.SuiteProcess;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Settings;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteRun;
import tutti.jgf.suite.Timing;

class LowLevelTest {
    private static final int LARGEST = 30;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldMoveTheRightElements(int members) {
        for (Benchmark benchmark :
                List.of(new Bcast(), new Scatter(), new Gather(), new Alltoall(), new Barrier(), new Reduce())) {
            Outcome outcome = run(benchmark, members).inThisJvm().getFirst();
            assertThat(outcome.checks()).as(benchmark.name()).allMatch(check -> check.actual() == 0);
        }
    }

    @Test
    void shouldMeasureDoublesThenObjects() {
        List<Timing> timings = run(new Bcast(), 2).inThisJvm().getFirst().timings();
        assertThat(timings).extracting(Timing::arraySize).containsExactly(4, 7, 12, 21, 4, 7, 12, 21);
        assertThat(timings)
                .extracting(timing -> timing.timer() + " " + timing.unit())
                .startsWith("Double bytes", "Double bytes")
                .endsWith("Object objects", "Object objects");
        assertThat(timings).allSatisfy(timing -> {
            int unit = timing.unit().equals("bytes") ? Double.BYTES : 1;
            assertThat(timing.operations() / unit / timing.arraySize())
                    .as("runs")
                    .isIn(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0);
        });
    }

    @Test
    void shouldReduceDoublesOnly() {
        assertThat(run(new Reduce(), 2).inThisJvm().getFirst().timings())
                .extracting(Timing::timer)
                .containsExactly("Double");
    }

    @Test
    void shouldPingPongBetweenTwoJvms() throws InterruptedException {
        assertThat(new PingPong().refusal(3)).contains("members=3");
        assertThat(new PingPong().refusal(2)).isNull();
        Outcome outcome = SuiteProcess.run(run(new PingPong(), 2), 2, Duration.ofSeconds(100))
                .getFirst();
        assertThat(outcome.isValid()).isTrue();
        assertThat(outcome.timings()).hasSize(8).allMatch(timing -> timing.seconds() > 0);
    }

    @Test
    void shouldNoticeWrongElements() {
        double[] numbers = Content.array(4, 1, 2);
        assertThat(Content.wrong(numbers, 0, 4, 1, 2)).isZero();
        assertThat(Content.wrong(numbers, 0, 4, 1, 3)).isEqualTo(4);
        Item[] items = Item.array(4, 1, 2);
        assertThat(Content.wrong(items, 0, 4, 1, 2)).isZero();
        items[3] = items[2];
        assertThat(Content.wrong(items, 0, 4, 1, 2)).isEqualTo(1);
        assertThat(Content.wrong(new Item[4], 0, 4, 1, 2)).isEqualTo(4);
    }

    private static SuiteRun run(Benchmark benchmark, int members) {
        return new SuiteRun(benchmark, new Settings(Size.A, 1e-4, LARGEST, null, null), members, 1);
    }
}
