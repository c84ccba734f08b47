package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.ExactSum;
import tutti.collectives.LiftedReduction;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/** Reductions whose partial results are of another type: exact sums, and a program's own. */
class ExactReductionTest extends EachDevice {
    private static final int LENGTH = 40;

    /** Values whose plain sum depends on the order. */
    private static double[] values(int rank) {
        Random random = new Random(rank);
        double[] values = new double[LENGTH];
        Arrays.setAll(values, i -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(200) - 100));
        return values;
    }

    private static double[] sums(int members) {
        double[] sums = new double[LENGTH];
        Arrays.setAll(
                sums,
                i -> ExactSum.sum(IntStream.range(0, members)
                        .mapToDouble(rank -> values(rank)[i])
                        .toArray()));
        return sums;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    @Test
    void shouldSumExactlyOnObjects() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            double[] own = values(rank);
            double[] all = sums(size);
            assertThat(world.allReduce(own[0], Reductions.<Double>exactSum())).isEqualTo(all[0]);
            assertThat(world.allReduce(own, Reductions.<double[]>exactSum())).isEqualTo(all);
            assertThat(own).as("not changed").isEqualTo(values(rank));
            assertThat(world.allReduce((float) own[3], Reductions.<Float>exactSum()))
                    .isEqualTo(new ExactSum()
                            .add(floats(IntStream.range(0, size)
                                    .mapToDouble(r -> values(r)[3])
                                    .toArray()))
                            .floatValue());
            assertThat(world.scan(own, Reductions.<double[]>exactSum())).isEqualTo(sums(rank + 1));
            assertThat(world.exclusiveScan(own, Reductions.<double[]>exactSum()))
                    .isEqualTo(rank == 0 ? null : sums(rank));
            List<Double> parts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                parts.add(own[i]);
            }
            assertThat(world.reduceScatter(parts, Reductions.<Double>exactSum()))
                    .isEqualTo(all[rank]);
            for (int root = 0; root < size; root++) {
                assertThat(world.reduce(own, Reductions.<double[]>exactSum(), root))
                        .isEqualTo(rank == root ? all : null);
            }
            assertThat(world.nonBlocking()
                            .allReduce(own[1], Reductions.<Double>exactSum())
                            .await())
                    .isEqualTo(all[1]);
        });
    }

    @Test
    void shouldSumExactlyOnBuffers() {
        forEachSize(world -> {
            int rank = world.rank();
            int size = world.size();
            double[] own = values(rank);
            double[] all = sums(size);
            double[] result = new double[LENGTH];
            world.allReduce(DirectBuffer.of(own), DirectBuffer.of(result), Reductions.exactSum());
            assertThat(result).isEqualTo(all);
            assertThat(own).isEqualTo(values(rank));
            double[] inPlace = own.clone();
            assertThat(world.allReduce(DirectBuffer.of(inPlace), Reductions.exactSum())
                            .array())
                    .isSameAs(inPlace);
            assertThat(inPlace).isEqualTo(all);
            for (int root = 0; root < size; root++) {
                Arrays.fill(result, -1);
                world.reduce(
                        DirectBuffer.of(own),
                        rank == root ? DirectBuffer.of(result) : null,
                        Reductions.exactSum(),
                        root);
                assertThat(result[0]).isEqualTo(rank == root ? all[0] : -1);
            }
            world.scan(DirectBuffer.of(own), DirectBuffer.of(result), Reductions.exactSum());
            assertThat(result).isEqualTo(sums(rank + 1));
            Arrays.fill(result, -1);
            world.exclusiveScan(DirectBuffer.of(own), DirectBuffer.of(result), Reductions.exactSum());
            assertThat(result[0]).isEqualTo(rank == 0 ? -1 : sums(rank)[0]);
            long[] counts = new long[size];
            Arrays.fill(counts, 2);
            double[] block = new double[2];
            world.reduceScatter(
                    DirectBuffer.of(own, 0, 2 * size),
                    Blocks.of(counts),
                    DirectBuffer.of(block),
                    Reductions.exactSum());
            assertThat(block).containsExactly(all[2 * rank], all[2 * rank + 1]);
            world.reduceScatter(DirectBuffer.of(own, 0, 2 * size), DirectBuffer.of(block), Reductions.exactSum());
            assertThat(block).containsExactly(all[2 * rank], all[2 * rank + 1]);
            double[] changing = {rank};
            double[] total = new double[1];
            PersistentRequest<@Nullable Void> prepared = world.persistent()
                    .allReduce(DirectBuffer.of(changing), DirectBuffer.of(total), Reductions.exactSum());
            prepared.run();
            changing[0]++;
            prepared.run();
            assertThat(total[0]).isEqualTo(size * (size + 1) / 2.0);
        });
    }

    /** Mean: partial results have a sum and a number. */
    private record Mean(ExactSum sum, long count) implements Serializable {}

    private static final LiftedReduction<Double, Mean> MEAN = new LiftedReduction<>() {
        @Override
        public Mean lift(Double value) {
            return new Mean(ExactSum.of(value), 1);
        }

        @Override
        public Mean combine(Mean left, Mean right) {
            return new Mean(ExactSum.plus(left.sum, right.sum), left.count + right.count);
        }

        @Override
        public Double lower(Mean partial) {
            return partial.sum.doubleValue() / partial.count;
        }
    };

    @Test
    void shouldReduceByAnOperatorOfTheProgram() {
        forEachSize(world -> {
            double mean = (world.size() - 1) / 2.0;
            assertThat(world.allReduce(1.0 * world.rank(), MEAN)).isEqualTo(mean);
            assertThat(world.scan(1.0 * world.rank(), MEAN)).isEqualTo(world.rank() / 2.0);
            ExactSum inAField = world.allReduce(ExactSum.of(world.rank()), ExactSum::plus);
            assertThat(inAField.doubleValue()).isEqualTo(mean * world.size());
        });
    }

    @Test
    void shouldRefuseWhatItCannotSum() {
        run(2, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.allReduce(1, Reductions.<Integer>exactSum()))
                    .withMessageContainingAll("exactSum takes", "java.lang.Integer");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.allReduce(DirectBuffer.of(new int[1]), Reductions.exactSum()))
                    .withMessageContaining("int[1]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.allReduce(
                            DirectBuffer.of(new double[1]), DirectBuffer.of(new double[2]), Reductions.exactSum()))
                    .withMessageContaining("double[2]");
            assertThatThrownBy(() -> world.allReduce(new double[1 + world.rank()], Reductions.<double[]>exactSum()))
                    .isInstanceOfAny(IllegalArgumentException.class, CallFailedException.class)
                    .hasMessageContaining("operands of exactSum differ");
            assertThat(world.allReduce(0.5, Reductions.<Double>exactSum())).isEqualTo(1);
            return true;
        });
    }
}
