package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.device.grpc.ResendWindow;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/** Connections between two processes that are cut and come back, or do not. */
@Execution(ExecutionMode.CONCURRENT)
class ReconnectTest {
    private static final int TAG = 4;
    private static final int BUFFERS = TAG + 1;
    private static final int LARGE_BYTES = 1 << 20;
    private static final Duration LONG = Duration.ofHours(1);

    private final Relays roads = new Relays(() -> Relay.ENDLESS);

    /**
     * Objects and buffers both ways, small and large, while connections are cut after random numbers of bytes: in the
     * middle of messages, of receipts, and of the first words of the next connection.
     */
    @ParameterizedTest
    @CsvSource({"1, OFF, 8", "2, ON, 8"})
    @NightlySource({
        "3, OFF, 100",
        "4, OFF, 100",
        "5, OFF, 100",
        "6, OFF, 100",
        "7, OFF, 100",
        "8, ON, 100",
        "9, ON, 100",
        "10, ON, 100"
    })
    void shouldBringEachMessageOnceAndInOrder(int seed, TlsChoice tls, int connections) {
        AtomicInteger mortal = new AtomicInteger(connections);
        try (Relays cutting = new Relays(mortal(mortal, seed));
                Processes job = start(one -> one.withTls(tls).withReconnectLimit(LONG), cutting)) {
            List<Endpoint> members = job.open(2);
            int[] rounds = Together.members(members, member -> exchange(member, () -> mortal.get() > 0))
                    .getFirst();

            assertThat(rounds[0]).isPositive();
            assertThat(cutting.cuts()).isGreaterThanOrEqualTo(connections - 2);
        }
    }

    /** Connections live for few bytes or for many; when so many were made they live on. */
    private static LongSupplier mortal(AtomicInteger left, int seed) {
        Random random = new Random(seed);
        return () -> {
            synchronized (random) {
                return left.getAndDecrement() <= 0
                        ? Relay.ENDLESS
                        : 200 + (random.nextInt(3) == 0 ? random.nextInt(5_000) : random.nextInt(2 << 20));
            }
        };
    }

    /** Sends numbered messages in both directions at once, in several streams, and checks what comes. */
    private static int[] exchange(Endpoint member, BooleanSupplier goesOn) {
        int peer = 1 - member.rank();
        Random sizes = new Random(member.rank());
        byte[] buffer = new byte[LARGE_BYTES];
        int round = 0;
        boolean last;
        do {
            last = member.rank() == 0 && !goesOn.getAsBoolean();
            for (int i = 0; i < 20; i++) {
                send(member, peer, 20 * round + i);
            }
            byte[] large = new byte[1 + sizes.nextInt(LARGE_BYTES)];
            Arrays.fill(large, (byte) round);
            send(member, peer, large);
            member.send(peer, BUFFERS, CallSignature.NONE, DirectBuffer.of(new int[] {round}));
            Arrays.fill(buffer, (byte) round);
            member.send(peer, BUFFERS, CallSignature.NONE, DirectBuffer.of(buffer));
            for (int i = 0; i < 20; i++) {
                assertThat(receive(member, peer)).isEqualTo(20 * round + i);
            }
            assertThat((byte[]) receive(member, peer)).containsOnly((byte) round);
            int[] number = new int[1];
            member.messages().receive(peer, BUFFERS, Endpoint.ANY, DirectBuffer.of(number));
            assertThat(number).containsExactly(round);
            byte[] target = new byte[LARGE_BYTES];
            member.messages().receive(peer, BUFFERS, Endpoint.ANY, DirectBuffer.of(target));
            assertThat(target).isEqualTo(buffer);
            send(member, peer, last);
            last |= (boolean) receive(member, peer);
            round++;
        } while (!last);
        return new int[] {round};
    }

    @Test
    void shouldGoOnThroughSharedMemoryWhileTheCallIsCut() {
        try (Relays cutting = roads;
                Processes job = Processes.start(
                        2,
                        one -> one.withTransport(TransportChoice.SHARED_MEMORY).withReconnectLimit(LONG),
                        cutting)) {
            List<Endpoint> members = job.open(2);
            for (int i = 0; i < 3; i++) {
                int before = connected(cutting);
                cutting.forEach(Relay::cut);
                Together.members(members, ReconnectTest::greet);
                await().until(() -> connected(cutting) >= before + 2);
            }
            Together.members(members, ReconnectTest::greet);
        }
    }

