package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.serialization.codec.ObjectCodec;

/** A process waits for the answer of a join, and the answer is lost with its connection, without a word. */
class LostAnswerTest {
    private final int port = Processes.freePort();
    private final Secret secret = Secret.random();

    @Test
    void shouldAskAgainWhenTheJobHasBegunElsewhere() {
        try (Relays roads = new Relays(() -> Relay.ENDLESS)) {
            Background<ProcessRuntime> zero = start(0, address -> address);
            Relay road = roads.to(port);
            Background<ProcessRuntime> one = start(1, roads);
            await().until(() -> road.recorded().stream().anyMatch(LostAnswerTest::hasAsked));
            road.silence();
            Background<ProcessRuntime> two = start(2, address -> address);

            List<ProcessRuntime> all =
                    Stream.of(zero, one, two).map(Background::get).toList();

            assertThat(all).extracting(ProcessRuntime::process).containsExactly(0, 1, 2);
            assertThat(road.connected()).isGreaterThan(1);
            Together.all(all.stream().map(LostAnswerTest::closing).toList());
        }
    }

    private Background<ProcessRuntime> start(int process, UnaryOperator<InetSocketAddress> roads) {
        Job job = Job.of(process, 3, "127.0.0.1", port).withSecret(secret).withJoinTimeout(Duration.ofSeconds(15));
        return Background.start("process " + process, () -> Processes.join(job, roads));
    }

    /** Returns whether a process has said how it encodes objects, as it does when it joins. */
    private static boolean hasAsked(byte[] request) {
        return new String(request, StandardCharsets.ISO_8859_1).contains(new ObjectCodec().identity());
    }

    private static Callable<Void> closing(ProcessRuntime process) {
        return () -> {
            process.close();
            return null;
        };
    }
}
