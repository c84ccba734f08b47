package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.Member;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/** Messages for which the window has no room stay with their sender until they are received, and hold up no one. */
public abstract class LargeMessageContract extends TransportContract {
    private static final long WINDOW = 1 << 20;
    private static final int BYTES = 8 << 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 1000, WINDOW, 3_000_000, 100_000_000})
    void shouldDeliverWhatAllSendToAllBeforeAnybodyReceives(long windowBytes) {
        int[] lengths = {3_000_000, 1, 2_999_000, 500_000};
        List<Endpoint> members = open(4, job -> job.withWindowBytes(windowBytes));
        Together.members(members, member -> {
            for (int peer = 0; peer < 4; peer++) {
                sendOne(member, peer, value(lengths[peer], 10 * member.rank() + peer));
            }
            send(member, (member.rank() + 1) % 4, TAG + 1, "all sent");
            assertThat(receive(member, (member.rank() + 3) % 4, TAG + 1)).isEqualTo("all sent");
            for (int peer = 3; peer >= 0; peer--) {
                receiveOne(member, peer, value(lengths[member.rank()], 10 * peer + member.rank()));
            }
            return null;
        });
    }

    private static void sendOne(Endpoint from, int destination, byte[] value) {
        if ((from.rank() + destination) % 2 == 0) {
            send(from, destination, value);
        } else {
            from.send(destination, TAG, CallSignature.NONE, DirectBuffer.of(value));
            Arrays.fill(value, (byte) -1); // the caller's again
        }
    }

    private static void receiveOne(Endpoint at, int source, byte[] expected) {
        if (at.rank() % 2 == 0) {
            assertThat((byte[]) receive(at, source)).isEqualTo(expected);
        } else {
            byte[] target = new byte[expected.length];
            at.messages().receive(source, TAG, Endpoint.ANY, DirectBuffer.of(target));
            assertThat(target).isEqualTo(expected);
        }
    }

    @Test
    void shouldFillABufferThatWaitsForIt() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        byte[] target = new byte[BYTES];
        for (int round = 0; round < 4; round++) {
            Background<Object> receiving = startWaiting(() -> {
                members.get(1).messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
                return null;
            });
            byte[] value = value(BYTES, round);
            if (round % 2 == 0) {
                send(members.get(0), 1, value);
            } else {
                members.get(0).send(1, TAG, CallSignature.NONE, DirectBuffer.of(value));
            }
            receiving.get();
            assertThat(target).isEqualTo(value(BYTES, round));
        }
    }

    @Test
    void shouldHoldUpNobody() {
        List<Endpoint> members = open(4, job -> job.withWindowBytes(WINDOW));
        send(members.get(0), 2, value(BYTES, 1));
        for (int i = 0; i < 100; i++) {
            send(members.get(0), 3, i);
            send(members.get(1), 2, value(100_000, i));
            send(members.get(0), 2, TAG + 1, i);
            send(members.get(2), 0, i);
            assertThat(receive(members.get(3), 0)).isEqualTo(i);
            assertThat((byte[]) receive(members.get(2), 1)).isEqualTo(value(100_000, i));
            assertThat(receive(members.get(2), 0, TAG + 1)).isEqualTo(i);
            assertThat(receive(members.get(0), 2)).isEqualTo(i);
        }
        assertThat((byte[]) receive(members.get(2), 0)).isEqualTo(value(BYTES, 1));
    }

    @Test
    void shouldLetASynchronousSenderOfABufferWait() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Background<Object> sending = startWaiting(() -> {
            members.get(0).messages().sendAndAwaitTaken(1, TAG, 0, DirectBuffer.of(value(BYTES, 5)));
            return "taken";
        });

        assertThat((byte[]) receive(members.get(1), 0)).isEqualTo(value(BYTES, 5));
        assertThat(sending.get()).isEqualTo("taken");
    }

    @Test
    void shouldDeliverWhatASenderHasNotWaitedFor() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Endpoint hasty = members.get(0).within(Duration.ofMillis(50));
        DirectBuffer buffer = DirectBuffer.of(value(BYTES, 5));
        assertThatThrownBy(() -> hasty.messages().sendAndAwaitTaken(1, TAG, 0, buffer))
                .isInstanceOf(DeadlineExceededException.class);
        Background<Object> sending = startWaiting(() -> {
            members.get(0).messages().sendAndAwaitTaken(1, TAG + 1, 0, DirectBuffer.of(value(BYTES, 6)));
            return null;
        });
        sending.interrupt();
        assertThat(sending.outcome().failure()).isNotNull();

        assertThat((byte[]) receive(members.get(1), 0)).isEqualTo(value(BYTES, 5));
        assertThat((byte[]) receive(members.get(1), 0, TAG + 1)).isEqualTo(value(BYTES, 6));
    }

    @Test
    void shouldDeliverWhatLeaversHaveSentAndPassedOn() {
        List<Endpoint> members = open(3, job -> job.withWindowBytes(WINDOW));
        send(members.get(0), 1, value(BYTES, 5));
        members.get(0).leave();
        Message received = members.get(1).receive(0, TAG);
        members.get(1).send(2, TAG, CallSignature.NONE, received.payload());
        members.get(1).leave();

        assertThat((byte[]) receive(members.get(2), 1)).isEqualTo(value(BYTES, 5));
    }

    @Test
    void shouldHoldNothingBackForALeaver() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        send(members.get(0), 1, value(BYTES, 5));
        members.get(0).send(1, TAG + 1, CallSignature.NONE, DirectBuffer.of(value(BYTES, 6)));
        Background<Object> sending = startWaiting(() -> {
            members.get(0).messages().sendAndAwaitTaken(1, TAG + 2, 0, DirectBuffer.of(value(BYTES, 7)));
            return null;
        });
        members.get(1).leave();

        await().until(() -> !members.get(0).member().holdsBack());
        assertThat(sending.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("rank=1");
        assertThat(close()).as("nothing is handed over").isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void shouldHoldNothingBackInABrokenGroup() {
        List<Endpoint> members = open(3, job -> job.withWindowBytes(WINDOW));
        send(members.get(0), 1, value(BYTES, 5));
        send(members.get(1), 0, value(BYTES, 6));
        Background<Object> sending = startWaiting(() -> {
            members.get(0).messages().sendAndAwaitTaken(1, TAG + 2, 0, DirectBuffer.of(value(BYTES, 7)));
            return null;
        });
        members.get(2).fail(new IllegalStateException("out of luck"));

        await().until(() -> members.stream().map(Endpoint::member).noneMatch(Member::holdsBack));
        assertThat(sending.outcome().failure()).hasMessageContaining("out of luck");
        assertThatThrownBy(() -> receive(members.get(1), 0)).hasMessageContaining("out of luck");
        assertThat(close()).as("nothing is handed over").isLessThan(Duration.ofSeconds(4));
    }

    private static byte[] value(int length, int seed) {
        byte[] value = new byte[length];
        for (int i = 0; i < length; i++) {
            value[i] = (byte) (i * 31 + (i >> 16) + seed);
        }
        return value;
    }
}
