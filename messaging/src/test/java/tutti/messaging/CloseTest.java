package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tutti.messaging.Together.Background;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;

@Execution(ExecutionMode.CONCURRENT)
class CloseTest {
    private static final int TAG = 4;

    @Test
    void shouldSendWhatIsQueuedBeforeItDisconnects() {
        Together.all(IntStream.range(0, 3)
                .<Callable<Object>>mapToObj(leaver -> () -> {
                    sendAndLeave(leaver);
                    return null;
                })
                .toList());
    }

    /** What the windows have no room for is handed over too, when the receivers have not been ready for a while. */
    private static void sendAndLeave(int leaver) {
        try (Processes job = Processes.start(3)) {
            List<Endpoint> members = job.open(3);
            byte[] large = new byte[32 << 20];
            List<Integer> receivers =
                    IntStream.range(0, 3).filter(rank -> rank != leaver).boxed().toList();
            receivers.forEach(receiver -> send(members.get(leaver), receiver, large));
            members.get(leaver).leave();
            job.messenger(leaver).close();

            for (int receiver : receivers) {
                assertThat((byte[]) receive(members.get(receiver), leaver)).hasSameSizeAs(large);
            }
        }
    }

    @Test
    void shouldNotBeTakenForLostWhileItsLastWordsAreUnderWay() {
        try (Processes job = Processes.start(3)) {
            List<Endpoint> members = job.open(3);
            byte[] large = new byte[15 << 20]; // less than a window: nothing is held back
            for (int i = 0; i < 8; i++) {
                members.get(2).send(1, i, CallSignature.NONE, members.get(2).capture(large, 1));
            }
            members.get(2).leave();
            job.messenger(2).close(); // process 0, which has nothing to get, sees the end long before process 1 does

            for (int i = 0; i < 8; i++) {
                assertThat((byte[]) members.get(1).receive(2, i).payload().take())
                        .hasSameSizeAs(large);
            }
        }
    }

    @Test
    void shouldCloseSoonWhenAllDo() {
        Processes job = Processes.start(4);
        Together.members(job.open(4), member -> {
            for (int peer = 0; peer < 4; peer++) {
                send(member, peer, member.rank());
            }
            for (int peer = 0; peer < 4; peer++) {
                assertThat(receive(member, peer)).isEqualTo(peer);
            }
            member.leave();
            return null;
        });
        long before = LoadClock.nanos();
        job.close();

        assertThat(Duration.ofNanos(LoadClock.nanos() - before)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void shouldEndTheWaitsOfThoseWhoAreLeftBehind() {
        for (int processes : new int[] {1, 2}) {
            Processes job = Processes.start(processes);
            List<Endpoint> members = job.open(2);
            Background<Object> waiting = Background.start("waiting", () -> receive(members.get(1), 0));
            await().until(waiting::isParked);
            job.close();

            assertThat(waiting.outcome().failure()).isInstanceOf(MemberFailedException.class);
        }
    }

    @Test
    void shouldLetTheOthersGoOnWhenOneProcessHasLeft() {
        try (Processes job = Processes.start(3)) {
            List<Endpoint> all = job.open(3);
            List<Endpoint> two = job.open(job.layout(List.of(0, 1), true));
            Together.members(all, member -> {
                send(member, (member.rank() + 1) % 3, "round");
                return receive(member, (member.rank() + 2) % 3);
            });
            all.forEach(Endpoint::leave);
            Background<Object> closing = Background.start("closing", () -> {
                job.messenger(2).close();
                return null;
            });
            Together.members(two, member -> {
                for (int i = 0; i < 100; i++) {
                    send(member, 1 - member.rank(), i);
                    assertThat(receive(member, 1 - member.rank())).isEqualTo(i);
                }
                return null;
            });
            closing.get();
            send(two.get(0), 1, "still here");
            assertThat(receive(two.get(1), 0)).isEqualTo("still here");
        }
    }

    @Test
    void shouldBeHarmlessTwice() {
        Processes job = Processes.start(2);
        job.close();
        job.close();
    }

    @Test
    void shouldLetSeveralJobsLiveSideBySide() {
        List<Callable<Object>> jobs = List.of(() -> pingPong(1), () -> pingPong(2), () -> pingPong(2));

        assertThat(Together.all(jobs)).containsOnly("pong");
    }

    private static Object pingPong(int processes) {
        try (Processes job = Processes.start(processes)) {
            return Together.members(job.open(2), member -> {
                        send(member, 1 - member.rank(), "pong");
                        return receive(member, 1 - member.rank());
                    })
                    .getFirst();
        }
    }

    private static void send(Endpoint from, int destination, Object value) {
        from.send(destination, TAG, CallSignature.NONE, from.capture(value, destination));
    }

    private static Object receive(Endpoint at, int source) {
        return at.receive(source, TAG).payload().take();
    }
}
