package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HandOffTest {

    @Test
    @Timeout(120)
    void shouldMeasureOnceTwoThreadsRunAtTheSameTime() throws Exception {
        OptionalDouble nanos = HandOff.nanos();
        while (nanos.isEmpty()) { // the machine may have other work
            nanos = HandOff.nanos();
        }
        assertThat(nanos.getAsDouble()).isPositive();
    }

    @Test
    @Timeout(120)
    void shouldEndWhileItsThreadsDoNotRunAtTheSameTime() throws Exception {
        try (BusyNeighbours _ = new BusyNeighbours(2 * Runtime.getRuntime().availableProcessors())) {
            int rounds = Boolean.getBoolean("tutti.test.all") ? 100 : 20;
            for (int i = 0; i < rounds; i++) {
                var _ = HandOff.nanos();
            }
        }
    }

    @Test
    void shouldShowWhatItMeasuredInEachRowUnlessThreadsAreBusyBesideIt() {
        Bench quiet = Bench.run("latency --sizes 8 --format csv");
        assertThat(quiet.exitCode()).as(quiet.err()).isZero();
        assertThat(quiet.out().lines().findFirst()).get().asString().endsWith(",handOffNanos,ratioToPeer");
        Bench busy = Bench.run("latency --sizes 8 --format json --load 1");
        assertThat(busy.exitCode()).as(busy.err()).isZero();
        assertThat(busy.rows()).singleElement().returns(null, Row::handOffNanos);
    }
}
