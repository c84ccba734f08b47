package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.messaging.Envelopes;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.LentElements;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.progress.WaitStrategy;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.codec.ObjectCodec;
import tutti.serialization.inbound.ArrivingBytes;

/** Which frames take the short way to a buffer that waits: those like the one before. */
class InboundFramesTest {
    private static final int SENDER = 1;
    private static final byte[] PREFIX = {1};
    private static final int LIKE_BEFORE = 1 << FrameFormat.SEQUENCE_WORD;

    private final MatchQueue queue =
            new MatchQueue(new WaitQueue(new IdleStrategy(WaitStrategy.PARK)), 1 << 20, receipt -> {});
    private final List<String> ways = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();
    private final InboundFrames frames = new InboundFrames(
            SENDER,
            new Handler(),
            new Reassembler(3, SENDER, new ObjectCodec(), new Handler(), new IdleStrategy(WaitStrategy.PARK)),
            failures::add);
    private long next;

    @Test
    void shouldFillBuffersWithMessagesLikeTheOneBefore() {
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        take(posted(1), message(1), LIKE_BEFORE);
        take(posted(1), message(1), LIKE_BEFORE);

        assertThat(ways).containsExactly("claim", "fill", "fill");
    }

    @Test
    void shouldKeepToTheLongWayForOtherMessages() {
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        take(posted(2), message(2), LIKE_BEFORE | 1 << FrameFormat.TOTAL_WORD);
        take(posted(2), message(2), LIKE_BEFORE);

        assertThat(ways).containsExactly("claim", "claim", "fill");
    }

    @Test
    void shouldContinueAfterAMessageThatNoBufferWaitsFor() {
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        take(null, message(1), LIKE_BEFORE);
        assertThat(queue.poll(Pattern.from(0))).isNotNull();
        take(posted(1), message(1), LIKE_BEFORE);

        assertThat(ways).containsExactly("claim", "deliver", "fill");
    }

    @Test
    void shouldContinueAfterANotice() {
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        byte[] alive = FrameFormat.header(new Frame.Control(Notice.alive(SENDER)));
        frames.take(alive, FrameSink.ANY_WORDS, MemorySegment.ofArray(new byte[0]), 0, 0);
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        take(posted(1), message(1), LIKE_BEFORE);

        assertThat(ways).containsExactly("claim", "claim", "fill");
    }

    /** A part of a message has the same total length, and must not be taken for the whole. */
    @Test
    void shouldNotTakeAPartForAMessage() {
        take(posted(2), message(2), FrameSink.ANY_WORDS);
        ReceiveRequest request = posted(2);
        byte[] bytes = message(2);
        MemorySegment memory = MemorySegment.ofArray(bytes);
        byte[] header = header(bytes.length);
        next++;
        frames.take(header, LIKE_BEFORE, memory, 0, 5);

        assertThat(request.isClaimed()).isTrue();
        assertThat(request.isFilled()).isFalse();
        FrameFormat.setWord(header, FrameFormat.OFFSET_WORD, 5);
        frames.take(header, 1 << FrameFormat.OFFSET_WORD, memory, 5, bytes.length - 5);
        assertThat(request.isFilled()).isTrue();
        assertThat(ways).containsExactly("claim", "claim");
    }

    @Test
    void shouldHaveLentElementsCopiedIntoTheBufferThatWaits() {
        DirectBuffer buffer = outside(3);
        ReceiveRequest request = posted(buffer);

        assertThat(lend(message(3), true, false)).isEqualTo(FrameSink.Taken.YES);

        assertThat(request.isFilled()).isTrue();
        assertThat(buffer.toArray()).isEqualTo(new int[] {1, 2, 3});
        next++;
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        assertThat(ways).containsExactly("claim", "claim");
    }

    @Test
    void shouldTakeElementsByFramesThatCouldNotBeCopied() {
        DirectBuffer buffer = outside(3);
        ReceiveRequest request = posted(buffer);
        byte[] bytes = message(3);

        assertThat(lend(bytes, false, true)).isEqualTo(FrameSink.Taken.NO);
        assertThat(request.isFilled()).isFalse();
        take(null, bytes, FrameSink.ANY_WORDS);

        assertThat(request.isFilled()).isTrue();
        assertThat(buffer.toArray()).isEqualTo(new int[] {1, 2, 3});
        take(posted(1), message(1), FrameSink.ANY_WORDS);
        assertThat(ways).containsExactly("claim", "claim");
    }

