package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.serialization.SerializationException;

/** The setting {@code serial-filter}: which classes may pass between members. */
class SerialFilterTest {
    private static final String SETTING =
            "--tutti-serial-filter=!%s;!%s;*".formatted(Plain.class.getName(), Hooked.class.getName());

    /** Travels field by field. */
    record Plain(int number) implements Serializable {}

    /** Travels by Java serialization, as all exceptions do. */
    static final class Hooked extends Exception {
        private static final long serialVersionUID = 1;
    }

    record Allowed(int number) implements Serializable {}

    @Test
    void shouldRefuseByNameAndGoOn() {
        try (TestJob job = TestJob.of(2, SETTING)) {
            List<Integer> sums = job.run(2, (member, group, rank) -> {
                for (Object refused : List.of(new Plain(1), new ArrayList<>(List.of(new Hooked())))) {
                    assertThatThrownBy(() -> member.sendAsync(group, refused, 1 - rank))
                            .isInstanceOf(SerializationException.class)
                            .hasMessageContaining("refused by the serial filter")
                            .hasMessageContaining(
                                    refused instanceof Plain ? Plain.class.getName() : Hooked.class.getName());
                }
                member.sendAsync(group, new Allowed(rank), 1 - rank);
                assertThat(member.<Allowed>receive(group, 1 - rank)).isEqualTo(new Allowed(1 - rank));
                return member.allReduce(group, rank + 1, Integer::sum);
            });
            assertThat(sums).containsExactly(3, 3);
        }
    }

    @Test
    void shouldAlsoRefuseInsideAJvm() {
        try (TestJob job = TestJob.of(1, SETTING)) {
            List<Boolean> refused = job.run(2, (member, group, rank) -> {
                for (Object each : List.of(new Plain(1), new Hooked())) {
                    assertThatThrownBy(() -> member.sendAsync(group, each, 1))
                            .isInstanceOf(SerializationException.class)
                            .hasMessageContaining(each.getClass().getName());
                }
                return true;
            });
            assertThat(refused).containsExactly(true, true);
        }
    }
}
