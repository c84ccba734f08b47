package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/**
 * Two processes with a slow network between them that loses packets and resets connections, as {@link Weather} models
 * it.
 */
class BadNetworkTest {
    private static final int TAG = 4;
    private static final int BUFFERS = TAG + 1;

    @ParameterizedTest(name = "{0} ms")
    @CsvSource("20, 500")
    @NightlySource("200, 200")
    void shouldBringEachMessageOnceAndInOrder(int delayMillis, int messages) {
        Duration delay = Duration.ofMillis(delayMillis);
        try (Relays bad = new Relays(() -> Relay.ENDLESS, new Weather(delay, 0.02, 0.0005, 5));
                Processes job = Processes.start(2, BadNetworkTest::settings, bad)) {
            List<Endpoint> members = job.open(2);
            Together.all(members.stream()
                    .<Callable<Object>>map(member -> () -> {
                        Background<Object> sending = Background.start("sending", () -> sendAll(member, messages));
                        receiveAll(member, messages);
                        return sending.get();
                    })
                    .toList());

            System.out.println("bad network: delay=%s each way, loss=2%%, messages=%d each way, connections cut=%d"
                    .formatted(delay, messages, bad.cuts()));
        }
    }

    /** Numbers, and now and then an object that is larger than the window, and a buffer. */
    private static Object sendAll(Endpoint member, int messages) {
        int peer = 1 - member.rank();
        for (int i = 0; i < messages; i++) {
            member.send(peer, TAG, CallSignature.NONE, member.capture(i, peer));
            if (i % 100 == 50) {
                member.send(peer, TAG, CallSignature.NONE, member.capture(large(i), peer));
                member.send(peer, BUFFERS, CallSignature.NONE, DirectBuffer.of(large(i + 1)));
            }
        }
        return "sent";
    }

    private static void receiveAll(Endpoint member, int messages) {
        int peer = 1 - member.rank();
        int[] target = large(0);
        for (int i = 0; i < messages; i++) {
            assertThat(member.receive(peer, TAG).payload().take()).isEqualTo(i);
            if (i % 100 == 50) {
                assertThat((int[]) member.receive(peer, TAG).payload().take()).isEqualTo(large(i));
                member.messages().receive(peer, BUFFERS, Endpoint.ANY, DirectBuffer.of(target));
                assertThat(target).isEqualTo(large(i + 1));
            }
        }
    }

    private static int[] large(int seed) {
        int[] values = new int[40_000];
        Arrays.setAll(values, i -> i * 31 + seed);
        return values;
    }

    /** Nothing comes through from a moment on, and no one is told of it. */
    @ParameterizedTest(name = "{0} ms")
    @ValueSource(ints = 20)
    @NightlySource("200")
    void shouldCountAPeerAsLostThatIsCutOffForGood(int delayMillis) {
        Duration delay = Duration.ofMillis(delayMillis);
        Duration silence = Duration.ofSeconds(3);
        try (Relays bad = new Relays(() -> Relay.ENDLESS, new Weather(delay, 0.02, 0, 5));
                Processes job = Processes.start(2, one -> settings(one).withSilenceLimit(silence), bad)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, member -> {
                member.send(1 - member.rank(), TAG, CallSignature.NONE, member.capture("hello"));
                return member.receive(1 - member.rank(), TAG).payload().take();
            });
            List<Background<Object>> waiting = members.stream()
                    .map(member -> Background.<Object>start("waiting", () -> member.receive(1 - member.rank(), TAG)))
                    .toList();
            long since = System.nanoTime();
            bad.forEach(Relay::silenceForGood);

            for (Background<Object> one : waiting) {
                assertThat(one.outcome().failure()).isInstanceOf(MemberFailedException.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(silence.plusSeconds(2));
        }
    }

    private static Job settings(Job job) {
        return job.withTransport(TransportChoice.GRPC)
                .withReconnectLimit(Duration.ofSeconds(8))
                .withWindowBytes(100_000);
    }
}
