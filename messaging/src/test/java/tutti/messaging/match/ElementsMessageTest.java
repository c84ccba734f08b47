package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.ArrayShape;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;
import tutti.serialization.codec.ObjectCodec;
import tutti.serialization.memory.ElementMemory;

class ElementsMessageTest {
    private static final int GAP = 3;

    private final Payloads payloads = new Payloads(new ObjectCodec());

    private ElementsMessage of(DirectBuffer data) {
        return new ElementsMessage(new Envelope(1, 0, 0, 1, 7, 0, CallSignature.NONE, false), data, payloads);
    }

    /** Every type but boolean, with each number of elements that fits, from one on. */
    static Stream<Object> arrays() {
        return Stream.of(ElementType.values())
                .filter(type -> type != ElementType.BOOLEAN)
                .flatMap(type -> IntStream.rangeClosed(1, ElementsMessage.MOST_BYTES / type.elementBytes())
                        .mapToObj(length -> filled(type, length)));
    }

    private static Object filled(ElementType type, int length) {
        Object array = type.newArray(length);
        MemorySegment bytes = ElementMemory.ofArray(array);
        for (long i = 0; i < bytes.byteSize(); i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (200 + i)); // with the sign bit set
        }
        return array;
    }

    private static DirectBuffer whole(Object array) {
        return Objects.requireNonNull(DirectBuffer.ofArray(array));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldHoldTheElements(Object array) {
        DirectBuffer data = whole(array);
        int length = Array.getLength(array);
        DirectBuffer padded = DirectBuffer.allocate(data.type(), length + 2 * GAP);
        padded.slice(GAP, length).copyFrom(data);

        ElementsMessage message = of(padded.slice(GAP, length));
        DirectBuffer target = DirectBuffer.allocate(data.type(), length + 2 * GAP);

        assertThat(message.sizeBytes()).isEqualTo(data.lengthBytes());
        assertThat(message.takeInto(target.slice(GAP, length))).isNull();
        assertThat(target.array()).isEqualTo(padded.array()); // and nothing beside is written
        assertThat(message.payload().arrayShape()).isEqualTo(new ArrayShape(data.type(), length));
        assertThat(message.payload().take()).isEqualTo(array);
    }

    @Test
    void shouldKeepTheElementsOfTheMomentOfSending() {
        int[] sent = {1, 2};
        ElementsMessage message = of(DirectBuffer.of(sent));
        sent[0] = 9;
        int[] received = new int[2];

        assertThat(message.takeInto(DirectBuffer.of(received))).isNull();
        assertThat(received).containsExactly(1, 2);
    }

    @Test
    void shouldLeaveABufferUnchangedThatDoesNotFit() {
        ElementsMessage message = of(DirectBuffer.of(new int[] {1, 2}));
        int[] longer = new int[3];
        float[] other = new float[2];

        assertThat(message.takeInto(DirectBuffer.of(longer))).isEqualTo("int[2]");
        assertThat(of(DirectBuffer.of(new int[] {1, 2})).takeInto(DirectBuffer.of(other)))
                .isEqualTo("int[2]");
        assertThat(longer).containsOnly(0);
        assertThat(other).containsOnly(0);
    }

    @Test
    void shouldFillSelectedElements() {
        int[] matrix = new int[4];
        DirectBuffer column = DirectBuffer.of(matrix).select(Layout.vector(2, 1, 2));

        assertThat(of(DirectBuffer.of(new int[] {5, 6})).takeInto(column)).isNull();
        assertThat(matrix).containsExactly(5, 0, 6, 0);
    }

    @Test
    void shouldHoldOnlyWhatLiesTogetherAndIsSmall() {
        assertThat(ElementsMessage.canHold(DirectBuffer.of(new long[4]))).isTrue();
        assertThat(ElementsMessage.canHold(DirectBuffer.of(new byte[33]))).isFalse();
        assertThat(ElementsMessage.canHold(DirectBuffer.of(new boolean[1]))).isFalse();
        assertThat(ElementsMessage.canHold(DirectBuffer.of(MemorySegment.ofArray(new byte[1]), ElementType.BOOLEAN)))
                .isFalse();
        assertThat(ElementsMessage.canHold(DirectBuffer.of(new int[4]).select(Layout.vector(2, 1, 2))))
                .isFalse();
    }

    @Test
    void shouldNotUseUpANumberIfTheMemoryIsClosed() {
        List<Message> sent = new ArrayList<>();
        SendStream stream = new SendStream(
                1,
                0,
                0,
                1,
                (message, credit) -> sent.add(message),
                new IdleStrategy(WaitStrategy.ADAPTIVE),
                1 << 20,
                ElementsMessageTest::isThere,
                () -> false);
        Arena arena = Arena.ofConfined();
        DirectBuffer closed = DirectBuffer.of(arena.allocate(8, 8), ElementType.LONG);
        arena.close();

        assertThatThrownBy(() -> stream.send(0, CallSignature.NONE, false, closed, payloads))
                .isInstanceOf(IllegalStateException.class);
        assertThat(stream.send(0, CallSignature.NONE, false, DirectBuffer.of(new long[1]), payloads))
                .isZero();
        assertThat(sent).hasSize(1);
    }

    private static @Nullable MemberFailedException isThere() {
        return null;
    }
}
