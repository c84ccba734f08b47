package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buffers that view some elements, structs, and several buffers. */
class LayoutTest {
    private static final int ELEMENTS = 200;

    /** A layout, and the elements that it selects. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Selection(Layout layout, int[] indexes) {
        Selection at(int offset) {
            return new Selection(
                    layout.at(offset),
                    Arrays.stream(indexes).map(index -> index + offset).toArray());
        }

        Selection repeat(int count, int stride) {
            int[] all = IntStream.range(0, count)
                    .flatMap(i -> Arrays.stream(indexes).map(index -> index + i * stride))
                    .toArray();
            return new Selection(layout.repeat(count, stride), all);
        }

        Selection then(Selection next) {
            return new Selection(
                    layout.then(next.layout),
                    IntStream.concat(Arrays.stream(indexes), Arrays.stream(next.indexes))
                            .toArray());
        }

        /** Moves it to where all its elements lie in [0, ELEMENTS), or returns null if it takes more room. */
        Selection moved(Random random) {
            int lowest = Arrays.stream(indexes).min().orElse(0);
            int highest = Arrays.stream(indexes).max().orElse(0);
            int room = ELEMENTS - (highest - lowest + 1);
            return room < 0 ? random(random) : at(random.nextInt(room + 1) - lowest);
        }
    }

    private static Selection random(Random random) {
        Selection selection = switch (random.nextInt(4)) {
            case 0 -> contiguous(random.nextInt(5));
            case 1 -> {
                int count = random.nextInt(6);
                int blockLength = random.nextInt(4);
                int stride = random.nextInt(12) - 3;
                yield new Selection(
                        Layout.vector(count, blockLength, stride),
                        contiguous(blockLength).repeat(count, stride).indexes);
            }
            case 2 -> {
                int[] offsets = random.ints(random.nextInt(6), 0, 40).toArray();
                int[] lengths = random.ints(offsets.length, 0, 4).toArray();
                int[] all = IntStream.range(0, offsets.length)
                        .flatMap(i -> IntStream.range(offsets[i], offsets[i] + lengths[i]))
                        .toArray();
                yield new Selection(Layout.indexed(offsets, lengths), all);
            }
            default -> subArray(random);
        };
        for (int steps = random.nextInt(4); steps > 0; steps--) {
            selection = random.nextBoolean()
                    ? selection.repeat(random.nextInt(4), random.nextInt(30) - 8)
                    : selection.then(contiguous(random.nextInt(3)).at(random.nextInt(30)));
        }
        return selection.moved(random);
    }

    private static Selection contiguous(int length) {
        return new Selection(
                Layout.contiguous(length), IntStream.range(0, length).toArray());
    }

    private static Selection subArray(Random random) {
        int[] sizes = random.ints(1 + random.nextInt(3), 1, 6).toArray();
        int[] lengths =
                Arrays.stream(sizes).map(size -> random.nextInt(size + 1)).toArray();
        int[] starts = IntStream.range(0, sizes.length)
                .map(i -> random.nextInt(sizes[i] - lengths[i] + 1))
                .toArray();
        int[] indexes = {0};
        for (int i = 0; i < sizes.length; i++) {
            int dimension = i;
            indexes = Arrays.stream(indexes)
                    .flatMap(index -> IntStream.range(starts[dimension], starts[dimension] + lengths[dimension])
                            .map(coordinate -> index * sizes[dimension] + coordinate))
                    .toArray();
        }
        return new Selection(Layout.subArray(sizes, lengths, starts), indexes);
    }

    private static Object filled(ElementType type, int length, int seed) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), length);
        Random random = new Random(seed);
        for (int i = 0; i < length; i++) {
            switch (array) {
                case boolean[] a -> a[i] = random.nextBoolean();
                case byte[] a -> a[i] = (byte) random.nextInt();
                case char[] a -> a[i] = (char) random.nextInt();
                case short[] a -> a[i] = (short) random.nextInt();
                case int[] a -> a[i] = random.nextInt();
                case long[] a -> a[i] = random.nextLong();
                case float[] a -> a[i] = random.nextFloat();
                case double[] a -> a[i] = random.nextDouble();
                default -> throw new AssertionError();
            }
        }
        return array;
    }

    /** Returns memory of some kind that holds the elements of an array, beginning somewhere. */
    private static DirectBuffer memory(Object array, Arena arena, Random random) {
        DirectBuffer view = Objects.requireNonNull(DirectBuffer.ofArray(array));
        return switch (random.nextInt(4)) {
            case 0 -> view;
            case 1 -> {
                MemorySegment unaligned = arena.allocate(view.lengthBytes() + 1).asSlice(1);
                DirectBuffer copy = DirectBuffer.of(unaligned, view.type());
                copy.copyFrom(view);
                yield copy;
            }
            case 2 -> {
                ByteBuffer bytes = ByteBuffer.allocate((int) view.lengthBytes()).order(ByteOrder.nativeOrder());
                DirectBuffer copy = DirectBuffer.of(MemorySegment.ofBuffer(bytes), view.type());
                copy.copyFrom(view);
                yield copy;
            }
            default -> {
                Object larger = Array.newInstance(array.getClass().getComponentType(), ELEMENTS + 9);
                DirectBuffer copy =
                        Objects.requireNonNull(DirectBuffer.ofArray(larger)).slice(5, ELEMENTS);
                copy.copyFrom(view);
                yield copy;
            }
        };
    }

    private static Object pick(Object array, int[] indexes) {
        Object picked = Array.newInstance(array.getClass().getComponentType(), indexes.length);
        for (int i = 0; i < indexes.length; i++) {
            Array.set(picked, i, Array.get(array, indexes[i]));
        }
        return picked;
    }

    private static Object put(Object array, int[] indexes, Object values) {
        Object changed = pick(array, IntStream.range(0, Array.getLength(array)).toArray());
        for (int i = 0; i < indexes.length; i++) {
            Array.set(changed, indexes[i], Array.get(values, i));
        }
        return changed;
    }

    private static Object arrayOf(ElementType type, int length) {
        return Array.newInstance(type.arrayClass().getComponentType(), length);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldSelectWhatTheLayoutSays(ElementType type) {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Selection selection = random(random);
            Object array = filled(type, ELEMENTS, seed);
            try (Arena arena = Arena.ofConfined()) {
                DirectBuffer view = memory(array, arena, random).select(selection.layout);
                String which = "seed=%d layout=%s".formatted(seed, selection.layout);
                assertThat(view.length()).as(which).isEqualTo(selection.indexes.length);
                assertThat(view.toArray()).as(which).isEqualTo(pick(array, selection.indexes));
                int from = random.nextInt(selection.indexes.length + 1);
                int length = random.nextInt(selection.indexes.length - from + 1);
                assertThat(view.slice(from, length).toArray())
                        .as(which)
                        .isEqualTo(pick(array, Arrays.copyOfRange(selection.indexes, from, from + length)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldWriteWhatTheLayoutSaysAndNothingElse(ElementType type) {
        int tried = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Selection selection = random(random);
            boolean isDistinct = Arrays.stream(selection.indexes).distinct().count() == selection.indexes.length;
            Object array = filled(type, ELEMENTS, seed);
            Object values = filled(type, selection.indexes.length, seed + 1);
            try (Arena arena = Arena.ofConfined()) {
                DirectBuffer whole = memory(array, arena, random);
                DirectBuffer view = whole.select(selection.layout);
                String which = "seed=%d layout=%s".formatted(seed, selection.layout);
                if (!isDistinct) {
                    assertThatIllegalArgumentException()
                            .as(which)
                            .isThrownBy(() -> view.requireWritable("target"))
                            .withMessageContaining("twice");
                    continue;
                }
                tried++;
                view.requireWritable("target").copyFrom(Objects.requireNonNull(DirectBuffer.ofArray(values)));
                assertThat(whole.toArray()).as(which).isEqualTo(put(array, selection.indexes, values));
            }
        }
        assertThat(tried).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldGoOverTheWireAsNeighborsDoInPiecesOfAnySize(ElementType type) {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Selection selection = random(random);
            Object array = filled(type, ELEMENTS, seed);
            Object values = pick(array, selection.indexes);
            DirectBuffer neighbors = Objects.requireNonNull(DirectBuffer.ofArray(values));
            byte[] expected = new byte[(int) neighbors.lengthBytes()];
            neighbors.getBytes(0, MemorySegment.ofArray(expected), 0, expected.length);
            try (Arena arena = Arena.ofConfined()) {
                DirectBuffer view = memory(array, arena, random).select(selection.layout);
                byte[] wire = new byte[expected.length];
                Object empty = arrayOf(type, ELEMENTS);
                boolean isDistinct = Arrays.stream(selection.indexes).distinct().count() == selection.indexes.length;
                DirectBuffer target = memory(empty, arena, random).select(selection.layout);
                for (int at = 0; at < wire.length; ) {
                    int step = Math.min(1 + random.nextInt(40), wire.length - at);
                    view.getBytes(at, MemorySegment.ofArray(wire), at, step);
                    if (isDistinct) {
                        target.putBytes(at, MemorySegment.ofArray(expected), at, step);
                    }
                    at += step;
                }
                assertThat(wire).isEqualTo(expected);
                if (isDistinct) {
                    assertThat(target.toArray()).isEqualTo(values);
                }
            }
        }
    }

    @Test
    void shouldCopyBetweenLayoutsOfOneArray() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Selection source = random(random);
            Selection target = random(random);
            int length = Math.min(source.indexes.length, target.indexes.length);
            int[] array = (int[]) filled(ElementType.INT, ELEMENTS, seed);
            int[] into = Arrays.copyOf(target.indexes, length);
            if (Arrays.stream(into).distinct().count() < length) {
                continue;
            }
            Object expected = put(array, into, pick(array, Arrays.copyOf(source.indexes, length)));
            DirectBuffer whole = DirectBuffer.of(array);
            whole.select(target.layout)
                    .slice(0, length)
                    .copyFrom(whole.select(source.layout).slice(0, length));
            assertThat(array).as("seed=%d", seed).isEqualTo(expected);
        }
    }

    @Test
    void shouldSelectFromASelection() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Selection outer = contiguous(1).repeat(ELEMENTS / 2, 2);
            int[] array = (int[]) filled(ElementType.INT, ELEMENTS, seed);
            Selection inner = random(random);
            if (inner.layout.end() > outer.indexes.length) {
                continue;
            }
            int[] indexes = Arrays.stream(inner.indexes).map(i -> 2 * i).toArray();
            DirectBuffer view = DirectBuffer.of(array).select(outer.layout).select(inner.layout);
            assertThat(view.toArray()).as("seed=%d", seed).isEqualTo(pick(array, indexes));
        }
    }

    @Test
    void shouldKnowWhatOverlaps() {
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            Selection one = random(random);
            Selection other = random(random);
            int[] array = new int[ELEMENTS];
            boolean shares = Arrays.stream(one.indexes)
                    .anyMatch(index -> Arrays.stream(other.indexes).anyMatch(each -> each == index));
            DirectBuffer left = DirectBuffer.of(array).select(one.layout);
            DirectBuffer right = DirectBuffer.of(array).select(other.layout);
            assertThat(left.overlaps(right)).as("seed=%d", seed).isEqualTo(shares);
            assertThat(left.overlaps(DirectBuffer.of(new int[ELEMENTS]))).isFalse();
            assertThat(left.isSameMemory(DirectBuffer.of(array).select(one.layout)))
                    .isEqualTo(one.indexes.length > 0);
        }
    }

    @Test
    void shouldTellColumnsApart() {
        double[] matrix = new double[12];
        Layout column = Layout.vector(3, 1, 4);
        DirectBuffer first = DirectBuffer.of(matrix).select(column);
        DirectBuffer second = DirectBuffer.of(matrix).select(column.at(1));
        DirectBuffer backwards =
                DirectBuffer.of(matrix).select(Layout.vector(3, 1, -4).at(8));

        assertThat(first.overlaps(second)).isFalse();
        assertThat(first.overlaps(backwards)).isTrue();
        assertThat(first.isSameMemory(backwards)).as("another order").isFalse();
    }

    @Test
    void shouldRefuseWhatLiesOutside() {
        DirectBuffer buffer = DirectBuffer.of(new double[10]);
        assertThatThrownBy(() -> buffer.select(Layout.vector(3, 1, 5)))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContainingAll("double[10]", "[0, 11)");
        assertThatThrownBy(() -> buffer.select(Layout.vector(2, 1, -1)))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("[-1, 1)");
        assertThatThrownBy(() -> Layout.subArray(new int[] {4}, new int[] {3}, new int[] {2}))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("dimension=0 sizes=[4] lengths=[3] starts=[2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.subArray(new int[] {4}, new int[] {3, 1}, new int[] {2}))
                .withMessageContaining("each dimension");
        assertThatIllegalArgumentException().isThrownBy(() -> Layout.contiguous(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.indexed(new int[] {1, 2}, new int[] {1}))
                .withMessageContaining("offsets=2 lengths=1");
        assertThatThrownBy(() -> Layout.vector(Long.MAX_VALUE, 1, 3)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldSelectMoreElementsThanAnArrayHolds() {
        Layout layout = Layout.vector(1L << 33, 2, 8);

        assertThat(layout.length()).isEqualTo(1L << 34);
        assertThat(layout.end()).isEqualTo((1L << 36) - 6);
    }

    private static final StructLayout PARTICLE = MemoryLayout.structLayout(
            ValueLayout.JAVA_INT,
            MemoryLayout.paddingLayout(4),
            ValueLayout.JAVA_DOUBLE,
            MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN)),
            MemoryLayout.paddingLayout(4));

    @Test
    void shouldSendStructsWithoutPaddingInOneOrder() {
        MemorySegment particles = MemorySegment.ofArray(new long[6]);
        for (int i = 0; i < 2; i++) {
            particles.set(ValueLayout.JAVA_INT, i * 24L, 10 + i);
            particles.set(ValueLayout.JAVA_INT, i * 24L + 4, -1);
            particles.set(ValueLayout.JAVA_DOUBLE, i * 24L + 8, 0.5 + i);
            particles.set(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), i * 24L + 16, (short) 0x0102);
            particles.set(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), i * 24L + 18, (short) 0x0304);
        }
        DirectBuffer view = DirectBuffer.of(particles, PARTICLE);
        ByteBuffer expected = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 2; i++) {
            expected.putInt(10 + i).putDouble(0.5 + i).putShort((short) 0x0102).putShort((short) 0x0304);
        }

        assertThat(view.toArray()).isEqualTo(expected.array());

        MemorySegment received = MemorySegment.ofArray(new long[6]);
        DirectBuffer.of(received, PARTICLE).requireWritable("target").copyFrom(DirectBuffer.of(expected.array()));
        assertThat(received.get(ValueLayout.JAVA_INT, 24)).isEqualTo(11);
        assertThat(received.get(ValueLayout.JAVA_INT, 28)).as("padding").isZero();
        assertThat(received.get(ValueLayout.JAVA_DOUBLE, 32)).isEqualTo(1.5);
        assertThat(received.get(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), 42))
                .isEqualTo((short) 0x0304);
    }

    @Test
    void shouldRefuseStructsThatMeanNothingElsewhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.of(MemoryLayout.structLayout(ValueLayout.ADDRESS)))
                .withMessageContaining("an address means nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.of(MemoryLayout.unionLayout(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)))
                .withMessageContaining("could be any");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DirectBuffer.of(MemorySegment.ofArray(new byte[25]), PARTICLE))
                .withMessageContaining("whole elements");
    }

    @Test
    void shouldJoinBuffersOfAnyTypes() {
        int[] ints = {1, 2, 3};
        double[] doubles = {0.5, 1.5, 2.5, 3.5};
        boolean[] flags = {true, false};
        DirectBuffer joined = DirectBuffer.join(
                DirectBuffer.of(ints, 1, 2),
                DirectBuffer.of(doubles).select(Layout.vector(2, 1, 2)),
                DirectBuffer.of(new float[0]),
                DirectBuffer.of(flags));
        ByteBuffer expected = ByteBuffer.allocate(26).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(2).putInt(3).putDouble(0.5).putDouble(2.5).put((byte) 1).put((byte) 0);
        assertThat(joined.toArray()).isEqualTo(expected.array());
        for (int at = 0; at < 26; at++) {
            for (int end = at; end <= 26; end++) {
                assertThat(joined.slice(at, end - at).toArray())
                        .isEqualTo(Arrays.copyOfRange(expected.array(), at, end));
            }
        }

        int[] gotInts = new int[2];
        double[] gotDoubles = new double[2];
        boolean[] gotFlags = new boolean[2];
        DirectBuffer target =
                DirectBuffer.join(DirectBuffer.of(gotInts), DirectBuffer.of(gotDoubles), DirectBuffer.of(gotFlags));
        target.requireWritable("target").copyFrom(joined);
        assertThat(gotInts).containsExactly(2, 3);
        assertThat(gotDoubles).containsExactly(0.5, 2.5);
        assertThat(gotFlags).containsExactly(true, false);

        assertThat(joined.overlaps(DirectBuffer.of(ints))).isTrue();
        assertThat(joined.overlaps(DirectBuffer.of(ints, 0, 1))).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DirectBuffer.join(DirectBuffer.of(ints), DirectBuffer.of(ints, 2, 1))
                        .requireWritable("target"))
                .withMessageContaining("twice");
        assertThat(DirectBuffer.join().length()).isZero();
    }
}
