package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.config.Job;
import tutti.messaging.device.Frame;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Payload;
import tutti.messaging.match.Receipt;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.codec.ObjectCodec;

/** Two real processes, 0 and 1, and a fake one, 2, which stops in the middle of things and dies. */
@Execution(ExecutionMode.CONCURRENT)
class ProcessLossTest {
    private static final int TAG = 4;
    private static final int FAKE = 2;
    private static final long GROUP = 1;

    private final Codec codec = new ObjectCodec();
    private final byte[] value = new byte[Chunk.MAX_BYTES * 3];
    private ProcessRuntime zero;
    private ProcessRuntime one;
    private FakeProcess fake;

    @BeforeEach
    void join() {
        int port = Processes.freePort();
        List<Callable<Object>> joins = new ArrayList<>();
        joins.add(() -> zero = ProcessRuntime.join(Job.of(0, 3, "127.0.0.1", port), codec));
        joins.add(() -> one = ProcessRuntime.join(Job.of(1, 3, "127.0.0.1", port), codec));
        joins.add(() -> fake = FakeProcess.join(Job.of(FAKE, 3, "127.0.0.1", port)));
        Together.all(joins);
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) (i >> 10);
        }
    }

    @AfterEach
    void close() {
        fake.close();
        Together.all(List.<Callable<Object>>of(
                () -> {
                    zero.close();
                    return null;
                },
                () -> {
                    one.close();
                    return null;
                }));
    }

    @Test
    void shouldForwardWhatIsStillArriving() {
        Endpoint zero = open(this.zero, true);
        Endpoint one = open(this.one, true);
        List<Frame> frames = framesTo(0);
        fake.send(0, frames.getFirst());
        Payload atZero = zero.receive(FAKE, TAG).payload();
        zero.send(1, TAG, CallSignature.NONE, atZero.share());
        Payload atOne = one.receive(0, TAG).payload(); // it has begun to arrive, long before it is complete here
        Background<Object> reader = Background.start("reader", atOne::take);
        Background<Object> middle = Background.start("middle", atZero::take);
        await().until(() -> reader.isParked() && middle.isParked());
        frames.stream().skip(1).forEach(frame -> fake.send(0, frame));

        assertThat(reader.get()).isEqualTo(value);
        assertThat(middle.get()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheWaitForTheRestOfAMessage(boolean failsAsWhole) {
        Endpoint zero = open(this.zero, failsAsWhole);
        fake.send(0, framesTo(0).getFirst());
        Payload payload = zero.receive(FAKE, TAG).payload();
        Background<Object> reader = Background.start("reader", payload::take);
        await().until(reader::isParked);
        fake.die();

        assertThat(reader.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("rocess=2"); // the process or the group, whichever was told first
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheWaitForTheRestOfAForwardedMessage(boolean failsAsWhole) {
        Endpoint zero = open(this.zero, failsAsWhole);
        Endpoint one = open(this.one, failsAsWhole);
        fake.send(0, framesTo(0).getFirst());
        zero.send(1, TAG, CallSignature.NONE, zero.receive(FAKE, TAG).payload());
        Payload payload = one.receive(0, TAG).payload();
        Background<Object> reader = Background.start("reader", payload::take);
        await().until(reader::isParked);
        fake.die();

        assertThat(reader.outcome().failure()).isInstanceOf(MemberFailedException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "0, false", "1, true", "1, false"})
    void shouldTellThoseWhoHadNoConnection(int connected, boolean failsAsWhole) {
        Endpoint zero = open(this.zero, failsAsWhole);
        Endpoint one = open(this.one, failsAsWhole);
        Background<Object> atZero = Background.start("zero", () -> zero.receive(FAKE, TAG));
        Background<Object> atOne = Background.start("one", () -> one.receive(FAKE, TAG));
        await().until(() -> atZero.isParked() && atOne.isParked());
        greet(zero); // every process connects to 0 when it has joined
        if (connected == 1) {
            greet(one);
        }
        fake.die();

        for (Background<Object> waiting : List.of(atZero, atOne)) {
            assertThat(waiting.outcome().failure())
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("process=2")
                    .hasMessageContaining("host=fake-host")
                    .hasMessageContaining("pid=4711");
        }
        assertHealthyBetweenTheOthers();
    }

    @Test
    void shouldNoticeAProcessThatDiesBeforeItConnectsToAnybody() {
        Endpoint one = open(this.one, true);
        Background<Object> waiting = Background.start("one", () -> one.receive(FAKE, TAG));
        await().until(waiting::isParked);
        fake.die();

        assertThat(waiting.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("process=2");
    }

    @Test
    void shouldTreatAProcessThatWritesNonsenseAsLost() {
        Endpoint zero = open(this.zero, true);
        Endpoint one = open(this.one, true);
        List<Frame> frames = framesTo(0);
        fake.send(0, frames.getFirst());
        Payload payload = zero.receive(FAKE, TAG).payload();
        Background<Object> rest = Background.start("rest", payload::take);
        Background<Object> next = Background.start("next", () -> zero.receive(FAKE, TAG));
        Background<Object> other = Background.start("other", () -> one.receive(0, TAG));
        await().until(() -> rest.isParked() && next.isParked() && other.isParked());
        fake.sendBytes(0, new byte[] {1, 2, 3});

        for (Background<Object> waiting : List.of(rest, next, other)) {
            assertThat(waiting.outcome().failure()).isInstanceOf(MemberFailedException.class);
        }
        assertHealthyBetweenTheOthers();
    }

    @Test
    void shouldTreatAProcessWhoseChunksDoNotFitAsLost() {
        Endpoint zero = open(this.zero, true);
        Background<Object> next = Background.start("next", () -> zero.receive(FAKE, TAG));
        await().until(next::isParked);
        fake.send(0, framesTo(0).get(1)); // a middle without a beginning

        assertThat(next.outcome().failure()).isInstanceOf(MemberFailedException.class);
    }

    /** Source and destination: no such rank, a rank of another process, and a destination that lives elsewhere. */
    @ParameterizedTest
    @CsvSource({"3, 0", "-1, 0", "1, 0", "2, 1", "2, 3"})
    void shouldTreatAProcessThatSpeaksForOthersAsLost(int source, int destination) {
        Endpoint zero = open(this.zero, true);
        Background<Object> next = Background.start("next", () -> zero.receive(FAKE, TAG));
        await().until(next::isParked);
        Chunk nothing = codec.encode(null).await(0);
        Envelope key = Envelopes.of(GROUP, source, destination, TAG, 0);
        fake.send(0, new Frame.MessageChunk(key, nothing.length(), 0, nothing));

        assertThat(next.outcome().failure()).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldTreatAProcessThatHasTakenMoreThanWasSentAsLost() {
        Endpoint zero = open(this.zero, true);
        Background<Object> next = Background.start("next", () -> zero.receive(FAKE, TAG));
        await().until(next::isParked);
        fake.send(0, new Frame.Control(Notice.of(new Receipt(Envelopes.of(GROUP, 0, FAKE, TAG, 0), 1, false))));

        assertThat(next.outcome().failure()).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldTreatAProcessThatSendsMoreThanTheWindowAsLost() {
        Endpoint zero = open(this.zero, true);
        Background<Object> next = Background.start("next", () -> zero.receive(FAKE, TAG));
        await().until(next::isParked);
        Chunk data = new Chunk(new byte[1000], 0, 1000);
        for (int early = 1; early <= 2; early++) { // the first message is missing, so that none is taken
            fake.send(
                    0,
                    new Frame.MessageChunk(
                            Envelopes.of(GROUP, FAKE, 0, TAG, early), Job.DEFAULT_WINDOW_BYTES, 0, data));
        }

        assertThat(next.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("more bytes are under way than the window allows");
    }

    @Test
    void shouldFailWhoSendsToALostProcess() {
        Endpoint zero = open(this.zero, true);
        zero.send(FAKE, TAG, CallSignature.NONE, zero.capture("arrives"));
        await().until(() -> !fake.messages().isEmpty());
        fake.die();

        await().untilAsserted(() -> org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> zero.send(FAKE, TAG, CallSignature.NONE, zero.capture(new byte[100_000])))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("process=2"));
    }

    @Test
    void shouldFailGroupsThatAreOpenedLater() {
        greet(open(this.zero, true));
        fake.die();
        GroupLayout later = new GroupLayout(GROUP + 1, "later", List.of(0, 1, FAKE), true);
        Endpoint zero = this.zero.open(later).get(0);
        Background<Object> waiting = Background.start("waiting", () -> zero.receive(FAKE, TAG));

        assertThat(waiting.outcome().failure()).isInstanceOf(MemberFailedException.class);
    }

    /** A member that hears of a loss from a group made of another may go back to the first at once. */
    @Test
    void shouldBreakGroupsInTheOrderInWhichTheyWereOpened() {
        int count = 200;
        List<Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long number = GROUP + count - i;
            endpoints.add(this.zero
                    .open(new GroupLayout(number, "group " + number, List.of(0, 1, FAKE), true))
                    .get(0));
        }
        Background<Object> lastOpened = Background.start("polling", () -> {
            while (!isBroken(endpoints.getLast())) {
                Thread.onSpinWait();
            }
            return endpoints.stream().filter(ProcessLossTest::isBroken).count();
        });
        fake.die();

        assertThat(lastOpened.get()).isEqualTo((long) count);
    }

    private static boolean isBroken(Endpoint endpoint) {
        try {
            endpoint.calls().throwIfEnded();
            return false;
        } catch (MemberFailedException e) {
            return true;
        }
    }

    /** The two real processes must not have given each other up. */
    private void assertHealthyBetweenTheOthers() {
        GroupLayout layout = new GroupLayout(GROUP + 1, "survivors", List.of(0, 1), true);
        Endpoint zero = this.zero.open(layout).get(0);
        Endpoint one = this.one.open(layout).get(1);
        zero.send(1, TAG, CallSignature.NONE, zero.capture("ping"));
        assertThat(one.receive(0, TAG).payload().take()).isEqualTo("ping");
        one.send(0, TAG, CallSignature.NONE, one.capture("pong"));
        assertThat(zero.receive(1, TAG).payload().take()).isEqualTo("pong");
    }

    /** Opens a group in which the rank of each process is its index. */
    private static Endpoint open(ProcessRuntime messenger, boolean failsAsWhole) {
        return messenger
                .open(new GroupLayout(GROUP, "three", List.of(0, 1, FAKE), failsAsWhole))
                .get(messenger.process());
    }

    /** Makes sure that the fake process has a stream to a real one. */
    private void greet(Endpoint endpoint) {
        int tag = TAG + 1;
        Chunk nothing = codec.encode(null).await(0);
        Envelope key = Envelopes.of(GROUP, FAKE, endpoint.rank(), tag, 0);
        fake.send(endpoint.rank(), new Frame.MessageChunk(key, nothing.length(), 0, nothing));
        endpoint.receive(FAKE, tag);
    }

    private List<Frame> framesTo(int rank) {
        List<Chunk> chunks = new ArrayList<>();
        codec.encode(value).forEach(chunks::add);
        long total = chunks.stream().mapToLong(Chunk::length).sum();
        List<Frame> frames = new ArrayList<>();
        long offset = 0;
        for (Chunk chunk : chunks) {
            frames.add(new Frame.MessageChunk(Envelopes.of(GROUP, FAKE, rank, TAG, 0), total, offset, chunk));
            offset += chunk.length();
        }
        return frames;
    }
}
