package tutti.messaging.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RanksTest {
    @Test
    void shouldListFew() {
        assertThat(Ranks.text(List.of())).isEqualTo("[]");
        assertThat(Ranks.text(List.of(3, 1, 2))).isEqualTo("[1, 2, 3]");
    }

    @Test
    void shouldNameTheRunsOfMany() {
        BitSet ranks = new BitSet();
        ranks.set(0, 100_000);
        assertThat(Ranks.text(ranks)).isEqualTo("[0 to 99999] (100000 of them)");
        ranks.clear(7, 9);
        ranks.clear(10);
        assertThat(Ranks.text(ranks)).isEqualTo("[0 to 6, 9, 11 to 99999] (99997 of them)");
    }

    @Test
    void shouldNotNameManyRuns() {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < 1000; rank += 2) {
            ranks.set(rank);
        }
        assertThat(Ranks.text(ranks)).startsWith("[0, 2, 4, ").endsWith(", 30, ...] (500 of them)");
    }
}
