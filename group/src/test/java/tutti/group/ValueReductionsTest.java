package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.ElementKernel;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/**
 * Reductions of values that have several elements each: numbers with their locations, complex numbers, and what a
 * program's own operator combines.
 */
class ValueReductionsTest extends EachDevice {
    /** From one value to so many that they are cut into tiles, steps and blocks, and no power of two. */
    private static final int[] VALUES = {1, 5, 1_001, 30_007};

    private static final int MANY_VALUES = 100_003;

    private static final ElementKernel<long[]> TRIANGULAR = (left, right, from, to) -> {
        for (int i = from; i < to; i += 3) {
            left[i + 1] = left[i] * right[i + 1] + left[i + 1] * right[i + 2];
            left[i] *= right[i];
            left[i + 2] *= right[i + 2];
        }
    };

    /** The product of upper triangular 2 by 2 matrices: not commutative, and a part of a matrix makes no sense. */
    private static final ReductionObject<DirectBuffer> MATRIX_PRODUCT =
            Reductions.elementwise("matrixProduct", long[].class, 3, TRIANGULAR);

    private static long[] matrices(int rank, int count) {
        long[] elements = new long[3 * count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i + 1L) * 0x9E3779B97F4A7C15L ^ (rank + 1L) * 0xC2B2AE3D27D4EB4FL; // spread over all bits
        }
        return elements;
    }

    private static long[] product(int from, int to, int count) {
        long[] product = matrices(from, count);
        for (int rank = from + 1; rank < to; rank++) {
            TRIANGULAR.combine(product, matrices(rank, count), 0, product.length);
        }
        return product;
    }

    @Test
    void shouldCombineValuesOfSeveralElementsByAnOperatorOfTheProgram() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            for (int count : VALUES) {
                long[] all = product(0, size, count);
                long[] result = new long[all.length];
                world.allReduce(DirectBuffer.of(matrices(rank, count)), DirectBuffer.of(result), MATRIX_PRODUCT);
                assertThat(Arrays.equals(result, all))
                        .as("allReduce of %d", count)
                        .isTrue();
                for (int root = 0; root < size; root += 3) {
                    Arrays.fill(result, 0);
                    world.reduce(DirectBuffer.of(matrices(rank, count)), DirectBuffer.of(result), MATRIX_PRODUCT, root);
                    assertThat(rank != root || Arrays.equals(result, all))
                            .as("reduce of %d", count)
                            .isTrue();
                }
                world.scan(DirectBuffer.of(matrices(rank, count)), DirectBuffer.of(result), MATRIX_PRODUCT);
                assertThat(Arrays.equals(result, product(0, rank + 1, count)))
                        .as("scan of %d", count)
                        .isTrue();
                long[] parts = product(rank, rank + 1, count * size);
                long[] part = new long[3 * count];
                world.reduceScatter(DirectBuffer.of(parts), DirectBuffer.of(part), MATRIX_PRODUCT);
                assertThat(Arrays.equals(
                                part,
                                Arrays.copyOfRange(
                                        product(0, size, count * size), rank * part.length, (rank + 1) * part.length)))
                        .as("reduceScatter of %d", count)
                        .isTrue();
            }
        });
    }

    @Test
    void shouldCombineMoreValuesThanGoAtOnce() {
        for (int size : new int[] {3, 4, 7}) {
            run(size, world -> {
                long[] result = matrices(world.rank(), MANY_VALUES);
                world.allReduce(DirectBuffer.of(result), MATRIX_PRODUCT);
                assertThat(Arrays.equals(result, product(0, size, MANY_VALUES))).isTrue();
                return true;
            });
        }
    }

    @Test
    void shouldCombineArraysAndElementsApart() {
        ReductionObject<long[]> ofArrays = Reductions.elementwise("matrixProduct", long[].class, 3, TRIANGULAR);
        forEachSize(world -> {
            int size = world.size();
            assertThat(world.allReduce(matrices(world.rank(), 7), ofArrays)).isEqualTo(product(0, size, 7));
            long[] spread = new long[2 * 3 * 7];
            DirectBuffer second = DirectBuffer.of(spread).select(Layout.vector(3 * 7, 1, 2));
            second.copyFrom(DirectBuffer.of(matrices(world.rank(), 7)));
            world.allReduce(second, MATRIX_PRODUCT);
            assertThat(second.toArray()).isEqualTo(product(0, size, 7));
        });
    }

    @Test
    void shouldFindValuesAndTheirLocations() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            for (int count : VALUES) {
                double[] doubles = new double[2 * count];
                int[] ints = new int[2 * count];
                for (int i = 0; i < count; i++) {
                    doubles[2 * i] = (i + rank) % size;
                    doubles[2 * i + 1] = rank;
                    ints[2 * i] = -((i + rank) % size);
                    ints[2 * i + 1] = 100 + rank;
                }
                world.allReduce(DirectBuffer.of(doubles), Reductions.minLocation());
                world.allReduce(DirectBuffer.of(ints), Reductions.minLocation());
                for (int i = 0; i < count; i++) {
                    assertThat(doubles[2 * i]).isZero();
                    assertThat(doubles[2 * i + 1]).isEqualTo((size - i % size) % size);
                    assertThat(ints[2 * i]).isEqualTo(1 - size);
                    assertThat(ints[2 * i + 1]).isEqualTo(100 + (2 * size - 1 - i % size) % size);
                }
            }
            float[] equal = {1, size - rank, Float.NaN, rank};
            assertThat(world.allReduce(equal, Reductions.<float[]>maxLocation()))
                    .as("the lower of the locations of equal values")
                    .containsExactly(1, 1, Float.NaN, 0);
            long[] longs = {rank == size - 1 ? Long.MAX_VALUE : Long.MIN_VALUE, rank};
            assertThat(world.allReduce(longs, Reductions.<long[]>maxLocation()))
                    .containsExactly(Long.MAX_VALUE, size - 1);
        });
    }

    @Test
    void shouldMultiplyAndAddComplexNumbers() {
        forEachSize(world -> {
            for (int count : VALUES) {
                double[] turns = new double[2 * count];
                float[] floats = new float[2 * count];
                for (int i = 0; i < count; i++) {
                    turns[2 * i + 1] = 1; // i
                    floats[2 * i] = 1; // 1 + i
                    floats[2 * i + 1] = 1;
                }
                double[] power = {1, 0};
                float[] powerOfSum = {1, 0};
                for (int rank = 0; rank < world.size(); rank++) {
                    power = new double[] {-power[1], power[0]};
                    powerOfSum = new float[] {powerOfSum[0] - powerOfSum[1], powerOfSum[0] + powerOfSum[1]};
                }
                world.allReduce(DirectBuffer.of(turns), Reductions.complexProduct());
                world.allReduce(DirectBuffer.of(floats), Reductions.complexProduct());
                assertThat(turns[0]).isEqualTo(power[0]);
                assertThat(turns[2 * count - 1]).isEqualTo(power[1]);
                assertThat(floats[2 * count - 2]).isEqualTo(powerOfSum[0]);
                assertThat(floats[1]).isEqualTo(powerOfSum[1]);
            }
            assertThat(world.allReduce(new double[] {1, world.rank()}, Reductions.<double[]>sum()))
                    .containsExactly(world.size(), world.size() * (world.size() - 1) / 2.0);
        });
    }

    @Test
    void shouldRefuseAPartOfAValue() {
        forEachSize(world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.allReduce(DirectBuffer.of(new long[7]), MATRIX_PRODUCT))
                    .withMessageContainingAll("matrixProduct", "3 elements each", "long[7]", "multiple of 3");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.scan(
                            DirectBuffer.of(new double[1]), DirectBuffer.of(new double[1]), Reductions.minLocation()))
                    .withMessageContaining("minLocation takes values of 2 elements each");
            long[] counts = new long[world.size()];
            Arrays.fill(counts, 3);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.reduceScatter(
                            DirectBuffer.of(new float[3 * world.size()]),
                            Blocks.of(counts),
                            DirectBuffer.of(new float[3]),
                            Reductions.complexProduct()))
                    .withMessageContainingAll("block of rank=0", "length=3");
            assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(world.size());
        });
    }

    @Test
    void shouldRefuseOperatorsThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reductions.elementwise("f", Double[].class, 1, (left, right, from, to) -> {}))
                .withMessageContainingAll("operator=f", "java.lang.Double[]", "double[].class");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reductions.elementwise("f", double.class, 1, (left, right, from, to) -> {}))
                .withMessageContaining("class=double;");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reductions.elementwise("f", int[].class, 0, (left, right, from, to) -> {}))
                .withMessageContaining("elementsPerValue=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reductions.elementwise("sum", int[].class, 1, (left, right, from, to) -> {}))
                .withMessageContaining("operator=sum");
    }
}
