package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.serialization.DirectBuffer;

/** What is returned instead of a message, when messages arrive at that very moment. */
class InboxTest {
    private static final long WINDOW_BYTES = 1 << 20;
    private static final Label EXPECTED = new Label(1, 0, 5);
    private static final Label OTHER = new Label(2, 0, 5);
    private static final Vigil VIGIL = () -> "a message";

    private final Inbox inbox =
            new Inbox(new Patience(WaitStrategy.PARK), WINDOW_BYTES, () -> null, () -> null, () -> null);

    @Test
    void shouldTakeAMessageOfItsOwnThatIsFoundInConflict() {
        Message conflicting = message(0, OTHER);

        Received first = inbox.take(onceArrived(conflicting, conflicting), receipt -> {}, VIGIL);
        assertThat(first.label()).isEqualTo(OTHER);
        assertThat(inbox.isIdle()).isTrue();
    }

    @Test
    void shouldTakeAMessageOfItsOwnThatIsFoundInConflictAndLeaveTheBufferAlone() {
        Message conflicting = message(0, OTHER);
        int[] target = {0};

        Received first = takeInto(target, onceArrived(conflicting, conflicting));
        assertThat(first).isNotNull();
        assertThat(first.label()).isEqualTo(OTHER);
        assertThat(inbox.isIdle()).isTrue();
        assertThat(target).containsExactly(0);
    }

    @Test
    void shouldPreferItsOwnMessageToAnotherInConflict() {
        Message elsewhere = message(0, OTHER);

        Received first = inbox.take(onceArrived(message(0, EXPECTED), elsewhere), receipt -> {}, VIGIL);
        assertThat(first.label()).isEqualTo(EXPECTED);
        assertThat(inbox.isIdle()).isTrue();
    }

    @Test
    void shouldReturnAConflictThatLiesElsewhere() {
        Message elsewhere = message(0, OTHER);

        assertThat(inbox.take(() -> elsewhere, receipt -> {}, VIGIL).label()).isEqualTo(OTHER);
        inbox.deliver(message(0, EXPECTED));
        assertThat(inbox.take(() -> elsewhere, receipt -> {}, VIGIL).label()).isEqualTo(EXPECTED);
    }

    /** So that its sender goes on before all of it has come. */
    @Test
    void shouldMakeRoomForAMessageAsSoonAsItHasAPlace() {
        int[] target = new int[1 << 18];
        Background<Object> receiving =
                Background.start("receiving", () -> String.valueOf(takeInto(target, () -> null)));
        await().until(receiving::isParked);
        List<Signal> receipts = new ArrayList<>();
        byte[] message = new byte[1 + 4 * target.length];
        message[0] = 1;
        MemorySegment memory = MemorySegment.ofArray(message);
        PostedReceive buffer = inbox.claim(
                new Frame.Key(5, 0, 1, 8, 0), EXPECTED, true, message.length, memory, 0, 1000, receipts::add);

        assertThat(receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.sequence()).as("messages taken").isZero();
            assertThat(receipt.weightBytes()).isEqualTo(Message.weightBytes(message.length));
        });
        assertThat(receiving.isDone()).isFalse();
        buffer.append(0, memory, 0, message.length);
        assertThat(receiving.get()).isEqualTo("null");
    }

    /** The conflict is found, and in the same moment a message arrives. */
    private Supplier<@Nullable Message> onceArrived(Message arriving, Message found) {
        return () -> {
            inbox.deliver(arriving);
            return found;
        };
    }

    private @Nullable Received takeInto(int[] target, Supplier<@Nullable Message> instead) {
        DirectBuffer buffer = DirectBuffer.of(target);
        return inbox.takeInto(buffer, new byte[] {1}, EXPECTED, instead, receipt -> {}, VIGIL);
    }

    private static Message message(long sequence, Label label) {
        return new Message(5, 0, 1, 8, sequence, label, false, Payload.bundle(List.of()));
    }
}
