package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameSink;
import tutti.messaging.device.shm.RingLayout;
import tutti.messaging.device.shm.RingReader;
import tutti.messaging.device.shm.RingWriter;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** One process writes frames into memory, another reads them. */
class RingTest {
    private static final CallSignature LABEL = new CallSignature(3, 1, 77);

    private final MemorySegment memory = Arena.ofAuto().allocate(RingLayout.FILE_BYTES, 4096);
    private final AtomicInteger readersBell = new AtomicInteger();
    private final AtomicInteger writersBell = new AtomicInteger();
    private final Collector collector = new Collector();
    private final RingWriter writer = new RingWriter(memory, readersBell::incrementAndGet);
    private final RingReader reader = new RingReader(0, memory, collector, writersBell::incrementAndGet);

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(reader.poll()).isFalse();
        assertThat(writer.isReady()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 4096, RingLayout.FRAGMENT_BYTES, RingLayout.FRAGMENT_BYTES + 1, Chunk.MAX_BYTES})
    void shouldKeepFramesOfEverySizeRoundAndRound(int size) {
        Random random = new Random(size);
        int rounds = Math.max(20, 3 * RingLayout.CAPACITY_BYTES / (size + 80));
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            assertThat(writer.tryWrite(frame(i, size), new Chunk(bytes, 0, size)))
                    .isTrue();
            while (reader.poll()) {
                // until the frame is complete
            }
            assertThat(collector.message(size)).isEqualTo(bytes);
        }
    }

    @Test
    void shouldTellHowMuchForMembersIsUnread() {
        writer.tryWrite(frame(0, 100), new Chunk(new byte[100], 0, 100)); // for processes: not counted
        assertThat(writer.unreadByMembers()).isZero();
        writer.tryWrite(frame(1, 100), new Chunk(new byte[100], 0, 100));
        writer.wroteForMembers();
        long unread = writer.unreadByMembers();
        assertThat(unread).isGreaterThan(100);

        long before = writer.readPosition();
        while (reader.poll()) {
            // all
        }
        assertThat(writer.readPosition()).isEqualTo(before + unread);
        assertThat(writer.unreadByMembers()).isZero();
        writer.tryWrite(frame(2, 100), new Chunk(new byte[100], 0, 100));
        assertThat(writer.unreadByMembers()).isZero();
    }

    @Test
    void shouldRefuseWhatHasNoRoomAndTellWhenItHas() {
        byte[] bytes = new byte[Chunk.MAX_BYTES];
        int written = 0;
        while (writer.tryWrite(frame(written, bytes.length), new Chunk(bytes, 0, bytes.length))) {
            written++;
        }
        assertThat(written).isPositive();
        while (writer.isReady()) {
            writer.write(frame(written, bytes.length), new Chunk(bytes, 0, bytes.length));
        }
        assertThat(writersBell).hasValue(0);

        reader.poll();

        assertThat(writersBell).hasValue(1);
        assertThat(writer.isReady()).isTrue();
    }

    @Test
    void shouldLeaveALargeMessageThatNoBufferWaitsForAndTakeWhatIsSmall() {
        Picky picky = new Picky();
        RingReader leaving = new RingReader(0, memory, picky, writersBell::incrementAndGet);
        int large = 40_000;
        writer.write(frame(0, 100), new Chunk(new byte[100], 0, 100));
        for (int i = 1; i <= 3; i++) {
            writer.write(frame(i, large), new Chunk(new byte[large], 0, large));
        }

        assertThat(leaving.poll(7)).isTrue();
        assertThat(picky.bytes).isEqualTo(100);
        assertThat(leaving.poll(7)).isFalse();
        picky.isPosted = true;
        assertThat(leaving.poll(7)).isTrue();
        assertThat(picky.bytes).as("the message for which a buffer waits").isEqualTo(100 + large);
        assertThat(leaving.poll(0)).isTrue();
        assertThat(picky.bytes).as("and one of the process that is awaited").isEqualTo(100 + 2 * large);
        assertThat(leaving.poll()).isTrue();
        assertThat(picky.bytes).as("and all, before a thread sleeps").isEqualTo(100 + 3 * large);
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 30_000, 100_000})
    void shouldGiveTheWriterRoomAlthoughNoBufferWaits(int size) {
        Picky picky = new Picky();
        RingReader leaving = new RingReader(0, memory, picky, writersBell::incrementAndGet);
        for (int i = 0; i < 500; i++) {
            while (writer.isReady()) {
                writer.write(frame(i, size), new Chunk(new byte[size], 0, size));
            }
            int rung = writersBell.get();
            leaving.poll(7);
            assertThat(writersBell).hasValue(rung + 1);
            assertThat(writer.isReady()).isTrue();
            assertThat(leaving.poll(7)).as("what is left").isFalse();
        }
    }

    /** Leaves what begins a message, but for one of them if a buffer is posted for that. */
    private static final class Picky implements FrameSink {
        long bytes;
        boolean isPosted;

        @Override
        public void take(byte[] header, int changedWords, MemorySegment source, long chunkAt, int chunkLength) {
            bytes += chunkLength;
        }

        @Override
        public boolean takeUnlessEarly(
                byte[] header, int changedWords, MemorySegment source, long chunkAt, int chunkLength) {
            boolean isBeginning = FrameFormat.word(header, FrameFormat.OFFSET_WORD) == 0;
            if (isBeginning && !isPosted) {
                return false;
            }
            isPosted &= !isBeginning;
            take(header, changedWords, source, chunkAt, chunkLength);
            return true;
        }

        @Override
        public void malformed(RuntimeException problem) {
            throw problem;
        }
    }

    @Test
    void shouldLeaveNothingUnreadWhenSeveralThreadsLook() throws Exception {
        int rounds = 20_000;
        AtomicInteger done = new AtomicInteger();
        List<Thread> lookers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            lookers.add(Thread.ofPlatform().start(() -> {
                while (done.get() < rounds) {
                    reader.arm();
                    readAll();
                    reader.disarm();
                }
            }));
        }
        for (int round = 0; round < rounds; round++) {
            while (!writer.tryWrite(frame(round, 1), new Chunk(new byte[1], 0, 1))) {
                reader.poll();
            }
            reader.arm();
            readAll();
            done.set(round + 1);
        }
        for (Thread looker : lookers) {
            looker.join();
        }

        assertThat(reader.poll()).isFalse();
        assertThat(collector.count()).isEqualTo(rounds);
    }

    @Test
    void shouldRingForAReaderThatSleepsOnly() {
        writer.tryWrite(frame(0, 1), new Chunk(new byte[1], 0, 1));
        assertThat(readersBell).hasValue(0);

        reader.arm();
        writer.tryWrite(frame(1, 1), new Chunk(new byte[1], 0, 1));
        writer.tryWrite(frame(2, 1), new Chunk(new byte[1], 0, 1));

        assertThat(readersBell).hasValue(1);
    }

    @Test
    void shouldCarryFramesWhileBothSidesWork() throws Exception {
        int frames = 50_000;
        Thread writing = Thread.ofPlatform().start(() -> {
            Random sizes = new Random(1);
            for (int i = 0; i < frames; i++) {
                byte[] bytes = new byte[1 + sizes.nextInt(2_000)];
                Arrays.fill(bytes, (byte) i);
                Chunk chunk = new Chunk(bytes, 0, bytes.length);
                while (!writer.tryWrite(frame(i, bytes.length), chunk)) {
                    Thread.onSpinWait();
                }
            }
        });
        Random sizes = new Random(1);
        for (int i = 0; i < frames; i++) {
            while (collector.arrived.isEmpty()) {
                reader.poll();
            }
            byte[] expected = new byte[1 + sizes.nextInt(2_000)];
            Arrays.fill(expected, (byte) i);
            assertThat(collector.arrived.removeFirst()).isEqualTo(expected);
        }
        writing.join();
    }

    @Test
    void shouldCarryBuffersPieceByPiece() {
        double[] data = new Random(5).doubles(100_000).toArray();
        byte[] prefix = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        BufferFragments message = new BufferFragments(
                Envelopes.of(1, 0, 1, 0, 0, LABEL, false),
                prefix,
                DirectBuffer.of(data),
                RingLayout.FRAGMENT_BYTES,
                Credit.WHOLE);
        while (!message.isDone()) {
            if (!writer.tryWrite(message)) {
                reader.poll();
            }
        }
        while (reader.poll()) {
            // until nothing is left
        }

        MemorySegment arrived = MemorySegment.ofArray(collector.message(prefix.length + 8 * data.length));
        assertThat(arrived.asSlice(0, prefix.length).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(prefix);
        assertThat(arrived.asSlice(prefix.length).toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED))
                .isEqualTo(data);
    }

    /** Only what differs from the header before travels. */
    @Test
    void shouldKeepHeadersThatDifferInAnyWord() {
        List<byte[]> headers = new ArrayList<>();
        RingReader keeping = new RingReader(0, memory, new HeaderKeeper(headers), writersBell::incrementAndGet);
        Random random = new Random(7);
        Chunk body = new Chunk(new byte[5], 0, 5);
        for (int i = 0; i < 20_000; i++) {
            Frame frame = random.nextInt(8) == 0
                    ? new Frame.Acknowledged(random.nextInt(3))
                    : new Frame.MessageChunk(
                            Envelopes.of(
                                    1 + random.nextInt(2),
                                    random.nextInt(2),
                                    random.nextInt(2),
                                    random.nextInt(2),
                                    random.nextInt(2),
                                    new CallSignature(3, random.nextInt(2), random.nextInt(2)),
                                    random.nextBoolean()),
                            5 + random.nextInt(2),
                            0,
                            body);
            writer.write(frame, FrameFormat.body(frame));
            while (keeping.poll()) {
                // all
            }
            assertThat(headers).hasSize(1);
            assertThat(headers.removeLast()).isEqualTo(FrameFormat.header(frame));
        }
    }

    /** Small records lie within lines of the cache, and leave out more of a header the more alike messages are. */
    @ParameterizedTest
    @ValueSource(ints = {8, 40, 300})
    void shouldCarrySmallBuffersRoundAndRound(int mostBytes) {
        List<byte[]> headers = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        FrameSink sink = new HeaderKeeper(headers);
        List<byte[]> bodies = new ArrayList<>();
        RingReader keeping = new RingReader(0, memory, new Both(sink, bodies), writersBell::incrementAndGet);
        List<byte[]> data = new ArrayList<>();
        Random random = new Random(mostBytes);
        byte[] prefix = {1, 2, 3};
        for (int i = 0; i < 4 * RingLayout.CAPACITY_BYTES / 64; i++) {
            byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(mostBytes) : mostBytes];
            random.nextBytes(bytes);
            Envelope envelope = Envelopes.of(
                    1, 0, random.nextInt(20) / 19, 0, i, new CallSignature(3, 0, random.nextInt(20) / 19), false);
            byte[] whole = Arrays.copyOf(prefix, prefix.length + bytes.length);
            System.arraycopy(bytes, 0, whole, prefix.length, bytes.length);
            Chunk chunk = new Chunk(whole, 0, whole.length);
            Frame frame = new Frame.MessageChunk(envelope, whole.length, 0, chunk);
            boolean isWritten = random.nextInt(10) == 0
                    ? writer.tryWrite(frame, chunk)
                    : writer.tryWrite(new BufferFragments(
                            envelope, prefix, DirectBuffer.of(bytes), RingLayout.FRAGMENT_BYTES, Credit.WHOLE));
            assertThat(isWritten).isTrue();
            expected.add(FrameFormat.header(frame));
            data.add(whole);
            while (random.nextInt(3) > 0 && keeping.poll()) {
                // some, so that others wait
            }
            if (random.nextInt(100) == 0) {
                keeping.poll();
                keeping.poll();
            }
            assertThat(headers).hasSameSizeAs(bodies);
            for (int n = 0; n < headers.size(); n++) {
                assertThat(headers.get(n)).isEqualTo(expected.removeFirst());
                assertThat(bodies.get(n)).isEqualTo(data.removeFirst());
            }
            headers.clear();
            bodies.clear();
        }
    }

    /** Keeps bodies, too. */
    private record Both(FrameSink headers, List<byte[]> bodies) implements FrameSink {
        @Override
        public void take(byte[] header, int changedWords, MemorySegment source, long chunkAt, int chunkLength) {
            headers.take(header, changedWords, source, chunkAt, chunkLength);
            bodies.add(source.asSlice(chunkAt, chunkLength).toArray(ValueLayout.JAVA_BYTE));
        }

        @Override
        public void malformed(RuntimeException failure) {
            headers.malformed(failure);
        }
    }

    /** The reader looks for a writer that sleeps after many small frames only. */
    @Test
    void shouldWakeAWriterThatHasFilledTheRingWithSmallFrames() {
        Chunk chunk = new Chunk(new byte[100], 0, 100);
        for (int round = 1; round <= 5; round++) {
            while (writer.isReady()) {
                writer.write(frame(round, 100), chunk);
            }
            while (!writer.isReady()) {
                assertThat(reader.poll()).isTrue();
            }
            while (writersBell.get() < round) {
                assertThat(reader.poll()).as("leaves the writer asleep").isTrue();
            }
            collector.arrived.clear();
        }
    }

    @Test
    void shouldSendTheWholeHeaderAfterABufferThatWasClosed() {
        writer.write(frame(0, 1), new Chunk(new byte[1], 0, 1));
        BufferFragments closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = new BufferFragments(
                    Envelopes.of(2, 1, 0, 1, 9, LABEL, true),
                    new byte[9],
                    DirectBuffer.of(arena.allocate(64), ElementType.BYTE),
                    RingLayout.FRAGMENT_BYTES,
                    Credit.WHOLE);
        }
        assertThatThrownBy(() -> writer.tryWrite(closed)).isInstanceOf(IllegalStateException.class);
        List<byte[]> headers = new ArrayList<>();
        Frame next = frame(1, 1);
        writer.write(next, new Chunk(new byte[1], 0, 1));
        new RingReader(0, memory, new HeaderKeeper(headers), writersBell::incrementAndGet).poll();

        assertThat(headers).hasSize(2);
        assertThat(headers.getLast()).isEqualTo(FrameFormat.header(next));
    }

    /** What a record that failed has written lies where the next, which is shorter, ends. */
    @Test
    void shouldMarkTheEndOfARecordAfterOneThatFailed() {
        byte[] prefix = new byte[200];
        Arrays.fill(prefix, (byte) 7);
        Envelope envelope = Envelopes.of(2, 1, 0, 1, 9, LABEL, false);
        writer.tryWrite(new BufferFragments(
                envelope, prefix, DirectBuffer.of(new byte[8]), RingLayout.FRAGMENT_BYTES, Credit.WHOLE));
        BufferFragments closed;
        try (Arena arena = Arena.ofConfined()) {
            DirectBuffer data = DirectBuffer.of(arena.allocate(64), ElementType.BYTE);
            closed = new BufferFragments(
                    Envelopes.of(2, 1, 0, 1, 10, LABEL, false), prefix, data, RingLayout.FRAGMENT_BYTES, Credit.WHOLE);
        }
        assertThatThrownBy(() -> writer.tryWrite(closed)).isInstanceOf(IllegalStateException.class);
        writer.write(frame(1, 1), new Chunk(new byte[1], 0, 1));
        List<byte[]> headers = new ArrayList<>();
        RingReader keeping = new RingReader(0, memory, new HeaderKeeper(headers), writersBell::incrementAndGet);
        while (keeping.poll()) {
            // all
        }

        assertThat(headers).hasSize(2);
    }

    private record HeaderKeeper(List<byte[]> headers) implements FrameSink {
        @Override
        public void take(byte[] header, int changedWords, MemorySegment source, long chunkAt, int chunkLength) {
            headers.add(header.clone());
        }

        @Override
        public void malformed(RuntimeException problem) {
            throw problem;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-2, 8, RingLayout.FRAGMENT_BYTES * 2L, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldEndAtALengthThatNobodyWrites(long length) {
        RingLayout.release(memory, RingLayout.RECORDS_AT, length);

        reader.poll();

        assertThat(collector.failure).hasMessageContaining("malformed ring: record=%#x".formatted(length));
        assertThat(reader.poll()).isFalse();
    }

    @Test
    void shouldReadWhatIsLeftAtTheEnd() {
        writer.tryWrite(frame(0, 3), new Chunk(new byte[] {1, 2, 3}, 0, 3));

        reader.finish();

        assertThat(collector.message(3)).containsExactly(1, 2, 3);
        writer.tryWrite(frame(1, 3), new Chunk(new byte[] {1, 2, 3}, 0, 3));
        assertThat(reader.poll()).isFalse();
    }

    /** As whoever polls must: there may be more than is read at once. */
    private void readAll() {
        while (reader.poll()) {
            // until nothing is left, or another thread sees to it
        }
    }

    private static Frame frame(long sequence, int bytes) {
        return new Frame.MessageChunk(
                Envelopes.of(1, 0, 1, 0, sequence, LABEL, false), bytes, 0, new Chunk(new byte[bytes], 0, bytes));
    }

    /** Keeps what was read, and checks that each chunk comes where the one before ended. */
    private static final class Collector implements FrameSink {
        final List<byte[]> arrived = new ArrayList<>();
        private long expectedOffset;
        private @Nullable RuntimeException failure;

        @Override
        public void take(byte[] header, int changedWords, MemorySegment source, long chunkAt, int chunkLength) {
            byte[] bytes = source.asSlice(chunkAt, chunkLength).toArray(ValueLayout.JAVA_BYTE);
            Frame.MessageChunk frame = FrameFormat.readChunk(header, new Chunk(bytes, 0, bytes.length), bytes.length);
            assertThat(frame.offset()).isEqualTo(expectedOffset);
            assertThat(frame.envelope().label()).isEqualTo(LABEL);
            expectedOffset = frame.offset() + bytes.length == frame.totalBytes() ? 0 : frame.offset() + bytes.length;
            arrived.add(bytes);
        }

        @Override
        public void malformed(RuntimeException problem) {
            failure = problem;
        }

        int count() {
            return arrived.size();
        }

        /** Returns the chunks that have come, joined, and forgets them. */
        byte[] message(int length) {
            MemorySegment joined = MemorySegment.ofArray(new byte[length]);
            long at = 0;
            for (byte[] piece : arrived) {
                MemorySegment.copy(MemorySegment.ofArray(piece), 0, joined, at, piece.length);
                at += piece.length;
            }
            arrived.clear();
            assertThat(at).isEqualTo(length);
            return joined.toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
