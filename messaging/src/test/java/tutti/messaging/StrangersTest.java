package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.security.TransportSecurity;
import tutti.messaging.signature.CallSignature;

/** A thousand connections of those who do not belong to the job: it continues, and holds nothing for them. */
class StrangersTest {
    private static final int TAG = 3;
    private static final int EACH = 100; // of five kinds, at two processes
    private static final long FLAT_BYTES = 8 << 20;

    @Test
    void shouldGoOnUnharmed() throws Exception {
        try (Processes job = Processes.start(2, one -> one.withTransport(TransportChoice.GRPC))) {
            List<Endpoint> members = job.open(2);
            AtomicBoolean end = new AtomicBoolean();
            AtomicLong rounds = new AtomicLong();
            Background<Void> echo = Background.start("echo", () -> {
                for (Object got = receive(members.get(1), 0); !got.equals("end"); got = receive(members.get(1), 0)) {
                    send(members.get(1), 0, got);
                }
                return null;
            });
            Background<Void> asking = Background.start("asking", () -> {
                while (!end.get()) {
                    send(members.get(0), 1, rounds.get());
                    assertThat(receive(members.get(0), 1)).isEqualTo(rounds.getAndIncrement());
                }
                send(members.get(0), 1, "end");
                return null;
            });

            attack(job, rounds, 10); // what is made once for all of them
            long before = usedBytes();
            int threads = threads();
            attack(job, rounds, EACH);
            await().until(() -> usedBytes() < before + FLAT_BYTES);
            assertThat(threads()).isLessThanOrEqualTo(threads + 4);

            end.set(true);
            asking.get();
            echo.get();
        }
    }

    /** A second until it counts as idle, and ten in which it could still answer. */
    @Test
    @Tag("nightly")
    void shouldPartWithOneWhoIsSilent() throws Exception {
        Job job = Job.of(0, 2, "localhost", 1).withSecret(Secret.random());
        Server server = TransportSecurity.of(job, false)
                .protect(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .maxConnectionIdle(1, TimeUnit.SECONDS)
                .build()
                .start();
        try (Closeable silent = Stranger.SILENT.attack(server.getPort());
                Socket mute = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            for (Socket each : List.of((Socket) silent, mute)) {
                each.setSoTimeout(20_000);
                assertThat(each.getInputStream().readAllBytes())
                        .as("what is said before the end")
                        .hasSizeLessThan(200);
            }
        } finally {
            server.shutdownNow();
        }
    }

    /** All kinds, all at the same time, while messages continue; then they go. */
    private static void attack(Processes job, AtomicLong rounds, int each) throws IOException {
        List<Closeable> open = new ArrayList<>();
        try {
            long before = rounds.get();
            for (int i = 0; i < each; i++) {
                for (Stranger stranger : Stranger.values()) {
                    for (int process = 0; process < job.count(); process++) {
                        open.add(stranger.attack(
                                job.messenger(process).peer(process).port()));
                    }
                }
            }
            await().until(() -> rounds.get() > before + 10);
        } finally {
            for (Closeable one : open) {
                one.close();
            }
        }
    }

    private static void send(Endpoint from, int to, Object value) {
        from.send(to, TAG, CallSignature.NONE, from.capture(value));
    }

    private static Object receive(Endpoint at, int from) {
        return at.receive(from, TAG).payload().take();
    }

    private static long usedBytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed() + io.netty.util.internal.PlatformDependent.usedDirectMemory();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }
}
