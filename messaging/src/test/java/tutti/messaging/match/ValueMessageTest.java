package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.SerializationException;
import tutti.serialization.codec.ObjectCodec;

class ValueMessageTest {
    private final ObjectCodec codec = new ObjectCodec();
    private final Payloads payloads = new Payloads(codec);
    private final List<Message> sent = new ArrayList<>();
    private final SendStream stream = new SendStream(
            1,
            0,
            0,
            1,
            (message, credit) -> sent.add(message),
            new IdleStrategy(WaitStrategy.ADAPTIVE),
            1 << 20,
            ValueMessageTest::isThere,
            () -> false);

    private static @Nullable MemberFailedException isThere() {
        return null;
    }

    private Message send(@Nullable Object value) {
        stream.sendHere(7, CallSignature.NONE, false, value, payloads);
        return sent.getLast();
    }

    static List<@Nullable Object> leaves() {
        List<@Nullable Object> values =
                new ArrayList<@Nullable Object>(List.of(1, 2L, 'c', 1.5, true, "text", Thread.State.NEW));
        values.add(null);
        return values;
    }

    @ParameterizedTest
    @MethodSource("leaves")
    void shouldHoldAValueThatNeverChangesAndHoldsNoOthers(@Nullable Object value) {
        Message message = send(value);

        assertThat(message).isInstanceOf(ValueMessage.class);
        assertThat(message.sizeBytes()).isEqualTo(codec.snapshot(value).sizeBytes());
        assertThat(message.take()).isSameAs(value);
    }

    /** A probe asks for the payload, and a receive into a buffer, before or without taking the value. */
    @ParameterizedTest
    @MethodSource("leaves")
    void shouldBecomeThePayloadThatTheValueHas(@Nullable Object value) {
        Message message = send(value);

        assertThat(message.payload().arrayShape()).isNull();
        assertThat(message.payload()).isSameAs(message.payload());
        assertThat(message.payload().take()).isSameAs(value);
        int[] target = {3};
        assertThat(message.takeInto(DirectBuffer.of(target))).isNotNull();
        assertThat(target).containsExactly(3);
        assertThat(message.take()).isSameAs(value);
    }

    @Test
    void shouldLeaveOtherValuesToPayloads() {
        int[] array = {1, 2};
        Message copied = send(array);
        array[0] = 9;
        assertThat((int[]) copied.take()).containsExactly(1, 2);
        List<Integer> immutable = List.of(1, 2);
        assertThat(send(immutable).take()).isSameAs(immutable);
        assertThat(sent).noneMatch(ValueMessage.class::isInstance);
    }

    @Test
    void shouldNotUseUpANumberIfTheValueCannotBeCaptured() {
        assertThatThrownBy(() -> send(new Object())).isInstanceOf(SerializationException.class);
        assertThat(send(1).sequence()).isZero();
    }
}