    /** A network device that forgets a connection and tells no one. */
    @Test
    void shouldReplaceAConnectionThatHasSilentlyDied() {
        UnaryOperator<Job> settings =
                one -> one.withSilenceLimit(Duration.ofSeconds(2)).withReconnectLimit(LONG);
        try (Relays silent = roads;
                Processes job = start(settings, silent)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            silent.forEach(Relay::silence);

            Together.members(members, ReconnectTest::greet);
        }
    }

    /** A host on which TCP, TLS and the answer take longer than the first calls wait for. */
    @Test
    void shouldGiveABusyHostMoreTimeWithEachCall() {
        try (Relays busy = roads;
                Processes job = start(
                        one -> one.withReconnectLimit(LONG)
                                .withSilenceLimit(LONG)
                                .withTls(TlsChoice.ON),
                        busy)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            busy.forEach(relay -> relay.hesitate(Duration.ofSeconds(4)));
            busy.forEach(Relay::cut);

            Together.members(members, ReconnectTest::greet);
        }
    }

    @Test
    void shouldKeepABoundedWindowAndLetSendersWait() {
        try (Relays silent = roads;
                Processes job = start(one -> one.withReconnectLimit(LONG).withWindowBytes(1 << 30), silent)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            silent.forEach(Relay::goDown);
            byte[] large = new byte[(int) ResendWindow.LIMIT_BYTES * 2];
            large[large.length - 1] = 42;
            Background<Object> sending = Background.start("sending", () -> {
                members.get(0).send(1, BUFFERS, CallSignature.NONE, DirectBuffer.of(large));
                return "sent";
            });
            await().until(sending::isParked);
            silent.forEach(Relay::comeBack);
            byte[] target = new byte[large.length];
            members.get(1).messages().receive(0, BUFFERS, Endpoint.ANY, DirectBuffer.of(target));

            assertThat(sending.get()).isEqualTo("sent");
            assertThat(target).isEqualTo(large);
        }
    }

    @Test
    void shouldSendWhatIsQueuedBeforeItDisconnectsAlsoWhenItIsCutThen() {
        AtomicInteger mortal = new AtomicInteger();
        try (Relays cutting = new Relays(mortal(mortal, 5));
                Processes job = start(one -> one.withReconnectLimit(LONG), cutting)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            mortal.set(6);
            for (int i = 0; i < 100; i++) {
                send(members.get(1), 0, new byte[100_000]);
            }
            members.get(1).leave();
            cutting.forEach(Relay::cut);
            Background<Object> closing = Background.start("closing", () -> {
                job.messenger(1).close();
                return "closed";
            });

            for (int i = 0; i < 100; i++) {
                assertThat((byte[]) receive(members.get(0), 1)).hasSize(100_000);
            }
            assertThat(closing.get()).isEqualTo("closed");
        }
    }

    @Test
    void shouldCountAProcessAsLostWhoseConnectionDoesNotComeBack() {
        try (Relays cut = roads;
                Processes job = start(one -> one.withReconnectLimit(Duration.ofMillis(700)), cut)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            List<Background<Object>> waiting = waitForEachOther(members);
            cut.forEach(Relay::goDown);

            for (Background<Object> one : waiting) {
                assertThat(one.outcome().failure())
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContaining("reconnect-limit=PT0.7S");
            }
        }
    }