    @Test
    void shouldKeepAMessageForAReceiveThatGaveUpBeforeItsElementsCame() {
        DirectBuffer buffer = outside(3);
        ReceiveRequest request = posted(buffer);
        byte[] bytes = message(3);
        assertThat(lend(bytes, false, true)).isEqualTo(FrameSink.Taken.NO);

        ArrivingBytes instead = request.giveUp(new WaitQueue(new IdleStrategy(WaitStrategy.PARK)));
        take(null, bytes, FrameSink.ANY_WORDS);

        assertThat(instead).isNotNull();
        assertThat(instead.arrivedBytes()).isEqualTo(bytes.length);
        assertThat(buffer.toArray()).as("the buffer that was given up").isEqualTo(new int[3]);
    }

    @Test
    void shouldLeaveLentElementsThatNoBufferWaitsFor() {
        assertThat(lend(message(3), true, true)).isEqualTo(FrameSink.Taken.LATER);
        assertThat(lend(message(3), true, false)).isEqualTo(FrameSink.Taken.NO);
        ReceiveRequest inHeap = posted(3);
        assertThat(lend(message(3), true, true)).as("array").isEqualTo(FrameSink.Taken.NO);
        take(null, message(3), FrameSink.ANY_WORDS);
        assertThat(inHeap.isFilled()).isTrue();
    }

    private DirectBuffer outside(int length) {
        return DirectBuffer.of(Arena.ofAuto().allocate(length * 4L, 4), ElementType.INT);
    }

    /** Lends the elements of a message. */
    private FrameSink.Taken lend(byte[] bytes, boolean areCopied, boolean mayLeave) {
        return frames.takeLent(
                header(bytes.length),
                MemorySegment.ofArray(bytes),
                0,
                PREFIX.length,
                new LentElements() {
                    @Override
                    public int lengthBytes() {
                        return bytes.length - PREFIX.length;
                    }

                    @Override
                    public boolean copyTo(MemorySegment memory) {
                        if (areCopied) {
                            memory.copyFrom(MemorySegment.ofArray(bytes).asSlice(PREFIX.length));
                        }
                        return areCopied;
                    }
                },
                mayLeave);
    }

    private ReceiveRequest posted(int length) {
        return posted(DirectBuffer.of(new int[length]));
    }

    private ReceiveRequest posted(DirectBuffer buffer) {
        ReceiveRequest request = new ReceiveRequest(null, Pattern.from(0), 0, buffer, PREFIX, null);
        queue.post(request);
        return request;
    }

    private byte[] message(int length) {
        byte[] bytes = new byte[PREFIX.length + length * Integer.BYTES];
        bytes[0] = PREFIX[0];
        for (int i = 0; i < length; i++) {
            bytes[PREFIX.length + i * Integer.BYTES] = (byte) (next + i + 1);
        }
        return bytes;
    }

    private byte[] header(int totalBytes) {
        Envelope envelope = Envelopes.of(7, 0, 1, 3, next);
        return FrameFormat.header(new Frame.MessageChunk(envelope, totalBytes, 0, new Chunk(new byte[1], 0, 1)));
    }

    /** Takes a message, which must lie in its buffer then. */
    private void take(@Nullable ReceiveRequest request, byte[] bytes, int changedWords) {
        frames.take(header(bytes.length), changedWords, MemorySegment.ofArray(bytes), 0, bytes.length);
        next++;
        if (request != null) {
            assertThat(request.isFilled()).isTrue();
            int[] target = (int[]) request.target().array();
            for (int i = 0; i < target.length; i++) {
                assertThat(target[i]).isEqualTo((int) next + i);
            }
        }
        assertThat(failures).isEmpty();
    }

    /** Has one member, whose queue keeps what has come. */
    private final class Handler implements InboundHandler, Recipient {
        @Override
        public Recipient recipient(long group, int member) {
            return this;
        }

        @Override
        public boolean isBetweenMembers(int process, long group, int source, int destination) {
            return true;
        }

        @Override
        public @Nullable ReceiveRequest claim(
                Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
            ReceiveRequest request = queue.claim(message, messageBytes, memory, at, length);
            if (request != null) {
                ways.add("claim");
            }
            return request;
        }

        @Override
        public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
            boolean isFilled = queue.fill(like, sequence, memory, at, length);
            if (isFilled) {
                ways.add("fill");
            }
            return isFilled;
        }

        @Override
        public void arrive(Message message) {
            ways.add("deliver");
            queue.arrive(message);
        }

        @Override
        public void arrived(int context) {
            queue.arrived();
        }

        @Override
        public boolean hasPosted(int context) {
            return queue.posted() > 0;
        }

        @Override
        public void heard(int process) {
            // always
        }

        @Override
        public void signal(int process, Notice notice) {
            // none matters here
        }

        @Override
        public void ended(int process) {
            // does not end
        }

        @Override
        public void lost(int process, Throwable cause) {
            // is not lost
        }
    }
}
