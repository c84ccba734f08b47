package tutti.messaging.device.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Envelopes;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameSink;
import tutti.messaging.match.Credit;
import tutti.messaging.match.LentElements;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** A writer lets its reader copy elements out of a buffer. Here the process reads its own memory as another's. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CopyOffersTest {
    private static final byte[] PREFIX = {4, 2};

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.FILE_BYTES, 4096);
    private final Sink sink = new Sink();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<Future<?>> reading = new ArrayList<>();
    private long sequence;

    /** What the reader does with an offer. */
    enum Answer {
        COPIES,
        REFUSES,
        LEAVES,
        COPIES_LATE
    }

    @AfterEach
    void stopReading() throws Exception {
        ended.set(true);
        for (Future<?> reader : reading) {
            reader.get(60, TimeUnit.SECONDS);
        }
    }

    /** Round the ring several times, so that offers lie at its end, too. */
    @ParameterizedTest
    @ValueSource(ints = {20_000, 65_536, CopyOffers.MOST_BYTES, 3 * CopyOffers.MOST_BYTES + 5})
    void shouldCopyElementsThatAreOffered(int bytes) {
        RingWriter writer = writer();
        sink.answer = Answer.COPIES;
        int copied = 0;
        for (int i = 0; i < 40 || (copied == 0 && i < 20_000); i++) {
            byte[] elements = random(bytes);
            write(writer, elements);
            copied += sink.takeMessage(elements);
        }
        assertThat(copied).isPositive();
    }

    @ParameterizedTest
    @EnumSource(value = Answer.class, mode = EnumSource.Mode.EXCLUDE, names = "COPIES")
    void shouldWriteWhatIsNotCopied(Answer answer) {
        RingWriter writer = writer();
        sink.answer = answer;
        for (int i = 0; i < 300; i++) {
            byte[] elements = random(30_000 + i);
            write(writer, elements);
            int copied = sink.takeMessage(elements);
            if (answer != Answer.COPIES_LATE) { // else the writer may have been too late itself
                assertThat(copied).isZero();
            }
        }
    }

    @Test
    void shouldMixOffersThatAreCopiedAndNot() {
        RingWriter writer = writer();
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            sink.answer = Answer.values()[random.nextInt(3)];
            byte[] elements = random(random.nextInt(200_000));
            write(writer, elements);
            sink.takeMessage(elements);
        }
    }

    @Test
    void shouldNotWaitForAReaderThatDoesNotRead() {
        RingLayout.setWriter(memory);
        RingReader idle = new RingReader(0, memory, sink, () -> {});
        RingWriter writer = new RingWriter(memory, () -> {});
        askBy(writer, idle);
        byte[] elements = random(100_000);

        write(writer, elements);

        sink.answer = Answer.COPIES;
        while (idle.poll()) {
            // until all has come
        }
        assertThat(sink.takeMessage(elements))
                .as("copied elements of an offer that was taken back")
                .isZero();
    }

    @Test
    void shouldNotOfferToAReaderThatCannotCopy() {
        RingLayout.setWriter(memory);
        memory.set(ValueLayout.JAVA_LONG, RingLayout.KEY_ADDRESS_AT, memory.address() + RingLayout.FILE_BYTES / 2);
        memory.set(ValueLayout.JAVA_LONG, RingLayout.KEY_AT, 77);
        assertNothingIsOffered();
    }

    @Test
    void shouldNotOfferToAReaderForWhichTheWriterIsNoProcess() {
        RingLayout.setWriter(memory);
        memory.set(ValueLayout.JAVA_LONG, RingLayout.PROCESS_AT, Integer.MAX_VALUE);
        assertNothingIsOffered();
    }

    private void assertNothingIsOffered() {
        RingReader reader = new RingReader(0, memory, sink, () -> {});
        RingWriter writer = new RingWriter(memory, () -> {});
        sink.answer = Answer.COPIES;
        start(reader);
        for (int i = 0; i < 100; i++) {
            byte[] elements = random(50_000);
            write(writer, elements);
            assertThat(sink.takeMessage(elements)).isZero();
        }
        assertThat(memory.get(ValueLayout.JAVA_LONG, RingLayout.OFFER_AT)).isZero();
    }

    @Test
    void shouldThrowIfTheBufferIsClosed() {
        RingWriter writer = writer();
        Arena arena = Arena.ofShared();
        DirectBuffer closed = DirectBuffer.of(arena.allocate(50_000), ElementType.BYTE);
        arena.close();

        assertThatThrownBy(() -> writer.tryWrite(message(closed))).isInstanceOf(IllegalStateException.class);

        sink.answer = Answer.COPIES;
        byte[] elements = random(50_000);
        write(writer, elements);
        sink.takeMessage(elements);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, CopyOffers.MOST_BYTES + 1, Long.MIN_VALUE})
    void shouldRefuseAnOfferThatMakesNoSense(long bytes) {
        RingLayout.setWriter(memory);
        RingReader reader = new RingReader(0, memory, sink, () -> {});
        sink.answer = Answer.COPIES;
        byte[] header = FrameFormat.header(
                new Frame.MessageChunk(Envelopes.of(7, 0, 1, 0, 0), 100, 0, new Chunk(PREFIX, 0, PREFIX.length)));
        long at = RingLayout.RECORDS_AT + RingLayout.LENGTH_BYTES;
        for (int i = 0; i < RingLayout.HEADER_WORDS; i++) {
            memory.set(ValueLayout.JAVA_LONG, at + i * 8L, FrameFormat.word(header, i));
        }
        memory.set(ValueLayout.JAVA_LONG, at + header.length, memory.address());
        memory.set(ValueLayout.JAVA_LONG, at + header.length + 8, bytes);
        RingLayout.release(memory, RingLayout.OFFER_AT, RingLayout.offer(0, RingLayout.OFFERED));
        int length = header.length + RingLayout.OFFER_BYTES;
        RingLayout.release(memory, RingLayout.RECORDS_AT, RingLayout.OFFER_BIT | RingLayout.record(length, 0xff));

        reader.poll();

        assertThat(sink.failures)
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessage("malformed ring: bytes offered=" + bytes));
    }

    private RingWriter writer() {
        RingLayout.setWriter(memory);
        RingReader reader = new RingReader(0, memory, sink, () -> {});
        RingWriter writer = new RingWriter(memory, () -> {});
        askBy(writer, reader);
        start(reader);
        return writer;
    }

    /** The first large message lets the reader find out that it can copy. */
    private void askBy(RingWriter writer, RingReader reader) {
        byte[] elements = random(20_000);
        write(writer, elements);
        while (reader.poll()) {
            // until all has come
        }
        assertThat(sink.takeMessage(elements)).isZero();
        assertThat(RingLayout.acquire(memory, RingLayout.READER_COPIES_AT)).isEqualTo(1);
    }

    private void start(RingReader reader) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        reading.add(end);
        Executors.defaultThreadFactory()
                .newThread(() -> {
                    try {
                        while (!ended.get()) {
                            if (sink.answer == Answer.LEAVES) {
                                reader.poll(1);
                            } else {
                                reader.poll();
                            }
                            Thread.onSpinWait();
                        }
                        end.complete(null);
                    } catch (RuntimeException | Error e) {
                        end.completeExceptionally(e);
                    }
                })
                .start();
    }

    private void write(RingWriter writer, byte[] elements) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate(Math.max(1, elements.length)).asSlice(0, elements.length);
            MemorySegment.copy(elements, 0, outside, ValueLayout.JAVA_BYTE, 0, elements.length);
            BufferFragments message = message(DirectBuffer.of(outside, ElementType.BYTE));
            while (!message.isDone()) {
                writer.tryWrite(message);
            }
        }
    }

    private BufferFragments message(DirectBuffer buffer) {
        return new BufferFragments(
                Envelopes.of(7, 0, 1, 0, sequence++), PREFIX, buffer, RingLayout.FRAGMENT_BYTES, Credit.WHOLE);
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }

    /** Collects one message at a time. */
    private static final class Sink implements FrameSink {
        volatile Answer answer = Answer.REFUSES;
        final List<RuntimeException> failures = new ArrayList<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // guarded by this
        private int copied; // guarded by this

        @Override
        public synchronized void take(byte[] header, int changed, MemorySegment from, long at, int length) {
            assertThat(FrameFormat.word(header, FrameFormat.OFFSET_WORD)).isEqualTo(bytes.size());
            bytes.writeBytes(from.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
            notifyAll();
        }

        @Override
        public synchronized Taken takeLent(
                byte[] header,
                MemorySegment from,
                long headAt,
                int headBytes,
                LentElements elements,
                boolean mayLeave) {
            assertThat(FrameFormat.word(header, FrameFormat.OFFSET_WORD)).isEqualTo(bytes.size());
            if (answer == Answer.REFUSES) {
                return Taken.NO;
            }
            if (answer == Answer.LEAVES) {
                return mayLeave ? Taken.LATER : Taken.NO;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment target = arena.allocate(elements.lengthBytes());
                if (answer == Answer.COPIES_LATE) {
                    sleep();
                }
                if (!elements.copyTo(target)) {
                    return Taken.NO;
                }
                bytes.writeBytes(from.asSlice(headAt, headBytes).toArray(ValueLayout.JAVA_BYTE));
                bytes.writeBytes(target.toArray(ValueLayout.JAVA_BYTE));
                copied++;
                notifyAll();
                return Taken.YES;
            }
        }

        private static void sleep() {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Waits for a message, and returns how many parts of it have been copied. */
        synchronized int takeMessage(byte[] elements) {
            try {
                while (bytes.size() < PREFIX.length + elements.length && failures.isEmpty()) {
                    wait(60_000);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            byte[] expected = new byte[PREFIX.length + elements.length];
            System.arraycopy(PREFIX, 0, expected, 0, PREFIX.length);
            System.arraycopy(elements, 0, expected, PREFIX.length, elements.length);
            assertThat(failures).isEmpty();
            assertThat(bytes.toByteArray()).isEqualTo(expected);
            int parts = copied;
            bytes.reset();
            copied = 0;
            return parts;
        }

        @Override
        public synchronized void malformed(RuntimeException failure) {
            failures.add(failure);
            notifyAll();
        }
    }
}
