package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Exact sums beside those of BigDecimal. */
class ExactSumTest {

    /** BigDecimal rounds half to even, too, to doubles and floats. */
    private static BigDecimal exact(double[] values) {
        return DoubleStream.of(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void check(String which, double... values) {
        ExactSum sum = ExactSum.of(values);
        BigDecimal expected = exact(values);
        assertThat(sum.doubleValue()).as(which).isEqualTo(expected.doubleValue());
        assertThat(sum.floatValue()).as("float " + which).isEqualTo(expected.floatValue());
    }

    private static double wild(Random random) {
        double value;
        do {
            value = Double.longBitsToDouble(random.nextLong());
        } while (!Double.isFinite(value));
        return value;
    }

    private static double[] values(Random random, int length) {
        int kind = random.nextInt(6);
        double[] values = new double[length];
        Arrays.setAll(values, i -> switch (kind) {
            case 0 -> random.nextDouble();
            case 1 -> random.nextGaussian() * 1e10;
            case 2 -> wild(random);
            case 3 -> Double.MIN_VALUE * (random.nextInt(2000) - 1000);
            case 4 -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(120) - 60);
            default -> (float) random.nextGaussian() * 0x1p-146f;
        });
        if (random.nextInt(3) == 0) { // most of it cancels
            for (int i = 0; i + 1 < length; i += 2) {
                values[i + 1] = -values[i] * (random.nextInt(4) == 0 ? 1 + Math.ulp(1.0) : 1);
            }
        }
        return values;
    }

    @Test
    void shouldRoundOnceAsBigDecimalDoes() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            check("seed=" + seed, values(random, random.nextInt(30)));
        }
    }

    @Test
    void shouldAddLongArrays() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            check("seed=" + seed, values(random, 20_000 + random.nextInt(10_000)));
        }
        double[] ones = new double[5_000_000];
        Arrays.fill(ones, 0.1);
        assertThat(ExactSum.sum(ones))
                .isEqualTo(exact(new double[] {0.1})
                        .multiply(new BigDecimal(5_000_000))
                        .doubleValue());
    }

    @Test
    void shouldTieToEvenAndKeepTheSmallestBits() {
        check("tie down", 1, Math.ulp(1.0) / 2);
        check("tie up", 1 + Math.ulp(1.0), Math.ulp(1.0) / 2);
        check("above a tie", 1, Math.ulp(1.0) / 2, Double.MIN_VALUE);
        check("below a tie", 1, Math.ulp(1.0) / 2, -Double.MIN_VALUE);
        check("carry into the next power", Math.nextDown(2.0), Math.ulp(1.0) / 2);
        check("smallest", Double.MIN_VALUE);
        check("smallest normal", Double.MIN_NORMAL, -Double.MIN_VALUE);
        check("nothing");
        check("all gone", 1e300, 1, -1e300, -1);
        check("twice rounded float", 1 + Math.ulp(1f) / 2.0, Math.ulp(1.0) / 2); // a double first would round down
        check("float border", Float.MAX_VALUE, Math.ulp(Float.MAX_VALUE) / 2.0);
        check("below the float border", Float.MAX_VALUE, Math.ulp(Float.MAX_VALUE) / 2.0, -1);
        check("float minimum", Float.MIN_VALUE / 2.0, Double.MIN_VALUE);
        check("half the float minimum", Float.MIN_VALUE / 2.0);
        check("double border", Double.MAX_VALUE, Math.ulp(Double.MAX_VALUE) / 2);
        check("below the double border", Double.MAX_VALUE, Math.ulp(Double.MAX_VALUE) / 2, -1);
        check("back from beyond", Double.MAX_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE);
        check("far beyond", Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, 1);
        check("negative far beyond", -Double.MAX_VALUE, -Double.MAX_VALUE, 1);
    }

    @Test
    void shouldTreatInfinitiesAndNaNsAsSumsDo() {
        double infinity = Double.POSITIVE_INFINITY;
        assertThat(ExactSum.of(1, infinity).doubleValue()).isEqualTo(infinity);
        assertThat(ExactSum.of(-infinity, Double.MAX_VALUE).floatValue()).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(ExactSum.of(infinity, -infinity).doubleValue()).isNaN();
        assertThat(ExactSum.of(1, Double.NaN).doubleValue()).isNaN();
        assertThat(ExactSum.plus(ExactSum.of(infinity), ExactSum.of(-infinity)).doubleValue())
                .isNaN();
        double[] many = new double[30_000];
        many[7] = infinity;
        assertThat(ExactSum.sum(many)).isEqualTo(infinity);
        many[8] = Double.NaN;
        assertThat(ExactSum.sum(many)).isNaN();
        assertThat(Double.doubleToRawLongBits(ExactSum.of(-0.0, -0.0).doubleValue()))
                .isZero();
    }

    @Test
    void shouldHaveTheSameBitsInAnyOrderAndGrouping() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double[] values = values(random, 1 + random.nextInt(100));
            double expected = ExactSum.sum(values);
            List<Double> shuffled = Arrays.stream(values).boxed().collect(Collectors.toList());
            Collections.shuffle(shuffled, random);
            ExactSum all = new ExactSum();
            ExactSum group = new ExactSum();
            for (double value : shuffled) {
                group.add(value);
                if (random.nextInt(4) == 0) {
                    all = random.nextBoolean() ? ExactSum.plus(all, group) : ExactSum.plus(group, all);
                    group = new ExactSum();
                }
            }
            assertThat(all.add(group).doubleValue()).as("seed=%d", seed).isEqualTo(expected);
        }
    }

    @Test
    void shouldNotChangeOperandsOfPlus() {
        ExactSum left = ExactSum.of(1e300);
        ExactSum right = ExactSum.of(1e-300);

        assertThat(ExactSum.plus(left, right).add(-1e300).doubleValue()).isEqualTo(1e-300);
        assertThat(left.doubleValue()).isEqualTo(1e300);
        assertThat(right.doubleValue()).isEqualTo(1e-300);
    }

    /** Doubled again and again, limbs would overflow if carries stayed. */
    @Test
    void shouldResolveCarriesInTime() {
        ExactSum sum = ExactSum.of(1);
        for (int i = 0; i < 100; i++) {
            sum = ExactSum.plus(sum, sum);
        }
        assertThat(sum.doubleValue()).isEqualTo(Math.scalb(1.0, 100));
        ExactSum negative = ExactSum.of(-Math.nextDown(1.0));
        for (int i = 0; i < 100; i++) {
            negative = ExactSum.plus(negative, negative);
        }
        assertThat(negative.doubleValue()).isEqualTo(Math.scalb(-Math.nextDown(1.0), 100));
    }
}
