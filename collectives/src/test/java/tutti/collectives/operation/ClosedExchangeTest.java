package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.CallFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** A member sends a buffer whose memory is closed: the exchange fails for those that wait, and the group continues. */
class ClosedExchangeTest extends GroupTest {

    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 3", "2, 3", "3, 3"})
    void shouldFailForMembersThatWait(int processes, int size) {
        List<Class<?>> failures = run(processes, size, member -> {
            Class<?> failure = null;
            Arena arena = Arena.ofShared();
            DirectBuffer own = DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, 10), ElementType.INT);
            if (member.rank() == 1) {
                arena.close();
            }
            try {
                member.collectives().run(new ExchangeBuffers(Map.of((member.rank() + 1) % size, own)));
            } catch (CallFailedException | IllegalStateException e) {
                failure = e.getClass();
            }
            member.collectives().barrier();
            return failure;
        });
        assertThat(failures.subList(1, size)).containsExactly(IllegalStateException.class, CallFailedException.class);
    }
}
