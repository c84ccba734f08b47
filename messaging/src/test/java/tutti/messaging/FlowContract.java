package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.runtime.Endpoint;

/** What is sent and not taken is bounded, pair by pair. */
public abstract class FlowContract extends TransportContract {
    private static final int VALUE_BYTES = 64 * 1024;
    private static final long WINDOW = 1 << 20;

    /** How many messages go before the window is full: the last one may exceed it. */
    private static final int IN_WINDOW = (int) Math.ceilDiv(WINDOW, weightBytes());

    @Test
    void shouldBoundWhatIsUnderWayAndDeliverItAll() {
        int messages = 10_000;
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        AtomicInteger sent = new AtomicInteger();
        Background<Object> sender = sendMany(members.get(0), 1, messages, sent);
        awaitFull(sender, sent);

        for (int i = 0; i < messages; i++) {
            byte[] value = (byte[]) receive(members.get(1), 0);
            assertThat(value).hasSize(VALUE_BYTES);
            assertThat(number(value)).isEqualTo(i);
            assertThat(sent.get() - (i + 1)).as("under way").isLessThanOrEqualTo(IN_WINDOW);
        }
        assertThat(sender.get()).isEqualTo(messages);
    }

    @Test
    void shouldNotLetASlowReceiverStopAnotherPair() {
        List<Endpoint> members = open(4, job -> job.withWindowBytes(WINDOW));
        AtomicInteger sent = new AtomicInteger();
        Background<Object> blocked = sendMany(members.get(0), 2, 1000, sent);
        awaitFull(blocked, sent);

        int messages = 200; // many windows
        Together.members(List.of(members.get(0), members.get(1), members.get(3)), member -> {
            for (int i = 0; i < messages; i++) {
                if (member.rank() == 3) {
                    assertThat(number((byte[]) receive(member, 0))).isEqualTo(i);
                    assertThat(number((byte[]) receive(member, 1))).isEqualTo(i);
                } else {
                    send(member, 3, value(i));
                }
            }
            return null;
        });
        assertThat(blocked.isDone()).isFalse();
        assertThat(sent).hasValue(IN_WINDOW);

        for (int i = 0; i < 1000; i++) {
            assertThat(number((byte[]) receive(members.get(2), 0))).isEqualTo(i);
        }
        blocked.get();
    }

    @Test
    void shouldNotLetAFullStreamStopAnotherOfTheSamePair() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        AtomicInteger sent = new AtomicInteger();
        Background<Object> blocked = sendMany(members.get(0), 1, IN_WINDOW + 1, sent);
        awaitFull(blocked, sent);
        send(members.get(0), 1, TAG + 1, "passes by");

        assertThat(receive(members.get(1), 0, TAG + 1)).isEqualTo("passes by");
        receive(members.get(1), 0);
        for (int i = 0; i < IN_WINDOW; i++) {
            receive(members.get(1), 0);
        }
        blocked.get();
    }

    @Test
    void shouldSendAMessageThatIsLargerThanTheWindow() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(1));
        Together.members(members, member -> {
            for (int i = 0; i < 5; i++) {
                if (member.rank() == 0) {
                    send(member, 1, new byte[3_000_000]);
                } else {
                    assertThat((byte[]) receive(member, 0)).hasSize(3_000_000);
                }
            }
            return null;
        });
    }

    @Test
    void shouldCountTinyMessagesToo() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(100_000));
        AtomicInteger sent = new AtomicInteger();
        Background<Object> sender = Background.start("sender", () -> {
            for (int i = 0; i < 5000; i++) {
                send(members.get(0), 1, null);
                sent.incrementAndGet();
            }
            return sent.get();
        });
        await().until(() -> sender.isParked() && sent.get() > 100);
        assertThat(sent.get()).isLessThan(1000);

        for (int i = 0; i < 5000; i++) {
            receive(members.get(1), 0);
        }
        assertThat(sender.get()).isEqualTo(5000);
    }

    @Test
    void shouldLetBothMembersFillTheirWindowsAtTheSameTime() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Together.members(members, member -> {
            int peer = 1 - member.rank();
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < IN_WINDOW; i++) {
                    send(member, peer, value(i));
                }
                for (int i = 0; i < IN_WINDOW; i++) {
                    assertThat(number((byte[]) receive(member, peer))).isEqualTo(i);
                }
            }
            return null;
        });
    }

    private static Background<Object> sendMany(Endpoint from, int destination, int messages, AtomicInteger sent) {
        return Background.start("sender", () -> {
            for (int i = 0; i < messages; i++) {
                send(from, destination, value(i));
                sent.incrementAndGet();
            }
            return sent.get();
        });
    }

    private static void awaitFull(Background<Object> sender, AtomicInteger sent) {
        await().until(() -> sent.get() >= IN_WINDOW && sender.isParked());
        assertThat(sent).hasValue(IN_WINDOW);
    }

    private static byte[] value(int number) {
        byte[] value = new byte[VALUE_BYTES];
        value[0] = (byte) number;
        value[VALUE_BYTES - 1] = (byte) (number >> 8);
        return value;
    }

    private static int number(byte[] value) {
        return (value[0] & 0xff) | (value[VALUE_BYTES - 1] & 0xff) << 8;
    }

    /** About what one message takes up of the window; a transport may add a few bytes. */
    private static long weightBytes() {
        return VALUE_BYTES + 256;
    }
}
