package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Codec;
import tutti.serialization.SampleArrays;

class SnapshotTest {
    private final Codec codec = new ObjectCodec();

    static Stream<Object> immutables() {
        return Stream.of(
                "text",
                1,
                2L,
                3.0,
                'c',
                true,
                BigInteger.TWO,
                BigDecimal.ONE,
                UUID.randomUUID(),
                Duration.ZERO,
                Instant.EPOCH,
                String.class,
                TimeUnit.DAYS);
    }

    static Stream<Object> arrays() {
        return Stream.of(0, 5).flatMap(SampleArrays::ofEachType);
    }

    @ParameterizedTest
    @MethodSource("immutables")
    void shouldShareImmutableValues(Object value) {
        Codec.Snapshot snapshot = codec.snapshot(value);

        assertThat(snapshot.value()).isSameAs(value);
        assertThat(snapshot.immutable()).isTrue();
        assertThat(snapshot.sizeBytes()).isPositive();
    }

    @Test
    void shouldShareNull() {
        assertThat(codec.snapshot(null).value()).isNull();
        assertThat(codec.snapshot(null).immutable()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldCloneArrays(Object array) {
        Codec.Snapshot snapshot = codec.snapshot(array);

        assertThat(snapshot.immutable()).isFalse();
        assertThat(snapshot.value()).isNotSameAs(array).hasSameClassAs(array);
        assertThat(Arrays.deepEquals(new Object[] {snapshot.value()}, new Object[] {array}))
                .isTrue();
    }

    @Test
    void shouldCountTheBytesOfArrays() {
        assertThat(codec.snapshot(new double[1000]).sizeBytes()).isEqualTo(8000);
        assertThat(codec.snapshot(new boolean[1000]).sizeBytes()).isEqualTo(1000);
    }

    @Test
    void shouldCopyGraphsDeeply() {
        List<int[]> graph = new ArrayList<>(List.of(new int[] {1}));
        graph.add(graph.getFirst());
        Codec.Snapshot snapshot = codec.snapshot(graph);
        graph.getFirst()[0] = 99;
        graph.clear();

        @SuppressWarnings("unchecked")
        List<int[]> copy = (List<int[]>) snapshot.value();
        assertThat(snapshot.immutable()).isFalse();
        assertThat(copy).hasSize(2);
        assertThat(copy.get(0)).containsExactly(1).isSameAs(copy.get(1));
    }

    @Test
    void shouldCopyNestedArraysDeeply() {
        int[][] matrix = {{1, 2}, {3}};
        int[][] copy = (int[][]) codec.snapshot(matrix).value();
        matrix[0][0] = 99;

        assertThat(copy).isDeepEqualTo(new int[][] {{1, 2}, {3}});
    }

    @Test
    void shouldCopySubclassesOfImmutables() {
        BigDecimal odd = new CountingDecimal("1");

        assertThat(codec.snapshot(odd).value()).isNotSameAs(odd).isInstanceOf(CountingDecimal.class);
    }

    /** A subclass of an immutable class that can change all the same. */
    private static final class CountingDecimal extends BigDecimal {
        private static final long serialVersionUID = 1;

        CountingDecimal(String text) {
            super(text);
        }
    }
}
