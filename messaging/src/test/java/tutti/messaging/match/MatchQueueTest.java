package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Envelopes;
import tutti.messaging.Together;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

class MatchQueueTest {
    private static final long WINDOW_BYTES = 1 << 20;
    private static final CallSignature CALL = new CallSignature(1, 0, 5);
    private static final int FIVE_BYTES = 5; // what precedes the elements, and one int

    private final List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
    private final MatchQueue queue =
            new MatchQueue(new WaitQueue(new IdleStrategy(WaitStrategy.PARK)), WINDOW_BYTES, receipts::add);

    @Test
    void shouldGiveAMessageToTheReceiveThatWasPostedFirst() {
        ReceiveRequest otherTag = posted(0, 1);
        ReceiveRequest any = posted(Pattern.ANY, Pattern.ANY);
        ReceiveRequest exact = posted(0, 7);
        deliver(queue, message(0, 7, 0));
        deliver(queue, message(0, 7, 1));

        assertThat(otherTag.message()).isNull();
        assertThat(any.message()).extracting(Message::sequence).isEqualTo(0L);
        assertThat(exact.message()).extracting(Message::sequence).isEqualTo(1L);
    }

    @Test
    void shouldTakeTheMessageThatArrivedFirst() {
        deliver(queue, message(2, 0, 0));
        deliver(queue, message(1, 0, 0));
        deliver(queue, message(2, 1, 1));

        assertThat(posted(Pattern.ANY, 1).message())
                .extracting(Message::sequence)
                .isEqualTo(1L);
        assertThat(posted(Pattern.ANY, Pattern.ANY).message())
                .extracting(Message::source)
                .isEqualTo(2);
        assertThat(posted(Pattern.ANY, Pattern.ANY).message())
                .extracting(Message::source)
                .isEqualTo(1);
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void shouldOrderMessagesOfOneSourceAcrossTags() {
        deliver(queue, message(0, 1, 1));
        assertThat(queue.peek(Pattern.from(0))).isNull();
        deliver(queue, message(0, 2, 0));

        assertThat(queue.poll(Pattern.from(0))).extracting(Message::tag).isEqualTo(2);
        assertThat(queue.poll(Pattern.from(0))).extracting(Message::tag).isEqualTo(1);
    }

    @Test
    void shouldLeaveMessagesOfLaterCalls() {
        deliver(queue, new Message(Envelopes.of(5, 0, 1, 3, 0, new CallSignature(1, 0, 6), false), nothing()));

        assertThat(queue.poll(new Pattern(0, Pattern.ANY, 5))).isNull();
        assertThat(queue.poll(new Pattern(0, Pattern.ANY, 6))).isNotNull();
    }

    @Test
    void shouldDropMessagesOfCallsThatWereLeftEarly() {
        deliver(queue, new Message(Envelopes.of(5, 0, 1, 3, 0, CALL, true), nothing()));
        queue.discard(5);
        deliver(queue, new Message(Envelopes.of(5, 0, 1, 3, 1, CALL, true), nothing()));
        deliver(queue, new Message(Envelopes.of(5, 0, 1, 3, 2, new CallSignature(1, 0, 6), false), nothing()));

        assertThat(queue.poll(Pattern.from(0))).extracting(Message::sequence).isEqualTo(2L);
        assertThat(receipts).allMatch(Receipt::isAwaited);
        assertThat(receipts).extracting(receipt -> receipt.message().sequence()).containsExactly(0L, 1L);
    }

    @Test
    void shouldNotGiveAMessageToAReceiveThatWasCancelled() {
        ReceiveRequest request = posted(0, Pattern.ANY);
        assertThat(queue.cancel(request)).isTrue();
        deliver(queue, message(0, 0, 0));

        assertThat(request.message()).isNull();
        assertThat(queue.cancel(posted(0, Pattern.ANY))).as("has a message").isFalse();
    }

    /** So that its sender continues before all of it has come. */
    @Test
    void shouldMakeRoomForAMessageAsSoonAsItHasAPlace() {
        int[] target = new int[1 << 18];
        byte[] prefix = {1};
        ReceiveRequest request = new ReceiveRequest(null, Pattern.from(0), 0, DirectBuffer.of(target), prefix, CALL);
        queue.post(request);
        byte[] bytes = new byte[1 + 4 * target.length];
        bytes[0] = 1;
        MemorySegment memory = MemorySegment.ofArray(bytes);
        Envelope message = Envelopes.of(5, 0, 1, 3, 0, CALL, true);

        assertThat(queue.claim(message, bytes.length, memory, 0, 1000)).isSameAs(request);
        assertThat(receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.isAwaited()).isFalse();
            assertThat(receipt.takenBytes()).isEqualTo(Message.weightBytes(bytes.length));
        });
        assertThat(request.isFilled()).isFalse();
        request.append(0, memory, 0, bytes.length);
        assertThat(request.isFilled()).isTrue();
        assertThat(receipts).hasSize(2);
        assertThat(receipts.getLast().isAwaited()).isTrue();
    }

    /** Who sees that the receive has ended may leave the group, of which the sender must not hear first. */
    @Test
    void shouldTellTheSenderBeforeAReceiveIntoABufferEnds() {
        List<Boolean> ended = new ArrayList<>();
        byte[] prefix = {1};
        ReceiveRequest request =
                new ReceiveRequest(null, Pattern.from(0), 0, DirectBuffer.of(new int[1]), prefix, CALL);
        MatchQueue told = queueThatTells(receipt -> ended.add(request.isDone()));
        told.post(request);
        MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 0, 0, 0, 0});

        assertThat(told.claim(Envelopes.of(5, 0, 1, 3, 0, CALL, true), 5, memory, 0, 1))
                .isSameAs(request);
        request.append(0, memory, 0, 5);
        assertThat(request.isFilled()).isTrue();
        assertThat(ended).containsExactly(false);
    }

    @Test
    void shouldKnowThatASenderIsStillToBeTold() {
        List<Boolean> owed = new ArrayList<>();
        AtomicReference<MatchQueue> told = new AtomicReference<>();
        told.set(queueThatTells(receipt -> owed.add(told.get().owesReceipts())));
        ReceiveRequest request = new ReceiveRequest(null, Pattern.from(0), 0, null, null, null);
        told.get().post(request);
        deliver(told.get(), new Message(Envelopes.of(5, 0, 1, 3, 0, CallSignature.NONE, true), nothing()));

        assertThat(request.isDone()).isTrue();
        assertThat(owed).containsExactly(true);
        assertThat(told.get().owesReceipts()).isFalse();
    }

    @Test
    void shouldNotOweAReceiptThatCouldNotBeSent() {
        MatchQueue told = queueThatTells(receipt -> {
            throw new IllegalStateException("no way");
        });
        told.post(new ReceiveRequest(null, Pattern.from(0), 0, null, null, null));
        Message message = new Message(Envelopes.of(5, 0, 1, 3, 0, CallSignature.NONE, true), nothing());

        assertThatThrownBy(() -> deliver(told, message)).isInstanceOf(IllegalStateException.class);
        assertThat(told.owesReceipts()).isFalse();
    }

    private static MatchQueue queueThatTells(Consumer<Receipt> target) {
        return new MatchQueue(new WaitQueue(new IdleStrategy(WaitStrategy.PARK)), WINDOW_BYTES, target);
    }

    /** Its sender has heard of it, and has room for another: that is said once. */
    @Test
    void shouldCountAMessageOnceThatIsGivenBack() {
        deliver(queue, new Message(Envelopes.of(5, 0, 1, 3, 0, CallSignature.NONE, true), nothing()));
        Message taken = queue.poll(Pattern.from(0));
        queue.giveBack(taken);

        assertThat(queue.poll(Pattern.from(0))).isSameAs(taken);
        assertThat(receipts).hasSize(1);
    }

    @Test
    void shouldNotWriteIntoABufferWhatDoesNotFit() {
        int[] target = {0};
        ReceiveRequest request =
                new ReceiveRequest(null, Pattern.from(0), 0, DirectBuffer.of(target), new byte[] {1}, null);
        queue.post(request);
        MemorySegment memory = MemorySegment.ofArray(new byte[] {2, 0, 0, 0, 0});

        assertThat(queue.claim(Envelopes.of(5, 0, 1, 3, 0), 5, memory, 0, 5))
                .as("another type")
                .isNull();
        assertThat(queue.claim(Envelopes.of(5, 0, 1, 3, 0), 9, memory, 0, 5))
                .as("longer")
                .isNull();
        deliver(queue, message(0, 0, 0));
        assertThat(request.message()).isNotNull();
    }

    /** Whole messages are written into buffers that wait, those of a buffer that comes first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldFillTheBuffersThatTheModelSays(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int sources = 1 + random.nextInt(3);
        long[] next = new long[sources];
        long[] takenBytes = new long[sources];
        Model model = new Model();
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean()) {
                Pattern pattern = pattern(random, sources);
                ReceiveRequest request = random.nextInt(4) == 0 ? posted(pattern) : postedBuffer(pattern);
                Message taken = model.first(pattern);
                if (taken != null) {
                    takenBytes[taken.source()] += taken.weightBytes();
                }
                model.post(request);
            } else if (random.nextInt(8) == 0 && !model.posted.isEmpty()) {
                assertThat(queue.cancel(model.posted.removeFirst())).isTrue();
            } else {
                int source = random.nextInt(sources);
                Message message = message(source, random.nextInt(3), next[source]++);
                ReceiveRequest expected = model.firstPosted(message);
                boolean isFilled = bring(message, step, random.nextBoolean());
                model.deliver(message);
                assertThat(isFilled).isEqualTo(expected != null && expected.target() != null);
                takenBytes[source] += expected == null ? 0 : Message.weightBytes(isFilled ? FIVE_BYTES : 0);
                if (isFilled) {
                    model.matched.remove(expected);
                    assertThat(expected.isFilled()).isTrue();
                    assertThat(expected.claimedFor()).matches(message::isLike);
                    assertThat(((int[]) expected.target().array())[0]).isEqualTo(step);
                }
            }
            model.check();
            for (Receipt receipt : receipts) {
                assertThat(receipt.takenBytes())
                        .isEqualTo(takenBytes[receipt.message().source()]);
                assertThat(receipt.message().sequence())
                        .isLessThan(next[receipt.message().source()]);
            }
            receipts.clear();
        }
    }

    /** Brings a message of one number as a transport does; returns whether it was written into a buffer. */
    private boolean bring(Message message, int number, boolean isLikeBefore) {
        byte[] bytes = new byte[FIVE_BYTES];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, 1, number);
        Envelope before = message(message.source(), message.tag(), message.sequence() - 1);
        if (isLikeBefore && queue.fill(before, message.sequence(), memory, 0, FIVE_BYTES)) {
            return true;
        }
        ReceiveRequest claimed = queue.claim(message, FIVE_BYTES, memory, 0, FIVE_BYTES);
        if (claimed == null) {
            deliver(queue, message);
            return false;
        }
        return claimed.append(0, memory, 0, FIVE_BYTES);
    }

    private ReceiveRequest postedBuffer(Pattern pattern) {
        ReceiveRequest request =
                new ReceiveRequest(null, pattern, 0, DirectBuffer.of(new int[1]), new byte[] {1}, null);
        queue.post(request);
        return request;
    }

    @Test
    void shouldFillNoBufferOutOfTurn() {
        MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 9, 0, 0, 0});
        ReceiveRequest request = postedBuffer(Pattern.from(0));
        Envelope like = message(0, 0, 0);

        assertThat(queue.fill(like, 1, memory, 0, FIVE_BYTES))
                .as("its turn has not come")
                .isFalse();
        assertThat(queue.fill(message(1, 0, 0), 0, memory, 0, FIVE_BYTES))
                .as("of another source")
                .isFalse();
        assertThat(queue.fill(like, 0, memory, 0, FIVE_BYTES)).isTrue();
        assertThat(queue.fill(like, 0, memory, 0, FIVE_BYTES))
                .as("a second time")
                .isFalse();
        postedBuffer(Pattern.from(0));
        assertThat(queue.fill(like, 0, memory, 0, FIVE_BYTES))
                .as("a second time")
                .isFalse();
        assertThat(queue.fill(like, 1, memory, 1, 4)).as("of another shape").isFalse();
        assertThat(request.isFilled()).isTrue();
        assertThat(queue.cancel(request)).isFalse();
    }

    /** Else the later message would lie where no one looks until another comes. */
    @Test
    void shouldFillNoBufferBeforeALaterMessageThatHasCome() {
        MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 9, 0, 0, 0});
        deliver(queue, message(0, 0, 1));
        ReceiveRequest first = postedBuffer(Pattern.from(0));
        ReceiveRequest second = posted(Pattern.from(0));

        assertThat(queue.fill(message(0, 0, 0), 0, memory, 0, FIVE_BYTES)).isFalse();
        assertThat(queue.claim(message(0, 0, 0), FIVE_BYTES, memory, 0, FIVE_BYTES))
                .isNull();
        deliver(queue, message(0, 0, 0));
        assertThat(first.message()).extracting(Message::sequence).isEqualTo(0L);
        assertThat(second.message()).extracting(Message::sequence).isEqualTo(1L);
    }

    @Test
    void shouldTellTheReceiverThatItsMemoryIsClosed() {
        ReceiveRequest request;
        try (Arena arena = Arena.ofShared()) {
            DirectBuffer buffer = DirectBuffer.of(arena.allocate(4), ElementType.INT);
            request = new ReceiveRequest(null, Pattern.from(0), 0, buffer, new byte[] {1}, null);
            queue.post(request);
        }
        MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 9, 0, 0, 0});

        assertThat(queue.fill(message(0, 0, 0), 0, memory, 0, FIVE_BYTES)).isTrue();
        assertThatThrownBy(request::isFilled)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't be written into the buffer");
    }

    /** Each operation does what it does in a model of two lists. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDoWhatTheModelDoes(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int sources = 1 + random.nextInt(4);
        long[] next = new long[sources];
        List<Message> early = new ArrayList<>();
        Model model = new Model();
        for (int step = 0; step < 20_000; step++) {
            int source = random.nextInt(sources);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    Message message = message(source, random.nextInt(3), next[source]++);
                    early.add(message); // and perhaps others of the source overtake it
                    if (random.nextInt(3) > 0) {
                        early.stream()
                                .filter(m -> m.source() == source)
                                .sorted(Comparator.comparingInt(m -> step(m, seed)))
                                .toList()
                                .forEach(each -> deliver(queue, each));
                        early.stream()
                                .filter(m -> m.source() == source)
                                .sorted(Comparator.comparingLong(Message::sequence))
                                .forEach(model::deliver);
                        early.removeIf(m -> m.source() == source);
                    }
                }
                case 3, 4 -> {
                    ReceiveRequest request = posted(pattern(random, sources));
                    model.post(request);
                }
                case 5 -> {
                    if (!model.posted.isEmpty()) {
                        ReceiveRequest request = model.posted.get(random.nextInt(model.posted.size()));
                        assertThat(queue.cancel(request)).isTrue();
                        model.posted.remove(request);
                    }
                }
                case 6 -> {
                    Pattern pattern = pattern(random, sources);
                    assertThat(queue.peek(pattern)).isSameAs(model.first(pattern));
                }
                default -> {
                    Pattern pattern = pattern(random, sources);
                    Message expected = model.first(pattern);
                    Message polled = queue.poll(pattern);
                    assertThat(polled).isSameAs(expected);
                    model.unexpected.remove(expected);
                    if (polled != null && random.nextInt(3) == 0) {
                        if (random.nextBoolean()) {
                            model.post(posted(pattern(random, sources)));
                        }
                        queue.giveBack(polled);
                        model.giveBack(polled);
                    }
                }
            }
            model.check();
        }
    }

    /** An order that depends on nothing but the message and the seed. */
    private static void deliver(MatchQueue queue, Message message) {
        queue.arrive(message);
        queue.arrived();
    }

    private static int step(Message message, int seed) {
        return Long.hashCode(message.sequence() * 31 + seed * 17L) % 5;
    }

    private static Pattern pattern(SplittableRandom random, int sources) {
        int source = random.nextInt(3) == 0 ? Pattern.ANY : random.nextInt(sources);
        int tag = random.nextInt(3) == 0 ? Pattern.ANY : random.nextInt(3);
        return new Pattern(source, tag, Pattern.ANY_CALL);
    }

    /** Messages that no receive has taken, by arrival, and receives that have no message, by posting. */
    private static final class Model {
        private final List<Message> unexpected = new ArrayList<>();
        private final List<ReceiveRequest> posted = new ArrayList<>();
        private final Map<ReceiveRequest, Message> matched = new HashMap<>();

        void deliver(Message message) {
            ReceiveRequest request = firstPosted(message);
            if (request == null) {
                unexpected.add(message);
            } else {
                posted.remove(request);
                matched.put(request, message);
            }
        }

        /** Behind those of its source that were sent before it. */
        void giveBack(Message message) {
            ReceiveRequest request = firstPosted(message);
            if (request != null) {
                posted.remove(request);
                matched.put(request, message);
                return;
            }
            int at = unexpected.size();
            while (at > 0 && !isBefore(unexpected.get(at - 1), message)) {
                at--;
            }
            unexpected.add(at, message);
        }

        private static boolean isBefore(Message one, Message other) {
            return one.source() == other.source() && one.sequence() < other.sequence();
        }

        @Nullable
        ReceiveRequest firstPosted(Message message) {
            return posted.stream()
                    .filter(request -> accepts(request.pattern(), message))
                    .findFirst()
                    .orElse(null);
        }

        void post(ReceiveRequest request) {
            Message message = first(request.pattern());
            if (message == null) {
                posted.add(request);
            } else {
                unexpected.remove(message);
                matched.put(request, message);
            }
        }

        @Nullable
        Message first(Pattern pattern) {
            return unexpected.stream()
                    .filter(message -> accepts(pattern, message))
                    .findFirst()
                    .orElse(null);
        }

        private static boolean accepts(Pattern pattern, Message message) {
            return (pattern.source() == Pattern.ANY || pattern.source() == message.source())
                    && pattern.acceptsOfSource(message);
        }

        void check() {
            matched.forEach((request, message) -> assertThat(request.message()).isSameAs(message));
            assertThat(posted)
                    .allSatisfy(request -> assertThat(request.message()).isNull());
            matched.clear();
        }
    }

    /**
     * Threads deliver, post and cancel at once: each message is received once, and in order by those who take all of a
     * source.
     */
    @Test
    void shouldGiveEachMessageToOneReceiveWhenThreadsCompete() {
        int sources = 3;
        int messages = 20_000;
        List<Callable<List<Message>>> calls = new ArrayList<>();
        for (int source = 0; source < sources; source++) {
            int from = source;
            calls.add(() -> {
                for (int i = 0; i < messages; i++) {
                    deliver(queue, message(from, i % 2, i));
                }
                return List.of();
            });
        }
        for (int tag = 0; tag < 2; tag++) {
            Pattern pattern = new Pattern(Pattern.ANY, tag, Pattern.ANY_CALL);
            int share = sources * messages / 2;
            calls.add(() -> takeAll(pattern, share));
        }
        List<Message> received =
                Together.all(calls).stream().flatMap(List::stream).toList();

        assertThat(received).hasSize(sources * messages).doesNotHaveDuplicates();
        assertThat(queue.isIdle()).isTrue();
        for (int source = 0; source < sources; source++) {
            for (int tag = 0; tag < 2; tag++) {
                int from = source;
                int with = tag;
                assertThat(received.stream()
                                .filter(message -> message.source() == from && message.tag() == with)
                                .map(Message::sequence)
                                .toList())
                        .isSorted();
            }
        }
    }

    /** Messages of one source come by two ways at once, some before their turn: receives take them in order. */
    @Test
    void shouldKeepTheOrderOfASourceWhoseMessagesComeByTwoWays() {
        int messages = 40_000;
        List<Callable<Void>> calls = new ArrayList<>();
        for (int way = 0; way < 2; way++) {
            int from = way;
            calls.add(() -> {
                for (int i = from; i < messages; i += 2) {
                    bring(message(0, 0, i), i, true);
                }
                return null;
            });
        }
        calls.add(() -> {
            for (int i = 0; i < messages; i++) {
                ReceiveRequest request = i % 3 == 0 ? posted(0, 0) : postedBuffer(Pattern.from(0));
                while (!request.isDone()) {
                    Thread.onSpinWait();
                }
                Message message = request.message();
                if (message != null) {
                    assertThat(message.sequence()).isEqualTo(i);
                } else {
                    assertThat(((int[]) request.target().array())[0]).isEqualTo(i);
                }
            }
            return null;
        });
        Together.all(calls);

        assertThat(queue.isIdle()).isTrue();
    }

    /**
     * A thread that takes in all that has arrived wakes no one, so whoever has been woken must see what it takes in.
     */
    @Test
    void shouldNeverHideAMessageThatAnotherThreadTakesIn() {
        int messages = 300_000;
        AtomicBoolean isOver = new AtomicBoolean();
        Together.all(List.<Callable<Void>>of(
                () -> {
                    while (!isOver.get()) {
                        assertThat(queue.poll(Pattern.from(1))).isNull();
                    }
                    return null;
                },
                () -> {
                    try {
                        for (int i = 0; i < messages; i++) {
                            long seen = queue.arrivals();
                            deliver(queue, message(0, 0, i));
                            boolean isSeen = true;
                            for (int look = 0; look < 30; look++) { // while the other takes it in
                                isSeen &= queue.hasNews(seen);
                            }
                            if (!isSeen || queue.poll(Pattern.from(0)) == null) {
                                throw new AssertionError("message is hidden: number=" + i);
                            }
                        }
                    } finally {
                        isOver.set(true);
                    }
                    return null;
                }));
    }

    private List<Message> takeAll(Pattern pattern, int count) {
        List<Message> taken = new ArrayList<>();
        while (taken.size() < count) {
            ReceiveRequest request = posted(pattern);
            if (taken.size() % 3 == 0 && queue.cancel(request)) {
                continue;
            }
            Message message = request.message();
            while (message == null) {
                Thread.onSpinWait();
                message = request.message();
            }
            taken.add(message);
        }
        return taken;
    }

    private ReceiveRequest posted(int source, int tag) {
        return posted(new Pattern(source, tag, Pattern.ANY_CALL));
    }

    private ReceiveRequest posted(Pattern pattern) {
        ReceiveRequest request = new ReceiveRequest(null, pattern, 0, null, null, null);
        queue.post(request);
        return request;
    }

    private static Message message(int source, int tag, long sequence) {
        return new Message(5, 3, source, 1, tag, sequence, CallSignature.NONE, false, nothing());
    }

    private static Payload nothing() {
        return Payload.bundle(List.of());
    }
}
