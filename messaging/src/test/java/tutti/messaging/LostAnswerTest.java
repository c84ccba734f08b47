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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.serialization.codec.ObjectCodec;

/** A process waits for the answer of a join, and the connection to process 0 falls silent, without a word. */
@Execution(ExecutionMode.CONCURRENT)
class LostAnswerTest {
    private final int port = Processes.freePort();
    private final Secret secret = Secret.random();

    @Test
    void shouldAskAgainWhenTheJobHasBegunElsewhere() {
        try (Relays roads = new Relays(() -> Relay.ENDLESS)) {
            Background<ProcessRuntime> zero = start(job(0, 3), address -> address);
            Relay road = roads.to(port);
            Background<ProcessRuntime> one = start(job(1, 3), roads);
            await().until(() -> road.recorded().stream().anyMatch(LostAnswerTest::hasAsked));
            road.silence();
            Background<ProcessRuntime> two = start(job(2, 3), address -> address);

            List<ProcessRuntime> all =
                    Stream.of(zero, one, two).map(Background::get).toList();

            assertThat(all).extracting(ProcessRuntime::process).containsExactly(0, 1, 2);
            assertThat(road.connected()).isGreaterThan(1);
            Together.all(all.stream().map(LostAnswerTest::closing).toList());
        }
    }

    /** TCP brings what was lost only seconds after the network is back, and then the handshake has timed out. */
    @Test
    void shouldAskAgainWhenTheHandshakeIsLost() {
        try (Relays roads = new Relays(() -> Relay.ENDLESS)) {
            UnaryOperator<Job> encrypted = job -> job.withTls(TlsChoice.ON).withJoinTimeout(Duration.ofSeconds(40));
            Background<ProcessRuntime> zero = start(encrypted.apply(job(0, 2)), address -> address);
            Relay road = roads.to(port);
            road.hesitate(Duration.ofMinutes(1));
            Background<ProcessRuntime> one = start(encrypted.apply(job(1, 2)), roads);
            await().until(() -> road.connected() == 1);
            road.hesitate(Duration.ZERO);

            List<ProcessRuntime> all = Stream.of(zero, one).map(Background::get).toList();

            assertThat(all).extracting(ProcessRuntime::process).containsExactly(0, 1);
            Together.all(all.stream().map(LostAnswerTest::closing).toList());
        }
    }

    private Job job(int process, int processes) {
        return Job.of(process, processes, "127.0.0.1", port).withSecret(secret).withJoinTimeout(Duration.ofSeconds(15));
    }

    private static Background<ProcessRuntime> start(Job job, UnaryOperator<InetSocketAddress> roads) {
        return Background.start("process " + job.process(), () -> Processes.join(job, roads));
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
