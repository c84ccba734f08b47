package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Buffers arrive in the receiver's memory, or not at all. */
public abstract class BufferContract extends TransportContract {

    static Stream<Object> arrays() {
        return Stream.of(
                new boolean[] {true, false, true},
                new byte[] {1, -2, 3},
                new char[] {'a', '\uffff'},
                new short[] {1, -2},
                new int[0],
                IntStream.range(0, 1 << 20).toArray(), // 4 MiB
                new long[] {Long.MIN_VALUE, 2},
                new float[] {1.5f, Float.NaN},
                new double[] {-0.0, 2.5, Double.POSITIVE_INFINITY});
    }

    private static void send(Endpoint from, int destination, DirectBuffer data) {
        from.send(destination, TAG, CallSignature.NONE, data);
    }

    private static DirectBuffer view(Object array) {
        return Objects.requireNonNull(DirectBuffer.ofArray(array));
    }

    private static Object emptyLike(Object array) {
        return java.lang.reflect.Array.newInstance(
                array.getClass().getComponentType(), java.lang.reflect.Array.getLength(array));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldDeliverBuffersAndArraysAlike(Object array) {
        Pair members = new Pair(open(2));
        send(members.sender, 1, view(array));
        send(members.sender, 1, view(array));
        send(members.sender, 1, array);
        Object target = emptyLike(array);
        members.receiver.messages().receive(0, TAG, Endpoint.ANY, view(target));

        assertSame(target, array);
        assertSame(receive(members.receiver, 0), array);
        Object second = emptyLike(array);
        members.receiver.messages().receive(0, TAG, Endpoint.ANY, view(second));
        assertSame(second, array);
    }

    @Test
    void shouldDeliverBetweenMemoryOfAllKinds() {
        Pair members = new Pair(open(2));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(8 * 100_001).asSlice(8);
            double[] values =
                    IntStream.range(0, 100_000).mapToDouble(i -> i / 3.0).toArray();
            send(members.sender, 1, DirectBuffer.of(values));
            members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(segment, ElementType.DOUBLE));
            double[] back = new double[100_002];
            members.receiver.send(0, TAG, CallSignature.NONE, DirectBuffer.of(segment, ElementType.DOUBLE));
            members.sender.messages().receive(1, TAG, Endpoint.ANY, DirectBuffer.of(back, 1, 100_000));

            assertThat(back[0]).isZero();
            assertThat(Arrays.copyOfRange(back, 1, 100_001)).isEqualTo(values);
            assertThat(back[100_001]).isZero();
        }
    }

    @Test
    void shouldCaptureABufferBeforeTheCallReturns() {
        Pair members = new Pair(open(2));
        int[] array = new int[1 << 18];
        for (int i = 0; i < 4; i++) {
            Arrays.fill(array, i);
            send(members.sender, 1, DirectBuffer.of(array));
        }
        Arrays.fill(array, -1);
        int[] target = new int[1 << 18];
        for (int i = 0; i < 4; i++) {
            members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
            int expected = i;
            assertThat(Arrays.stream(target).allMatch(element -> element == expected))
                    .isTrue();
        }
    }

    /** The receiver waits, and may help; what the sender writes afterwards must not arrive. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveALargeBufferBackWhenTheCallReturns(boolean isConfined) {
        Pair members = new Pair(open(2));
        int[] lengths = {1 << 16, (1 << 16) + 3, (1 << 20) - 1};
        Background<Object> sending = Background.start("sender", () -> {
            try (Arena arena = Arena.ofConfined()) {
                for (int round = 0; round < 60; round++) {
                    int length = lengths[round % lengths.length];
                    MemorySegment memory =
                            isConfined ? arena.allocate(length) : MemorySegment.ofArray(new byte[length]);
                    members.sender.messages().receive(1, TAG, Endpoint.ANY, DirectBuffer.of(new byte[1]));
                    memory.fill((byte) round);
                    send(members.sender, 1, DirectBuffer.of(memory, ElementType.BYTE));
                    memory.fill((byte) -1);
                }
            }
            return "sent";
        });
        for (int round = 0; round < 60; round++) {
            byte[] target = new byte[lengths[round % lengths.length]];
            members.receiver.send(0, TAG, CallSignature.NONE, DirectBuffer.of(new byte[1]));
            members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
            byte[] expected = new byte[target.length];
            Arrays.fill(expected, (byte) round);
            assertThat(Arrays.mismatch(target, expected)).isEqualTo(-1);
        }
        assertThat(sending.get()).isEqualTo("sent");
    }

    @Test
    void shouldOverwriteNothingWhenTypeOrLengthDiffer() {
        Pair members = new Pair(open(2));
        double[] target = {1, 2, 3, 4};
        send(members.sender, 1, DirectBuffer.of(new int[8]));
        send(members.sender, 1, DirectBuffer.of(new double[3]));
        send(members.sender, 1, "text");
        send(members.sender, 1, (Object) null);
        send(members.sender, 1, DirectBuffer.of(new double[] {5, 6, 7, 8}));

        for (String sent : new String[] {"int[8]", "double[3]", "java.lang.String", "null"}) {
            assertThatThrownBy(() -> members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target)))
                    .isInstanceOf(BufferMismatchException.class)
                    .hasMessageContaining("sent=" + sent + " by " + members.receiver.describe(0))
                    .hasMessageContaining("expected=double[4] at " + members.receiver.describe(1))
                    .hasMessageEndingWith("let both use the same element type and length");
            assertThat(target).containsExactly(1, 2, 3, 4);
        }
        members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
        assertThat(target).containsExactly(5, 6, 7, 8);
    }

    @Test
    void shouldConsumeNothingForReadOnlyMemory() {
        Pair members = new Pair(open(2));
        send(members.sender, 1, DirectBuffer.of(new int[] {1}));
        DirectBuffer readOnly =
                DirectBuffer.of(MemorySegment.ofArray(new int[1]).asReadOnly(), ElementType.INT);

        assertThatThrownBy(() -> members.receiver.messages().receive(0, TAG, Endpoint.ANY, readOnly))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
        send(members.receiver, 0, readOnly);
        int[] target = new int[1];
        members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
        assertThat(target).containsExactly(1);
        members.sender.messages().receive(1, TAG, Endpoint.ANY, DirectBuffer.of(target));
        assertThat(target).containsExactly(0);
    }

    @Test
    void shouldReturnFromAwaitTakenOnlyWhenTheBufferHasBeenTaken() {
        Pair members = new Pair(open(2));
        Background<Object> sending = startWaiting(() -> {
            members.sender.messages().sendAndAwaitTaken(1, TAG, 0, DirectBuffer.of(new int[] {3}));
            return "taken";
        });
        assertThat(sending.isDone()).isFalse();
        int[] target = new int[1];
        members.receiver.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));

        assertThat(sending.get()).isEqualTo("taken");
        assertThat(target).containsExactly(3);
    }

    @Test
    void shouldReturnAMessageWithAnotherLabelUntouched() {
        Pair members = new Pair(open(2));
        CallSignature here = new CallSignature(1, 0, 5);
        CallSignature there = new CallSignature(2, 0, 5);
        members.sender.send(1, TAG, there, DirectBuffer.of(new int[] {7}));
        members.sender.send(1, TAG, here, DirectBuffer.of(new int[] {8}));
        int[] target = {0};

        Message other = members.receiver.receive(0, TAG, here, DirectBuffer.of(target));
        assertThat(target).containsExactly(0);
        assertThat(other).isNotNull();
        assertThat(other.label()).isEqualTo(there);
        assertThat((int[]) other.payload().take()).containsExactly(7);
        assertThat(members.receiver.receive(0, TAG, here, DirectBuffer.of(target)))
                .isNull();
        assertThat(target).containsExactly(8);
    }

    private static void assertSame(Object actual, Object expected) {
        assertThat(Arrays.deepEquals(new Object[] {actual}, new Object[] {expected}))
                .isTrue();
    }

    /** Two members, called by what they do. */
    private record Pair(Endpoint sender, Endpoint receiver) {
        Pair(List<Endpoint> members) {
            this(members.get(0), members.get(1));
        }
    }
}
