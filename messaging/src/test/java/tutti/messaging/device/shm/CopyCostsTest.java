package tutti.messaging.device.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The faster way of large messages, by what both take. */
class CopyCostsTest {
    private static final int MESSAGES = 100 * CopyCosts.TRIED_AGAIN;

    private final CopyCosts costs = new CopyCosts();

    /** Sends messages, and returns how many of them are copied. */
    private int copied(long bytes, long copyNanos, long ringNanos) {
        int copied = 0;
        for (int i = 0; i < MESSAGES; i++) {
            boolean isCopied = costs.isCopyWanted(bytes);
            assertThat(costs.isCopyWanted(bytes)).isEqualTo(isCopied); // for each piece of one message
            costs.took(bytes, isCopied, isCopied ? copyNanos : ringNanos, 0);
            copied += isCopied ? 1 : 0;
        }
        return copied;
    }

    @Test
    void shouldTimeBothWaysFirst() {
        assertThat(costs.isCopyWanted(1 << 16)).isTrue();
        costs.took(1 << 16, true, 5_000, 0);
        assertThat(costs.isCopyWanted(1 << 16)).isFalse();
        costs.took(1 << 16, false, 5_000, 0);
        assertThat(costs.isCopyWanted(1 << 16)).isTrue(); // the ring's reader is behind
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 14, 20_000, 1 << 16, 1 << 20, 1 << 22, 1L << 33})
    void shouldTakeTheFasterWayAndTryTheOtherAgain(long bytes) {
        assertThat(copied(bytes, 10_000, 3_000)).isBetween(90, 110);
        assertThat(copied(bytes, 3_000, 10_000)).isGreaterThan(MESSAGES - 2_000); // after some tries
        assertThat(copied(bytes, 10_000, 3_000)).isLessThan(2_000);
    }

    @Test
    void shouldTellSizesApart() {
        assertThat(copied(1 << 14, 10_000, 3_000)).isLessThan(200);
        assertThat(copied(1 << 15, 3_000, 10_000)).isGreaterThan(MESSAGES - 200);
        assertThat(copied(1 << 14, 10_000, 3_000)).isLessThan(200);
    }

    /** As where the ring has room for all of a message, so that the writer does not wait for the reader. */
    @Test
    void shouldCountAReaderThatIsSlowerThanTheWriter() {
        costs.took(1 << 20, true, 80_000, 0);
        costs.took(1 << 20, false, 70_000, 2_500); // 32 pieces of 2,187 and 2,500 ns
        assertThat(costs.isCopyWanted(1 << 20)).isTrue();
        costs.took(1 << 16, true, 8_000, 0);
        costs.took(1 << 16, false, 4_000, 1_000); // 2,000 and 2,000, while the first is read, and 1,000
        assertThat(costs.isCopyWanted(1 << 16)).isFalse();
    }

    @Test
    void shouldNotFollowOneThatTookLong() {
        assertThat(copied(1 << 18, 10_000, 30_000)).isGreaterThan(MESSAGES - 200);
        costs.took(1 << 18, true, 1_000_000_000, 0); // its thread had no processor
        assertThat(costs.isCopyWanted(1 << 18)).isTrue();
    }
}
