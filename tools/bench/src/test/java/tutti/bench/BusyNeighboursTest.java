package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that keep processors busy. */
@Timeout(60)
class BusyNeighboursTest {
    private static final long MILLISECOND_NANOS = 1_000_000;

    @Test
    void shouldUseProcessorTimeUntilClosed() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BusyNeighbours neighbours = new BusyNeighbours(2);
        try (neighbours) {
            assertThat(neighbours.running()).isEqualTo(2);
            await().until(() -> neighbours.ids().allMatch(id -> threads.getThreadCpuTime(id) > MILLISECOND_NANOS));
        }
        assertThat(neighbours.running()).isZero();
    }

    @Test
    void shouldEndWhenItsOwnerIsInterrupted() {
        BusyNeighbours neighbours = new BusyNeighbours(1);
        Thread.currentThread().interrupt();
        neighbours.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(neighbours.running()).isZero();
    }
}
