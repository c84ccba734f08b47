package tutti.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedPointSumTest {
    @Test
    void shouldNotDependOnOrder() {
        Random random = new Random(1);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            values.add((random.nextDouble() - 0.4) * Math.pow(10, random.nextInt(18) - 9));
        }
        long[] forwards = sum(values);
        Collections.shuffle(values, random);
        long[] shuffled = sum(values.subList(0, 300));
        long[] rest = sum(values.subList(300, 1000));
        for (int i = 0; i < FixedPointSum.LENGTH; i++) {
            shuffled[i] += rest[i];
        }

        assertThat(FixedPointSum.value(shuffled)).isEqualTo(FixedPointSum.value(forwards));
        assertThat(new BigDecimal(FixedPointSum.value(forwards))
                        .subtract(values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add))
                        .abs())
                .isLessThan(new BigDecimal("1e-6")); // of about 1e10, so within the last bit
    }

    @Test
    void shouldKeepSmallNumbers() {
        assertThat(FixedPointSum.value(sum(List.of(1e9, 1e-12, -1e9)))).isEqualTo(0x1p-80 * Math.round(1e-12 * 0x1p80));
        assertThat(FixedPointSum.value(sum(List.of(-0.75)))).isEqualTo(-0.75);
        assertThat(FixedPointSum.value(sum(List.of(-1e-15, 0.0))))
                .isCloseTo(-1e-15, org.assertj.core.data.Offset.offset(1e-24));
        assertThat(FixedPointSum.value(sum(List.of()))).isZero();
    }

    @Test
    void shouldSayWhenItIsUnbounded() {
        assertThat(FixedPointSum.isUnbounded(sum(List.of(1e300, 5.0)))).isTrue();
        assertThat(FixedPointSum.isUnbounded(sum(List.of(Double.NaN)))).isTrue();
        assertThat(FixedPointSum.isUnbounded(sum(Collections.nCopies(1 << 16, Double.POSITIVE_INFINITY))))
                .isTrue();
        assertThat(FixedPointSum.isUnbounded(sum(List.of(1e12)))).isFalse();
    }

    private static long[] sum(List<Double> values) {
        long[] sum = new long[FixedPointSum.LENGTH];
        values.forEach(value -> FixedPointSum.add(sum, value));
        return sum;
    }
}
