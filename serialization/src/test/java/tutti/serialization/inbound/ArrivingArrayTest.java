package tutti.serialization.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.ArrayShape;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TestBytes;
import tutti.serialization.TuttiException;
import tutti.serialization.codec.ObjectCodec;

class ArrivingArrayTest {
    private static final int LENGTH = 200_000;
    private static final int PREFIX_BYTES = 9;

    private final Codec codec = new ObjectCodec();

    private static Object array(ElementType type, int length) {
        DirectBuffer buffer = DirectBuffer.allocate(type, length);
        byte[] bytes = TestBytes.of((int) buffer.lengthBytes());
        for (int i = 0; type == ElementType.BOOLEAN && i < bytes.length; i++) {
            bytes[i] &= 1;
        }
        buffer.putBytes(0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return Objects.requireNonNull(buffer.array());
    }

    private byte[] encoding(Object array) {
        return TestBytes.join(codec.encode(array));
    }

    private @Nullable ArrivingArray arriving(byte[] encoding) {
        DirectBuffer elements = codec.newArrayFor(encoding.length, MemorySegment.ofArray(encoding));
        return elements == null
                ? null
                : new ArrivingArray(
                        elements, Objects.requireNonNull(codec.bufferPrefix(elements)), new LockedWaiters());
    }

    private ArrivingArray started(byte[] encoding) {
        return Objects.requireNonNull(arriving(encoding));
    }

    private static void appendInPieces(ArrivingArray arriving, byte[] encoding, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int at = 0;
        while (at < encoding.length) {
            int length = Math.min(encoding.length - at, 1 + random.nextInt(random.nextInt(1, 100_000)));
            assertThat(arriving.append(MemorySegment.ofArray(encoding), at, length))
                    .isEqualTo(at + length == encoding.length);
            at += length;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheArrayThatWasEncoded(ElementType type) {
        Object array = array(type, LENGTH);
        byte[] encoding = encoding(array);
        ArrivingArray arriving = started(encoding);
        appendInPieces(arriving, encoding, type.ordinal());

        assertThat(arriving.lengthBytes()).isEqualTo(encoding.length);
        assertThat(arriving.shape()).isEqualTo(new ArrayShape(type, LENGTH));
        assertThat(codec.arrayShape(arriving)).isEqualTo(new ArrayShape(type, LENGTH));
        assertThat(TestBytes.join(arriving)).isEqualTo(encoding);
        DirectBuffer target = DirectBuffer.allocate(type, LENGTH);
        assertThat(codec.decodeInto(arriving, target)).isNull();
        assertThat(target.array()).isEqualTo(array);
        assertThat(codec.decode(arriving)).isEqualTo(array);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32_767, 32_768, 65_535})
    void shouldHaveTheChunksOfItsEncoding(int length) {
        byte[] encoding = encoding(array(ElementType.DOUBLE, length));
        ArrivingArray arriving = started(encoding);
        List<Integer> told = new ArrayList<>();
        arriving.onArrival(0, () -> told.add(0));
        arriving.onArrival(1, () -> told.add(1));
        appendInPieces(arriving, encoding, length);

        assertThat(TestBytes.join(arriving)).isEqualTo(encoding);
        assertThat(told).startsWith(0);
        assertThat(told.contains(1)).isEqualTo(encoding.length > 256 * 1024);
    }

    @Test
    void shouldGiveTheArrayItselfToOneTakerAndCopiesToOthers() {
        byte[] encoding = encoding(new int[] {1, 2, 3});
        ArrivingArray arriving = started(encoding);
        appendInPieces(arriving, encoding, 1);

        Object first = arriving.take();
        Object second = arriving.take();

        assertThat(first).isEqualTo(new int[] {1, 2, 3}).isNotSameAs(second);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldGiveCopiesIfItIsShared() {
        byte[] encoding = encoding(new int[] {1, 2, 3});
        ArrivingArray arriving = started(encoding);
        appendInPieces(arriving, encoding, 1);
        arriving.share();

        ((int[]) arriving.take())[0] = 7;

        assertThat(arriving.take()).isEqualTo(new int[] {1, 2, 3});
    }

    @Test
    void shouldLetTakersWaitForTheRest() throws Exception {
        Object array = array(ElementType.LONG, LENGTH);
        byte[] encoding = encoding(array);
        ArrivingArray arriving = started(encoding);
        DirectBuffer target = DirectBuffer.allocate(ElementType.LONG, LENGTH);
        List<Waiter<?>> waiting = List.of(
                Waiter.start(() -> codec.decode(arriving)), Waiter.start(() -> codec.decodeInto(arriving, target)));
        waiting.forEach(Waiter::awaitParked);
        appendInPieces(arriving, encoding, 3);

        assertThat(waiting.getFirst().get()).isEqualTo(array);
        assertThat(waiting.getLast().get()).isNull();
        assertThat(target.array()).isEqualTo(array);
    }

    @Test
    void shouldFailTakersIfTheRestWillNotCome() throws Exception {
        byte[] encoding = encoding(new long[LENGTH]);
        ArrivingArray arriving = started(encoding);
        arriving.append(MemorySegment.ofArray(encoding), 0, encoding.length - 1);
        Waiter<?> waiting = Waiter.start(arriving::take);
        waiting.awaitParked();
        arriving.fail(() -> new TuttiException("cut off"));

        assertThatThrownBy(waiting::get).hasRootCauseMessage("cut off");
        assertThatThrownBy(arriving::take).hasMessage("cut off");
    }

    @Test
    void shouldNotOverwriteABufferOfAnotherShape() {
        byte[] encoding = encoding(new int[] {1, 2, 3});
        ArrivingArray arriving = started(encoding);
        int[] four = new int[4];

        assertThat(codec.decodeInto(arriving, DirectBuffer.of(four))).isEqualTo("int[3]");
        assertThat(codec.decodeInto(arriving, DirectBuffer.of(new float[3]))).isEqualTo("int[3]");
        assertThat(four).containsOnly(0);
    }

    @Test
    void shouldRefuseMoreBytesThanWereAnnounced() {
        byte[] encoding = encoding(new int[100]);
        ArrivingArray arriving = started(encoding);
        arriving.append(MemorySegment.ofArray(encoding), 0, encoding.length - 1);

        assertThatThrownBy(() -> arriving.append(MemorySegment.ofArray(encoding), 0, 2))
                .isInstanceOf(TuttiException.class)
                .hasMessageStartingWith("too many bytes");
    }

    @ParameterizedTest
    @CsvSource({"'0,9', 0", "'0,99', 0", "'1,7', 0", "'8,1', 0", "'0,0', 0"})
    void shouldLeaveOtherBytesToDecoding(String change, int moreBytes) {
        byte[] encoding = encoding(new int[100]);
        String[] parts = change.split(",", -1);
        encoding[Integer.parseInt(parts[0])] = Byte.parseByte(parts[1]);

        assertThat(codec.newArrayFor(encoding.length + moreBytes, MemorySegment.ofArray(encoding)))
                .isNull();
        assertThat(codec.newArrayFor(
                        encoding.length, MemorySegment.ofArray(encoding).asSlice(0, PREFIX_BYTES - 1)))
                .isNull();
    }
}
