package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.messaging.LoadClock.await;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.SendRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.Member;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.OperationInterruptedException;

/** Messages for which the window has no room stay with their sender until they are received, and hold up no one. */
public abstract class LargeMessageContract extends TransportContract {
    private static final long WINDOW = 1 << 20;
    private static final int BYTES = 8 << 20;

    @ParameterizedTest
    @ValueSource(longs = {1, WINDOW, 100_000_000})
    @NightlySource({"1000", "3000000"})
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

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachReceiverAnArrayOfItsOwn(ElementType type) {
        List<Endpoint> members = open(2);
        DirectBuffer sent = DirectBuffer.allocate(type, 200_000);
        sent.putBytes(sent.lengthBytes() - 1, MemorySegment.ofArray(new byte[] {1}), 0, 1);
        Object array = Objects.requireNonNull(sent.array());
        Object received = null;
        for (int round = 0; round < 3; round++) {
            Background<Object> receiving = startWaiting(() -> receive(members.get(1), 0));
            send(members.get(0), 1, array);
            send(members.get(0), 1, array);
            received = receiving.get();
            Object next = receive(members.get(1), 0);

            assertThat(received).isEqualTo(array).isNotSameAs(array);
            assertThat(next).isEqualTo(array).isNotSameAs(received);
            DirectBuffer own = Objects.requireNonNull(DirectBuffer.ofArray(received));
            own.putBytes(0, MemorySegment.ofArray(new byte[] {1}), 0, 1);
            assertThat(next).isEqualTo(array).isNotEqualTo(received);
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

    /** Their envelopes are matched, so that a message is received before those that fill the window. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 200_000, 3 << 20})
    void shouldReceiveAMessageBeforeThoseThatFillTheWindow(int length) {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Endpoint sender = members.get(0);
        Endpoint receiver = members.get(1);
        byte[] early = new byte[length];
        ReceiveRequest posted = receiver.messages().startReceive(0, TAG, 3, DirectBuffer.of(early));
        List<SendRequest> sends = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sends.add(startSend(sender, 1, value(100_000, i), i % 2 == 0));
        }
        for (int tag = 2; tag <= 5; tag++) {
            sends.add(startSend(sender, tag, value(length, tag), tag % 2 == 0));
        }

        byte[] late = new byte[length];
        receiver.messages().receive(0, TAG, 5, DirectBuffer.of(late));
        assertThat(late).isEqualTo(value(length, 5));
        assertThat((byte[]) receiver.messages().receive(0, TAG, 4).payload().take())
                .isEqualTo(value(length, 4));
        receiver.messages().awaitMatch(posted);
        receiver.messages().fill(posted);
        assertThat(early).isEqualTo(value(length, 3));
        for (int i = 0; i < 40; i++) {
            assertThat((byte[]) receiver.messages().receive(0, TAG, 1).payload().take())
                    .isEqualTo(value(100_000, i));
        }
        assertThat((byte[]) receiver.messages().receive(0, TAG, 2).payload().take())
                .isEqualTo(value(length, 2));
        sends.forEach(sender.messages()::await);
    }

    /** In whatever moment the receiver gives up: each message comes once, and in its turn. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNothingOfWhichTheReceiverHasNotAwaitedTheRest(boolean isInterrupted) {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        int messages = 60;
        Background<Object> sending = Background.start("sending", () -> {
            for (int i = 0; i < messages; i++) {
                sendOne(members.get(0), i % 2 == 0 ? 1 : 0, value(lengthOf(i), i));
            }
            return "sent";
        });
        Background<Object> receiving = Background.start("receiving", () -> {
            int gaveUp = 0;
            for (int i = 0; i < messages; i++) {
                while (!hasReceived(members.get(i % 2 == 0 ? 1 : 0), i, isInterrupted, gaveUp)) {
                    gaveUp++;
                }
            }
            return "received";
        });
        while (!receiving.isDone()) {
            if (isInterrupted) {
                receiving.interrupt();
            }
            LockSupport.parkNanos(200_000);
        }

        assertThat(receiving.get()).isEqualTo("received");
        assertThat(sending.get()).isEqualTo("sent");
        send(members.get(0), 1, "last");
        assertThat(receive(members.get(1), 0)).isEqualTo("last");
    }

    private static int lengthOf(int message) {
        return message % 7 == 0 ? message : 200_000 + message * 30_011;
    }

    /** Receives a message from member 0; returns false if that was given up. */
    private static boolean hasReceived(Endpoint at, int number, boolean isInterrupted, int gaveUp) {
        byte[] expected = value(lengthOf(number), number);
        Endpoint hasty = isInterrupted ? at : at.within(Duration.ofNanos(1_000 + gaveUp % 40 * 50_000L));
        try {
            if ((number + gaveUp) % 3 == 0) {
                Message message = hasty.messages().receive(0, TAG, Endpoint.ANY);
                try {
                    assertThat((byte[]) hasty.take(message)).isEqualTo(expected);
                } catch (DeadlineExceededException | OperationInterruptedException e) {
                    hasty.messages().giveBack(message, e);
                    throw e;
                }
            } else {
                byte[] target = new byte[expected.length];
                hasty.messages().receive(0, TAG, Endpoint.ANY, DirectBuffer.of(target));
                assertThat(target).isEqualTo(expected);
            }
            return true;
        } catch (DeadlineExceededException | OperationInterruptedException e) {
            assertThat(Thread.interrupted()).isEqualTo(isInterrupted);
            return false;
        }
    }

    /** The rest of a message has no room although less than the window lies before it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReceiveAMessageThatReachesOverTheWindow(boolean isBuffer) {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        startSend(members.get(0), 1, value((int) WINDOW - 1000, 1), isBuffer);
        SendRequest over = startSend(members.get(0), 2, value(600_000, 2), isBuffer);

        assertThat((byte[])
                        members.get(1).messages().receive(0, TAG, 2).payload().take())
                .isEqualTo(value(600_000, 2));
        members.get(0).messages().await(over);
        assertThat((byte[])
                        members.get(1).messages().receive(0, TAG, 1).payload().take())
                .isEqualTo(value((int) WINDOW - 1000, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndABlockingSendWithoutRoomWhenItsMessageIsTaken(boolean isBuffer) {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Endpoint sender = members.get(0);
        for (int i = 0; i < 3; i++) {
            startSend(sender, 1, value(1_000_000, i), isBuffer);
        }
        Background<Object> sending = startWaiting(() -> {
            if (isBuffer) {
                sender.messages().send(1, TAG, 2, DirectBuffer.of(value(500_000, 7)));
            } else {
                sender.messages().sendValue(1, TAG, 2, value(500_000, 7));
            }
            return "sent";
        });

        assertThat((byte[])
                        members.get(1).messages().receive(0, TAG, 2).payload().take())
                .isEqualTo(value(500_000, 7));
        assertThat(sending.get()).isEqualTo("sent");
        for (int i = 0; i < 3; i++) {
            assertThat((byte[]) members.get(1)
                            .messages()
                            .receive(0, TAG, 1)
                            .payload()
                            .take())
                    .isEqualTo(value(1_000_000, i));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDeliverWhatABlockingSenderHasNotWaitedFor(boolean isBuffer) {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        startSend(members.get(0), 1, value(BYTES, 1), isBuffer);
        Endpoint hasty = members.get(0).within(Duration.ofMillis(50));
        byte[] value = value(500_000, 2);
        assertThatThrownBy(() -> {
                    if (isBuffer) {
                        hasty.messages().send(1, TAG, 2, DirectBuffer.of(value));
                    } else {
                        hasty.messages().sendValue(1, TAG, 2, value);
                    }
                })
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("room to send");
        Arrays.fill(value, (byte) -1); // the caller's again

        assertThat((byte[])
                        members.get(1).messages().receive(0, TAG, 1).payload().take())
                .isEqualTo(value(BYTES, 1));
        assertThat((byte[])
                        members.get(1).messages().receive(0, TAG, 2).payload().take())
                .isEqualTo(value(500_000, 2));
    }

    /** 5,000 messages fill the window many times; they are received from the last to the first. */
    @Test
    void shouldReceiveInAnyOrder() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(10_000));
        int count = 5_000;
        List<SendRequest> sends = new ArrayList<>();
        for (int tag = 0; tag < count; tag++) {
            sends.add(startSend(members.get(0), tag, value(tag % 300, tag), tag % 3 == 0));
        }
        for (int tag = count - 1; tag >= 0; tag--) {
            assertThat((byte[]) members.get(1)
                            .messages()
                            .receive(0, TAG, tag)
                            .payload()
                            .take())
                    .isEqualTo(value(tag % 300, tag));
        }
        sends.forEach(members.get(0).messages()::await);
        assertThat(members.get(0).member().holdsBack()).isFalse();
    }

    @Test
    void shouldEndSendsWithoutRoomWhenTheReceiverLeaves() {
        List<Endpoint> members = openLoose(2);
        List<SendRequest> sends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sends.add(startSend(members.get(0), 1, value(BYTES, i), i % 2 == 0));
        }
        members.get(1).leave();

        assertThatThrownBy(() -> sends.forEach(members.get(0).messages()::await))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("rank=1");
        assertThat(close()).as("nothing is handed over").isLessThan(Duration.ofSeconds(4));
    }

    private static SendRequest startSend(Endpoint from, int tag, byte[] value, boolean isBuffer) {
        return isBuffer
                ? from.messages().startSend(1, TAG, tag, DirectBuffer.of(value), false)
                : from.messages().startSend(1, TAG, tag, from.capture(value, 1), false);
    }

    private static byte[] value(int length, int seed) {
        byte[] value = new byte[length];
        for (int i = 0; i < length; i++) {
            value[i] = (byte) (i * 31 + (i >> 16) + seed);
        }
        return value;
    }
}