    /** Only the way to process 1 is cut, which so misses calls; both must end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldCountAProcessAsLostThatIsReachedInOneDirectionOnly(int cutTo) {
        try (Relays cut = roads;
                Processes job = start(one -> one.withReconnectLimit(Duration.ofMillis(700)), cut)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            List<Background<Object>> waiting = waitForEachOther(members);
            cut.to(job.messenger(0).peer(cutTo).port()).goDown();

            for (Background<Object> one : waiting) {
                assertThat(one.outcome().failure()).isInstanceOf(MemberFailedException.class);
            }
        }
    }

    @Test
    void shouldKnowAtOnceThatAProcessHasEndedWhoseHostRefuses() {
        try (Relays ending = roads;
                Processes job = start(one -> one.withReconnectLimit(LONG).withSilenceLimit(LONG), ending)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            List<Background<Object>> waiting = waitForEachOther(members);
            ending.to(job.messenger(0).peer(1).port()).close();

            assertThat(waiting.getFirst().outcome().failure())
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("process=1")
                    .hasMessageContaining("refuses connections");
            assertThat(waiting.getLast().outcome().failure())
                    .as("is told that it was given up")
                    .isInstanceOf(MemberFailedException.class);
        }
    }

    @Test
    void shouldRefuseAProcessThatWasStartedAgain() {
        Secret secret = Secret.random();
        try (Relays switching = roads;
                Processes other = Processes.start(
                        2, one -> one.withSecret(secret).withTransport(TransportChoice.GRPC), address -> address);
                Processes job = start(
                        one -> one.withSecret(secret).withReconnectLimit(LONG).withSilenceLimit(LONG), switching)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            List<Background<Object>> waiting = waitForEachOther(members);
            Relay toOne = switching.to(job.messenger(0).peer(1).port());
            toOne.lead(other.messenger(0).peer(1).port());
            toOne.cut();

            assertThat(waiting)
                    .allSatisfy(wait -> assertThat(wait.outcome().failure())
                            .isInstanceOf(MemberFailedException.class)
                            .hasMessageContaining("was started again"));
        }
    }

    @Test
    void shouldLoseAProcessWithItsConnectionIfToldSo() {
        try (Relays cut = roads;
                Processes job =
                        start(one -> one.withReconnectLimit(Duration.ZERO).withSilenceLimit(LONG), cut)) {
            List<Endpoint> members = job.open(2);
            Together.members(members, ReconnectTest::greet);
            List<Background<Object>> waiting = waitForEachOther(members);
            cut.to(job.messenger(0).peer(1).port()).cut();

            assertThat(waiting)
                    .allSatisfy(wait -> assertThat(wait.outcome().failure()).isInstanceOf(MemberFailedException.class));
        }
    }

    @Test
    void shouldJoinThroughANetworkThatCuts() {
        int port = Processes.freePort();
        Background<ProcessRuntime> first = joining(0, port);
        Relay toZero = roads.to(port);
        AtomicInteger mortal = new AtomicInteger(4);
        toZero.live(() -> mortal.getAndDecrement() > 0 ? 100L * mortal.get() + 50 : Relay.ENDLESS);
        List<Background<ProcessRuntime>> joining = List.of(first, joining(1, port));
        await().until(() -> mortal.get() < 0); // asks by a connection that lives on
        toZero.cut();
        await().until(() -> mortal.get() < -1);
        Background<ProcessRuntime> last = joining(2, port);

        List<ProcessRuntime> joined =
                List.of(joining.get(0).get(), joining.get(1).get(), last.get());
        assertThat(joined)
                .allSatisfy(messenger -> assertThat(messenger.processes()).isEqualTo(3));
        Together.all(joined.stream()
                .<Callable<Object>>map(messenger -> () -> {
                    messenger.close();
                    return messenger;
                })
                .toList());
        roads.close();
    }

    private Background<ProcessRuntime> joining(int process, int port) {
        Job job = Job.of(process, 3, "127.0.0.1", port).withTransport(TransportChoice.GRPC);
        return Background.start("joining-" + process, () -> Processes.join(job, roads));
    }

    private static Processes start(UnaryOperator<Job> settings, Relays roads) {
        return Processes.start(2, one -> settings.apply(one.withTransport(TransportChoice.GRPC)), roads);
    }

    private static int connected(Relays relays) {
        AtomicInteger sum = new AtomicInteger();
        relays.forEach(relay -> sum.addAndGet(relay.connected()));
        return sum.get();
    }

    private static List<Background<Object>> waitForEachOther(List<Endpoint> members) {
        List<Background<Object>> waiting = members.stream()
                .map(member -> Background.start("waiting", () -> receive(member, 1 - member.rank())))
                .toList();
        await().until(() -> waiting.stream().allMatch(Background::isParked));
        return waiting;
    }

    private static Object greet(Endpoint member) {
        send(member, 1 - member.rank(), "hello");
        assertThat(receive(member, 1 - member.rank())).isEqualTo("hello");
        return "greeted";
    }

    private static void send(Endpoint from, int to, Object value) {
        from.send(to, TAG, CallSignature.NONE, from.capture(value));
    }

    private static Object receive(Endpoint at, int from) {
        return at.receive(from, TAG).payload().take();
    }
}
