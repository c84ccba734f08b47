package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;

/**
 * A process ends while gRPC still looks for a peer's address, in a thread of its own: gRPC finds what it needs, and has
 * nothing to say.
 */
class LateNamesTest {
    private final LateNames names = new LateNames();
    private final Complaints complaints = new Complaints();
    private final Logger grpc = Logger.getLogger("io.grpc");

    @BeforeEach
    void register() {
        NameResolverRegistry.getDefaultRegistry().register(names);
        grpc.addHandler(complaints);
    }

    @AfterEach
    void deregister() {
        grpc.removeHandler(complaints);
        NameResolverRegistry.getDefaultRegistry().deregister(names);
    }

    @Test
    void shouldEndInSilence() throws InterruptedException {
        try (Processes job = Processes.start(3)) {
            names.late = true;
            var _ = job.messenger(1).jobEndpoint().member().process().connection(2);
            names.connecting.countDown();
            names.asked.await();
            names.late = false;
            Background<Object> closing = Background.start("closing", () -> {
                job.messenger(1).close();
                return null;
            });
            await().until(() -> closing.isDone() || isEnding());
            names.answer.countDown();
            closing.get();
            names.answered.await();

            assertThat(complaints.severe).isEmpty();
        }
    }

    /** Returns whether the thread that closes waits for what gRPC has to end. */
    private static boolean isEnding() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals("closing"))
                .flatMap(entry -> Arrays.stream(entry.getValue()))
                .anyMatch(frame -> frame.getMethodName().equals("awaitTermination"));
    }

    /**
     * Finds addresses as the resolver that users have, or keeps the channel busy with it until the test allows an
     * answer.
     */
    private static final class LateNames extends NameResolverProvider {
        /** Before that, the thread that opens the connection might be the one that is kept busy. */
        private final CountDownLatch connecting = new CountDownLatch(1);

        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);
        private final CountDownLatch answered = new CountDownLatch(1);
        private volatile boolean late;

        @Override
        protected boolean isAvailable() {
            return true;
        }

        @Override
        protected int priority() {
            return 9; // above that of users, which is 5
        }

        @Override
        public String getDefaultScheme() {
            return "dns";
        }

        @Override
        public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
            return Set.of(InetSocketAddress.class);
        }

        @Override
        public NameResolver newNameResolver(URI target, NameResolver.Args args) {
            URI authority = URI.create("dns://" + target.getPath().substring(1));
            EquivalentAddressGroup address =
                    new EquivalentAddressGroup(new InetSocketAddress(authority.getHost(), authority.getPort()));
            return new NameResolver() {
                @Override
                public String getServiceAuthority() {
                    return authority.getAuthority();
                }

                @Override
                public void start(Listener2 listener) {
                    boolean isLate = late;
                    Thread.ofPlatform().daemon().start(() -> {
                        if (isLate) {
                            await(connecting);
                            args.getSynchronizationContext().execute(this::awaitPermission);
                        }
                        listener.onResult(ResolutionResult.newBuilder()
                                .setAddressesOrError(StatusOr.fromValue(List.of(address)))
                                .build());
                        if (isLate) {
                            answered.countDown();
                        }
                    });
                }

                private void awaitPermission() {
                    asked.countDown();
                    await(answer);
                }

                private void await(CountDownLatch latch) {
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }

                @Override
                public void shutdown() {
                    // it answers all the same
                }
            };
        }
    }

    private static final class Complaints extends Handler {
        private final Queue<String> severe = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord message) {
            if (message.getLevel().intValue() >= Level.SEVERE.intValue()) {
                severe.add(message.getMessage() + " " + message.getThrown());
            }
        }

        @Override
        public void flush() {
            // nothing is kept
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
