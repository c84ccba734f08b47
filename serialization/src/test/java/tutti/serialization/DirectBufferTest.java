package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.array.PrimitiveArrays;
import tutti.serialization.codec.ObjectCodec;

/** Views of primitive data: their elements, their wire form, and what they refuse. */
class DirectBufferTest {
    private static final ByteOrder FOREIGN_ORDER =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;

    private final Codec codec = new ObjectCodec();

    static Stream<Object> arrays() {
        return Stream.of(0, 1, 7, 1000, 70_000).flatMap(SampleArrays::ofEachType);
    }

    private static DirectBuffer view(Object array) {
        return Objects.requireNonNull(DirectBuffer.ofArray(array));
    }

    private static Object emptyCopy(DirectBuffer buffer) {
        return PrimitiveArrays.make(PrimitiveArrays.TYPES.indexOf(buffer.type()), (int) buffer.length());
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldEncodeAsAnArrayIsEncoded(Object array) {
        byte[] ofBuffer = TestBytes.join(codec.encodeBuffer(view(array)));

        assertThat(ofBuffer).isEqualTo(TestBytes.join(codec.encode(array)));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldDecodeIntoMemoryOfAnyKind(Object array) {
        DirectBuffer source = view(array);
        Encoded encoded = codec.encode(array);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment unaligned = arena.allocate(source.lengthBytes() + 1).asSlice(1);
            Object heap = emptyCopy(source);
            for (DirectBuffer target : new DirectBuffer[] {
                view(heap),
                DirectBuffer.of(arena.allocate(source.lengthBytes()), source.type()),
                DirectBuffer.of(unaligned, source.type()),
                DirectBuffer.of(MemorySegment.ofArray(new long[(int) source.length()]), ElementType.LONG)
            }) {
                if (target.matches(source)) {
                    assertThat(codec.decodeInto(encoded, target)).isNull();
                    assertSame(target.toArray(), array);
                    assertThat(TestBytes.join(codec.encodeBuffer(target))).isEqualTo(TestBytes.join(encoded));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDecodeNothingOfAnotherTypeOrLength(ElementType type) {
        long[] bytes = {1, 2, 3};
        DirectBuffer target = DirectBuffer.of(MemorySegment.ofArray(bytes), type);
        for (ElementType sent : ElementType.values()) {
            Object sameLength = PrimitiveArrays.make(PrimitiveArrays.TYPES.indexOf(sent), (int) target.length());
            String mismatch = codec.decodeInto(codec.encode(sameLength), target);
            assertThat(mismatch)
                    .isEqualTo(sent == type ? null : view(sameLength).shape());
            if (sent == type) {
                assertThat(bytes).containsExactly(0, 0, 0);
                bytes[0] = 1;
            }
        }
        Object longer = PrimitiveArrays.make(PrimitiveArrays.TYPES.indexOf(type), (int) target.length() + 1);
        assertThat(codec.decodeInto(codec.encode(longer), target)).isEqualTo(type + "[" + (target.length() + 1) + "]");
        assertThat(codec.decodeInto(codec.encode("text"), target)).isEqualTo("java.lang.String");
        assertThat(codec.decodeInto(codec.encode(null), target)).isEqualTo("null");
        assertThat(bytes[0]).isEqualTo(1);
    }

    @Test
    void shouldTellWhetherAThreadMayUseTheMemory() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            DirectBuffer own = DirectBuffer.of(arena.allocate(24), ElementType.LONG);
            own.requireAccessible();
            DirectBuffer heap = DirectBuffer.of(new long[3]);
            for (Runnable use : List.<Runnable>of(
                    own::requireAccessible,
                    () -> own.copyFrom(heap),
                    () -> heap.copyFrom(own),
                    () -> own.word(0),
                    () -> own.setWord(0, 1))) {
                AtomicReference<Throwable> inOther = new AtomicReference<>();
                Thread other = Thread.ofPlatform().start(() -> {
                    try {
                        use.run();
                    } catch (WrongThreadException e) {
                        inOther.set(e);
                    }
                });
                other.join();
                assertThat(inOther.get()).hasMessageContainingAll("open to one thread only", "Arena.ofShared()");
            }
        }
        Arena arena = Arena.ofShared();
        DirectBuffer memory = DirectBuffer.of(arena.allocate(24), ElementType.LONG);
        DirectBuffer[] all = {
            memory, memory.slice(1, 1), memory.select(Layout.vector(2, 1, 2)), DirectBuffer.join(memory, memory)
        };
        for (DirectBuffer each : all) {
            each.requireAccessible();
        }
        arena.close();
        for (DirectBuffer each : all) {
            assertThatThrownBy(each::requireAccessible)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed: bytes=24; keep its arena open");
        }
        DirectBuffer.of(new boolean[2]).requireAccessible();
        DirectBuffer.of(new boolean[2]).select(Layout.vector(1, 1, 1)).requireAccessible();
    }

    @Test
    void shouldRefuseAnArrayThatIsNotAsLongAsItsBytes() {
        byte[] bytes = TestBytes.join(codec.encode(new int[] {1, 2, 3}));
        Encoded cut = Encoded.of(java.util.List.of(new Chunk(bytes, 0, bytes.length - 1)));
        int[] target = new int[3];

        assertThatThrownBy(() -> codec.decodeInto(cut, DirectBuffer.of(target)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("type=int length=3 bytes=11");
        assertThat(target).containsExactly(0, 0, 0);
    }

    @Test
    void shouldWorkWithCodecsThatKnowNoBuffers() {
        Codec plain = new Codec() {
            @Override
            public Encoded encode(Object value) {
                return codec.encode(value);
            }

            @Override
            public Object decode(Encoded encoded) {
                return codec.decode(encoded);
            }

            @Override
            public Snapshot snapshot(Object value) {
                return codec.snapshot(value);
            }
        };
        float[] target = new float[2];

        assertThat(plain.decodeInto(plain.encodeBuffer(DirectBuffer.of(new float[] {1, 2})), DirectBuffer.of(target)))
                .isNull();
        assertThat(target).containsExactly(1, 2);
        assertThat(plain.decodeInto(plain.encode(new float[3]), DirectBuffer.of(target)))
                .isEqualTo("float[3]");
    }

    @Test
    void shouldViewPartsOfArrays() {
        int[] array = {0, 1, 2, 3, 4, 5};
        DirectBuffer part = DirectBuffer.of(array, 1, 4);
        DirectBuffer slice = part.slice(1, 2);

        assertThat(slice.toArray()).isEqualTo(new int[] {2, 3});
        assertThat(slice.array()).isSameAs(array);
        assertThat(slice.arrayOffset()).isEqualTo(2);
        slice.copyFrom(DirectBuffer.of(new int[] {8, 9}));
        assertThat(array).containsExactly(0, 1, 8, 9, 4, 5);
        DirectBuffer.of(array, 1, 4).copyFrom(DirectBuffer.of(array, 0, 4)); // overlapping
        assertThat(array).containsExactly(0, 0, 1, 8, 9, 5);
        assertThat(DirectBuffer.of(array, 6, 0).length()).isZero();
    }

    @Test
    void shouldViewPartsOfBooleanArrays() {
        boolean[] array = {false, true, false, true};
        DirectBuffer part = DirectBuffer.of(array, 1, 3);
        byte[] bytes = new byte[2];
        part.getBytes(1, MemorySegment.ofArray(bytes), 0, 2);

        assertThat(bytes).containsExactly(0, 1);
        DirectBuffer outside = DirectBuffer.of(MemorySegment.ofArray(new byte[] {2, 0, 1}), ElementType.BOOLEAN);
        part.copyFrom(outside);
        assertThat(array).containsExactly(false, true, false, true);
        outside.copyFrom(DirectBuffer.of(new boolean[] {false, false, true}));
        assertThat(outside.toArray()).isEqualTo(new boolean[] {false, false, true});
    }

    @Test
    void shouldRefuseWhatLiesOutside() {
        int[] array = new int[4];
        assertThatThrownBy(() -> DirectBuffer.of(array, 2, 3))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContainingAll("offset=2 length=3", "array has length=4");
        assertThatThrownBy(() -> DirectBuffer.of(array, 2, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> DirectBuffer.of(new boolean[2], -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> DirectBuffer.of(array, 1, 2).slice(1, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContainingAll("offset=1 length=2", "buffer has length=2");
        assertThatThrownBy(() -> DirectBuffer.of(array).copyFrom(DirectBuffer.of(new float[4])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("source=float[4] target=int[4]");
    }

    @Test
    void shouldViewNioBuffersFromPositionToLimit() {
        IntBuffer heap = IntBuffer.wrap(new int[] {0, 1, 2, 3}).position(1).limit(3);
        assertThat(DirectBuffer.of(heap).toArray()).isEqualTo(new int[] {1, 2});
        assertThat(DirectBuffer.of(heap).array()).as("found in its array").isSameAs(heap.array());

        DoubleBuffer direct = ByteBuffer.allocateDirect(40)
                .order(ByteOrder.nativeOrder())
                .asDoubleBuffer()
                .position(2);
        DirectBuffer view = DirectBuffer.of(direct);
        view.copyFrom(DirectBuffer.of(new double[] {5, 6, 7}));
        assertThat(direct.get(0)).isZero();
        assertThat(direct.get(2)).isEqualTo(5);
        assertThat(direct.get(4)).isEqualTo(7);

        IntBuffer overBytes = ByteBuffer.allocate(9)
                .position(1)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
        DirectBuffer.of(overBytes).copyFrom(DirectBuffer.of(new int[] {-1, 42}));
        assertThat(overBytes.get(1)).isEqualTo(42);
        assertThat(DirectBuffer.of(ByteBuffer.allocate(3).order(FOREIGN_ORDER)).length())
                .isEqualTo(3);
    }

    @Test
    void shouldRefuseTheOtherByteOrder() {
        IntBuffer foreign = ByteBuffer.allocateDirect(8).order(FOREIGN_ORDER).asIntBuffer();
        assertThatThrownBy(() -> DirectBuffer.of(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("order=" + FOREIGN_ORDER)
                .hasMessageContaining("ByteOrder.nativeOrder()");
    }

    @Test
    void shouldTellReadOnlyMemory() {
        DirectBuffer readOnly = DirectBuffer.of(IntBuffer.wrap(new int[] {1, 2}).asReadOnlyBuffer());
        assertThat(readOnly.isReadOnly()).isTrue();
        assertThat(readOnly.array()).isNull();
        assertThat(readOnly.toArray()).isEqualTo(new int[] {1, 2});
        assertThatThrownBy(() -> readOnly.requireWritable("target"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "target must not be read-only: target=DirectBuffer[int[2] read-only]; pass memory that may be"
                                + " written");
    }

    @Test
    void shouldRefuseSegmentsThatEndInsideAnElement() {
        assertThatThrownBy(() -> DirectBuffer.of(MemorySegment.ofArray(new byte[6]), ElementType.INT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lengthBytes=6 type=int elementBytes=4");
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void shouldTellWhichMemoryTwoViewsShare(ElementType type) {
        Object array = PrimitiveArrays.make(PrimitiveArrays.TYPES.indexOf(type), 8);
        DirectBuffer whole = Objects.requireNonNull(DirectBuffer.ofArray(array));
        DirectBuffer again = Objects.requireNonNull(DirectBuffer.ofArray(array));
        DirectBuffer other = Objects.requireNonNull(
                DirectBuffer.ofArray(PrimitiveArrays.make(PrimitiveArrays.TYPES.indexOf(type), 8)));

        assertThat(whole.overlaps(again)).isTrue();
        assertThat(whole.isSameMemory(again)).isTrue();
        assertThat(whole.slice(2, 3).isSameMemory(again.slice(2, 3))).isTrue();
        assertThat(whole.slice(2, 3).isSameMemory(again.slice(3, 3))).isFalse();
        assertThat(whole.slice(2, 3).overlaps(again.slice(4, 3))).isTrue();
        assertThat(whole.slice(2, 3).overlaps(again.slice(5, 3))).isFalse();
        assertThat(whole.slice(2, 0).overlaps(again)).isFalse();
        assertThat(whole.slice(2, 0).isSameMemory(again.slice(2, 0))).isFalse();
        assertThat(whole.overlaps(other)).isFalse();
        assertThat(whole.isSameMemory(other)).isFalse();
    }

    @Test
    void shouldTellWhichMemoryViewsOfSegmentsShare() {
        byte[] bytes = new byte[16];
        DirectBuffer ofArray = DirectBuffer.of(bytes, 8, 8);
        DirectBuffer ofReadOnly = DirectBuffer.of(MemorySegment.ofArray(bytes).asReadOnly(), ElementType.BYTE);
        DirectBuffer ofUnaligned = DirectBuffer.of(MemorySegment.ofArray(bytes).asSlice(1, 8), ElementType.INT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(16);
            DirectBuffer ints = DirectBuffer.of(segment, ElementType.INT);

            assertThat(ofArray.overlaps(ofReadOnly)).isTrue();
            assertThat(ofArray.isSameMemory(ofReadOnly.slice(8, 8))).isTrue();
            assertThat(ofArray.overlaps(ofUnaligned)).isTrue();
            assertThat(ofArray.slice(1, 7).overlaps(ofUnaligned)).isFalse();
            assertThat(ints.overlaps(DirectBuffer.of(segment.asSlice(8), ElementType.LONG)))
                    .isTrue();
            assertThat(ints.slice(0, 2).overlaps(DirectBuffer.of(segment.asSlice(8), ElementType.LONG)))
                    .isFalse();
            assertThat(ints.overlaps(ofArray)).isFalse();
            assertThat(ints.overlaps(DirectBuffer.of(new boolean[4]))).isFalse();
        }
    }

    private static void assertSame(Object actual, Object expected) {
        assertThat(Arrays.deepEquals(new Object[] {actual}, new Object[] {expected}))
                .isTrue();
    }
}
