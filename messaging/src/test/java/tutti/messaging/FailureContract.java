package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.messaging.LoadClock.await;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.OperationInterruptedException;

/** Every wait ends when what it waits for can not come any more. */
public abstract class FailureContract extends TransportContract {
    private static final long WINDOW = 1 << 16;

    @Test
    void shouldWakeAReceiverWhenTheSenderFails() {
        List<Endpoint> members = openLoose(2);
        Background<Object> receiver = startWaiting(() -> receive(members.get(1), 0));
        members.get(0).fail(new IllegalStateException("out of luck"));

        assertFailure(receiver, 0).hasMessageContaining("out of luck");
    }

    @Test
    void shouldWakeASenderAtTheWindowWhenTheReceiverFails() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Background<Object> sender = startWaiting(() -> sendWithoutEnd(members.get(0), 1));
        members.get(1).fail(new IllegalStateException("out of luck"));

        assertFailure(sender, 1).hasMessageContaining("out of luck");
    }

    @Test
    void shouldWakeASenderThatAwaitsTheTakingWhenTheReceiverFails() {
        List<Endpoint> members = openLoose(2);
        Endpoint sender = members.get(0);
        Background<Object> sending = startWaiting(() -> {
            sender.messages().sendAndAwaitTaken(1, TAG, 0, sender.capture("value", 1));
            return null;
        });
        members.get(1).fail(new IllegalStateException("out of luck"));

        assertFailure(sending, 1);
    }

    @Test
    void shouldBreakAGroupForAllWhenItFailsAsAWhole() {
        List<Endpoint> members = open(4);
        Background<Object> waitsForAHealthyOne = startWaiting(() -> receive(members.get(3), 2));
        Background<Object> waitsForItself = startWaiting(() -> receive(members.get(2), 2));
        members.get(0).fail(new IllegalStateException("out of luck"));

        assertFailure(waitsForAHealthyOne, 0);
        assertFailure(waitsForItself, 0);
        await().untilAsserted(() ->
                assertThatThrownBy(() -> send(members.get(1), 2, "later")).isInstanceOf(MemberFailedException.class));
        assertThatThrownBy(() -> receive(members.get(2), 1)).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldLetOtherPairsGoOnWhenAGroupDoesNotFailAsAWhole() {
        List<Endpoint> members = openLoose(3);
        Background<Object> receiver = startWaiting(() -> receive(members.get(2), 0));
        members.get(0).fail(new IllegalStateException("out of luck"));
        assertFailure(receiver, 0);

        send(members.get(1), 2, "unharmed");
        assertThat(receive(members.get(2), 1)).isEqualTo("unharmed");
    }

    @Test
    void shouldLetOtherGroupsGoOn() {
        List<Endpoint> broken = open(2);
        List<Endpoint> healthy = openAnother(2);
        Background<Object> receiver = startWaiting(() -> receive(broken.get(1), 0));
        broken.get(0).fail(new IllegalStateException("out of luck"));
        assertFailure(receiver, 0);

        send(healthy.get(0), 1, "unharmed");
        assertThat(receive(healthy.get(1), 0)).isEqualTo("unharmed");
    }

    @Test
    void shouldKeepTheFirstFailureAsTheCause() {
        List<Endpoint> members = open(3);
        Background<Object> receiver = startWaiting(() -> receive(members.get(2), 0));
        members.get(0).fail(new IllegalStateException("the first"));
        assertFailure(receiver, 0).hasMessageContaining("the first");
        members.get(1).fail(new IllegalStateException("the second"));

        assertThatThrownBy(() -> receive(members.get(2), 1)).hasMessageContaining("the first");
    }

    @Test
    void shouldStillDeliverWhatALeaverHasSent() {
        List<Endpoint> members = open(2);
        for (int i = 0; i < 10; i++) {
            send(members.get(0), 1, new int[100_000 + i]);
        }
        members.get(0).leave();
        for (int i = 0; i < 10; i++) {
            assertThat((int[]) receive(members.get(1), 0)).hasSize(100_000 + i);
        }

        assertThatThrownBy(() -> receive(members.get(1), 0))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll(
                        "left the group", "it ended normally", "let all members call the same operations")
                .hasMessageContaining("rank=0");
    }

    @Test
    void shouldWakeThoseWhoWaitForALeaver() {
        List<Endpoint> members = open(2);
        Background<Object> receiver = startWaiting(() -> receive(members.get(1), 0));
        members.get(0).leave();
        members.get(0).leave();

        assertFailure(receiver, 0).hasMessageContaining("left the group");
    }

    @Test
    void shouldWakeASenderWhoseReceiverLeaves() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Background<Object> sender = startWaiting(() -> sendWithoutEnd(members.get(0), 1));
        members.get(1).leave();

        assertFailure(sender, 1).hasMessageContaining("left the group");
    }

    @Test
    void shouldNotDisturbOthersByLeaving() {
        List<Endpoint> members = open(3);
        Background<Object> receiver = startWaiting(() -> receive(members.get(2), 1));
        members.get(0).leave();
        send(members.get(1), 2, "still here");

        assertThat(receiver.get()).isEqualTo("still here");
    }

    @Test
    void shouldDropMessagesToALeaver() {
        List<Endpoint> members = open(2);
        members.get(1).leave();

        // until the notice has come, messages go and no one wants them
        await().untilAsserted(() -> assertThatThrownBy(() -> send(members.get(0), 1, new byte[1000]))
                .isInstanceOf(MemberFailedException.class));
        List<Endpoint> others = openAnother(2);
        send(others.get(0), 1, "the way is free");
        assertThat(receive(others.get(1), 0)).isEqualTo("the way is free");
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedReceiver() {
        List<Endpoint> members = open(2);
        Background<Object> receiver = startWaiting(() -> {
            assertThatThrownBy(() -> receive(members.get(1), 0))
                    .isInstanceOf(OperationInterruptedException.class)
                    .hasMessageContaining("rank=1")
                    .hasMessageContaining("rank=0");
            return Thread.interrupted();
        });
        receiver.interrupt();
        assertThat(receiver.get()).as("interrupted again").isEqualTo(true);

        send(members.get(0), 1, "not lost");
        assertThat(receive(members.get(1), 0)).isEqualTo("not lost");
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedSender() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        Background<Object> sender = startWaiting(() -> sendWithoutEnd(members.get(0), 1));
        sender.interrupt();

        assertThat(sender.outcome().failure())
                .isInstanceOf(OperationInterruptedException.class)
                .hasMessageContaining("room to send");
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedSynchronousSender() {
        List<Endpoint> members = open(2);
        Endpoint sender = members.get(0);
        Background<Object> sending = startWaiting(() -> {
            sender.messages().sendAndAwaitTaken(1, TAG, 0, sender.capture("stays sent", 1));
            return null;
        });
        sending.interrupt();

        assertThat(sending.outcome().failure()).isInstanceOf(OperationInterruptedException.class);
        assertThat(receive(members.get(1), 0)).isEqualTo("stays sent");
    }

    private static Object sendWithoutEnd(Endpoint from, int destination) {
        while (true) {
            send(from, destination, new byte[1000]);
        }
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertFailure(
            Background<Object> waiting, int rank) {
        return assertThat(waiting.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("group=test-")
                .hasMessageContaining("rank=" + rank)
                .hasMessageContaining("process=")
                .hasMessageContaining("host=");
    }
}
