package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.Together.Background;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.BufferSender;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Undelivered;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.match.Payloads;
import tutti.messaging.match.SendStream;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.codec.ObjectCodec;

/** What all devices promise, without members above them; see {@link tutti.messaging.device.Device}. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class DeviceContractTest {
    private static final long GROUP = 7;
    private static final int CONTEXT = 2;
    private static final int LARGE_BYTES = 5 * Chunk.MAX_BYTES + 17;

    private final ObjectCodec codec = new ObjectCodec();
    private final Payloads payloads = new Payloads(codec);
    private @Nullable DevicePair pair;

    /** Devices that other modules have are tested by classes which extend this one, and hide these methods. */
    static Stream<Named<Supplier<DevicePair>>> devices() {
        return Arrays.stream(DevicePair.Kind.values()).map(DeviceContractTest::named);
    }

    static Stream<Named<Supplier<DevicePair>>> devicesBetweenProcesses() {
        return Arrays.stream(DevicePair.Kind.values())
                .filter(kind -> kind != DevicePair.Kind.LOOPBACK)
                .map(DeviceContractTest::named);
    }

    static Stream<Named<Supplier<DevicePair>>> devicesThatAreWired() {
        return Stream.of(DevicePair.Kind.SHARED_MEMORY, DevicePair.Kind.COMPOSED)
                .map(DeviceContractTest::named);
    }

    private static Named<Supplier<DevicePair>> named(DevicePair.Kind kind) {
        return Named.of(kind.name(), kind::open);
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
        }
    }

    // ---------------------------------------------------------------- reach

    @ParameterizedTest
    @MethodSource("devices")
    void shouldGiveTheSameLinkEachTime(Supplier<DevicePair> pairs) {
        open(pairs);

        assertThat(pair.device(0).reaches(pair.receiver())).isTrue();
        assertThat(link()).isSameAs(link());
    }

    // ---------------------------------------------------------------- order

    @ParameterizedTest
    @MethodSource("devices")
    void shouldKeepMessagesAndNoticesInOrderFromTheFirstOn(Supplier<DevicePair> pairs) {
        open(pairs);
        SendStream.Target target = target();
        List<Object> sent = new ArrayList<>();
        for (int i = 0; i < 500; i++) { // the first before the link is established
            target.send(message(i, new byte[i % 40]), Credit.WHOLE);
            target.flush();
            link().signal(notice(i));
            link().flush();
            sent.add((long) i);
            sent.add("notice " + i);
        }
        awaitCount(1000);

        assertThat(pair.received().came().stream().map(DeviceContractTest::name))
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shouldKeepTheOrderOfEachThread(Supplier<DevicePair> pairs) {
        open(pairs);
        int threads = 4;
        Together.all(IntStream.range(0, threads)
                .<Callable<Void>>mapToObj(thread -> () -> {
                    SendStream.Target target = target();
                    for (int i = 0; i < 300; i++) {
                        target.send(message(1000L * thread + i, new byte[50]), Credit.WHOLE);
                        target.flush();
                    }
                    return null;
                })
                .toList());
        awaitCount(threads * 300);

        for (int thread = 0; thread < threads; thread++) {
            int of = thread;
            assertThat(numbers().filter(number -> number / 1000 == of))
                    .isSorted()
                    .hasSize(300);
        }
    }

    private static Object name(Object came) {
        return came instanceof Message message ? message.sequence() : "notice " + ((Notice) came).sequence();
    }

    // ---------------------------------------------------------------- large messages

    @ParameterizedTest
    @MethodSource("devices")
    void shouldCarryMessagesOfEverySize(Supplier<DevicePair> pairs) {
        open(pairs);
        int[] sizes = {0, 1, 7, 1000, Chunk.MAX_BYTES - 1, Chunk.MAX_BYTES, Chunk.MAX_BYTES + 1, LARGE_BYTES, 4 << 20};
        for (int i = 0; i < sizes.length; i++) {
            target().send(message(i, random(sizes[i])), Credit.WHOLE);
        }
        target().flush();
        awaitCount(sizes.length);

        for (Message message : pair.received().messages()) {
            assertThat((byte[]) message.payload().take()).isEqualTo(random(sizes[(int) message.sequence()]));
        }
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldWriteBuffersThatAreNotCaptured(Supplier<DevicePair> pairs) {
        open(pairs);
        BufferSender sender = establishedBuffers();
        byte[] bytes = random(LARGE_BYTES);
        DirectBuffer data = DirectBuffer.of(bytes);
        BufferFragments fragments = fragments(data, sender, Credit.WHOLE);
        Background<Void> sending = pair.received().whileStopped(() -> {
            Background<Void> blocked = Background.start("sends", () -> {
                sender.send(fragments, false, () -> {}, () -> () -> "room");
                return null;
            });
            await().until(() -> blocked.isParked() || blocked.isDone());
            return blocked;
        });
        sending.get();
        Arrays.fill(bytes, (byte) 0); // the caller may do so now
        awaitCount(2);

        assertThat((byte[]) pair.received().messages().get(1).payload().take()).isEqualTo(random(LARGE_BYTES));
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldWriteBuffersOutsideTheHeap(Supplier<DevicePair> pairs) {
        open(pairs);
        BufferSender sender = establishedBuffers();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(9 << 20);
            memory.copyFrom(MemorySegment.ofArray(random(9 << 20)));
            DirectBuffer data = DirectBuffer.of(memory.asByteBuffer());
            BufferFragments fragments = fragments(data, sender, Credit.WHOLE);
            sender.send(fragments, false, () -> {}, () -> () -> "room");
            memory.fill((byte) 0); // the caller may do so now
        }
        awaitCount(2);

        assertThat((byte[]) pair.received().messages().get(1).payload().take()).isEqualTo(random(9 << 20));
    }

    /** A way may leave out what a message has in common with the one before. */
    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldCarryBuffersThatAreAlikeAndOthersBetweenThem(Supplier<DevicePair> pairs) {
        open(pairs);
        BufferSender sender = establishedBuffers();
        Random random = new Random(1);
        List<byte[]> sent = new ArrayList<>(List.of(new byte[1]));
        int notices = 0;
        while (sent.size() < 2_000) {
            int kind = random.nextInt(20);
            byte[] bytes = new byte[kind < 15 ? 8 : kind == 19 ? 40_000 : random.nextInt(300)];
            Arrays.fill(bytes, (byte) sent.size());
            if (kind == 17) {
                target().send(message(sent.size(), bytes), Credit.WHOLE);
                target().flush();
            } else {
                DirectBuffer data = DirectBuffer.of(bytes);
                Envelope envelope = new Envelope(
                        GROUP, CONTEXT, 0, 1, kind == 18 ? 4 : 3, sent.size(), CallSignature.NONE, kind == 16);
                BufferFragments fragments =
                        new BufferFragments(envelope, payloads.prefix(data), data, sender.pieceBytes(), Credit.WHOLE);
                sender.send(fragments, false, () -> {}, () -> () -> "room");
            }
            sent.add(bytes);
            if (random.nextInt(50) == 0) {
                link().signal(notice(notices++));
                link().flush();
            }
        }
        awaitCount(sent.size() + notices);

        List<Message> came = pair.received().messages();
        for (int i = 0; i < sent.size(); i++) {
            assertThat(came.get(i).sequence()).isEqualTo(i);
            assertThat((byte[]) came.get(i).payload().take()).isEqualTo(sent.get(i));
        }
    }

    BufferFragments fragments(DirectBuffer data, BufferSender sender, Credit credit) {
        return new BufferFragments(envelope(1), payloads.prefix(data), data, sender.pieceBytes(), credit);
    }

    RecordingHandler received() {
        return pair.received();
    }

    BufferSender establishedBuffers() {
        target().send(message(0, new byte[1]), Credit.WHOLE);
        target().flush();
        awaitCount(1);
        await().until(() -> link().buffers() != null);
        return link().buffers();
    }

    // ---------------------------------------------------------------- credit and backpressure

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses") // in one process a message is handed over as a whole
    void shouldHoldBackWhatHasNoCreditAndLetOthersPass(Supplier<DevicePair> pairs) {
        open(pairs);
        Credit credit = new Credit(0, LARGE_BYTES, 10, "a stream"); // for one piece
        target().send(message(1, random(LARGE_BYTES)), credit);
        target().send(message(2, new byte[3]), Credit.WHOLE);
        target().flush();
        awaitCount(2);
        Message first = pair.received().messages().getFirst();
        assertThat(first.sequence()).isEqualTo(1);
        assertThat(arrivedBytes(first)).isPositive().isLessThanOrEqualTo(Chunk.MAX_BYTES);

        credit.raise(Long.MAX_VALUE);
        assertThat((byte[]) first.payload().take()).isEqualTo(random(LARGE_BYTES));
    }

    private static long arrivedBytes(Message message) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> message.payload().encoded().poll(i))
                .takeWhile(Objects::nonNull)
                .mapToLong(Chunk::length)
                .sum();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shouldNotBlockASenderWhosePeerTakesNothing(Supplier<DevicePair> pairs) {
        open(pairs);
        int count = 400;
        pair.received().whileStopped(() -> {
            for (int i = 0; i < count; i++) {
                target().send(message(i, new byte[50_000]), Credit.WHOLE);
                target().flush();
                link().signal(notice(i));
                link().flush();
            }
            return null;
        });
        awaitCount(2 * count);

        assertThat(numbers()).isSorted().hasSize(count);
    }

    // ---------------------------------------------------------------- signs of life

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldReportThatAProcessIsHeard(Supplier<DevicePair> pairs) {
        open(pairs);
        target().send(message(0, new byte[1]), Credit.WHOLE);
        target().flush();
        awaitCount(1);
        long before = pair.received().timesHeard(0);

        pair.device(0).checkConnections();
        pair.device(0).signalAll(Notice.alive(0));
        await().until(() -> pair.received().timesHeard(0) > before);
    }

    // ---------------------------------------------------------------- ends

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldBringEverythingBeforeAnEndInGoodOrder(Supplier<DevicePair> pairs) {
        open(pairs);
        int count = 100;
        Background<List<Undelivered>> closing = pair.received().whileStopped(() -> {
            for (int i = 0; i < count; i++) {
                target().send(message(i, random(50_000)), Credit.WHOLE);
                target().flush();
            }
            return Background.start("closes", () -> pair.close(0));
        });

        assertThat(closing.get()).isEmpty();
        await().until(() -> !pair.received().ends().isEmpty());
        assertThat(pair.received().ends()).containsExactly("ended 0");
        assertThat(numbers()).hasSize(count).isSorted();
        assertThat(pair.received().messages())
                .allSatisfy(
                        message -> assertThat((byte[]) message.payload().take()).isEqualTo(random(50_000)));
    }

    @ParameterizedTest
    @MethodSource("devicesThatAreWired") // one takes 5 s; gRPC alone does the same, see CloseTest
    void shouldHandOverWhatHasNoCreditWhenItCloses(Supplier<DevicePair> pairs) {
        open(pairs);
        establishedBuffers();
        target().send(message(1, random(LARGE_BYTES)), new Credit(0, LARGE_BYTES, 10, "a stream"));
        target().flush();

        assertThat(pair.close(0)).isEmpty();
        awaitCount(2);
        assertThat((byte[]) pair.received().messages().get(1).payload().take()).isEqualTo(random(LARGE_BYTES));
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldReportTheLossOfAPeerOnceAndFailWhatIsIncomplete(Supplier<DevicePair> pairs) {
        open(pairs);
        target().send(message(1, random(LARGE_BYTES)), new Credit(0, LARGE_BYTES, 10, "a stream"));
        target().flush();
        awaitCount(1);

        pair.kill();
        await().until(() -> pair.handlers.stream().noneMatch(each -> each.ends().isEmpty()));
        assertThat(pair.handlers.get(0).ends()).containsExactly("lost 1");
        assertThat(pair.received().ends()).containsExactly("lost 0");
        await().until(() ->
                pair.received().messages().getFirst().payload().encoded().failure() != null);
        target().send(message(2, random(LARGE_BYTES)), Credit.WHOLE); // dropped
        target().flush();
        link().signal(notice(2));
        link().flush();
        assertThat(pair.received().came()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldLetAnAbandonedPeerLearnSo(Supplier<DevicePair> pairs) {
        open(pairs);
        establishedBuffers();
        pair.abandon();

        await().until(() -> pair.handlers.stream().noneMatch(each -> each.ends().isEmpty()));
        assertThat(pair.handlers.get(0).ends()).containsExactly("lost 1");
        assertThat(pair.received().ends()).containsExactly("lost 0");
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldWakeAThreadThatWaitsForRoomWhenThePeerIsLost(Supplier<DevicePair> pairs) {
        open(pairs);
        BufferSender sender = establishedBuffers();
        DirectBuffer data = DirectBuffer.of(new byte[64 << 20]);
        BufferFragments fragments = new BufferFragments(
                envelope(1), payloads.prefix(data), data, sender.pieceBytes(), new Credit(0, 64 << 20, 10, "a stream"));
        Runnable check = () -> {
            if (!pair.handlers.getFirst().ends().isEmpty()) {
                throw new IllegalStateException("peer is gone");
            }
        };
        Background<Void> sending = Background.start("sends", () -> {
            sender.send(fragments, true, check, () -> () -> "room");
            return null;
        });
        await().until(sending::isParked);

        pair.kill();
        assertThat(sending.outcome().failure()).hasMessage("peer is gone");
    }

    @ParameterizedTest
    @MethodSource("devicesBetweenProcesses")
    void shouldGiveUpAPeerThatMakesNoSense(Supplier<DevicePair> pairs) {
        open(pairs);
        target().send(message(0, new byte[1]), Credit.WHOLE);
        link().signal(Notice.lost(42, "there is no such process", true));
        target().send(message(1, new byte[1]), Credit.WHOLE);
        target().flush();

        await().until(() -> !pair.received().ends().isEmpty());
        assertThat(pair.received().ends()).containsExactly("lost 0");
        assertThat(numbers()).containsExactly(0L);
    }

    // ---------------------------------------------------------------- what the tests send

    void open(Supplier<DevicePair> pairs) {
        pair = pairs.get();
    }

    private PeerLink link() {
        return pair.device(0).connect(pair.receiver());
    }

    private SendStream.Target target() {
        return link().to(GROUP, CONTEXT, 1);
    }

    private static Envelope envelope(long sequence) {
        return new Envelope(GROUP, CONTEXT, 0, 1, 3, sequence, CallSignature.NONE, false);
    }

    private Message message(long sequence, byte[] value) {
        Payload payload = payloads.encode(payloads.capture(value, false));
        return Message.of(envelope(sequence), payload);
    }

    private static Notice notice(long number) {
        return new Notice(Notice.Kind.TAKEN, GROUP, 0, 1, CONTEXT, number, 0, "", CallSignature.NONE);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    void awaitCount(int count) {
        await().until(() -> pair.received().came().size() >= count);
        assertThat(pair.received().came()).hasSize(count);
    }

    private Stream<Long> numbers() {
        return pair.received().messages().stream().map(Message::sequence);
    }
}
