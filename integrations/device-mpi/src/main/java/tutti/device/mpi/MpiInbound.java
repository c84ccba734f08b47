package tutti.device.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameSink;
import tutti.messaging.device.InboundFrames;
import tutti.serialization.TuttiException;

/** What comes from one process by messages of MPI with one tag. Used by the thread that reads. */
final class MpiInbound {
    private final InboundFrames frames;
    private volatile boolean ended;
    private volatile boolean abandoned;
    private final AtomicLong arrived = new AtomicLong();
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // of the last frame
    private boolean malformed;

    MpiInbound(InboundFrames frames) {
        this.frames = frames;
    }

    /** Takes a message: a frame, or the end. */
    void take(MemorySegment memory, int length) {
        countArrived();
        if (length == 0) {
            ended = true;
            return;
        }
        take(() -> {
            requireBytes(length, FrameFormat.HEADER_BYTES);
            readHeader(memory);
            frames.take(header, FrameSink.ANY_WORDS, memory, header.length, length - header.length);
        });
    }

    /** Takes a whole message whose header differs from the one before only in the number of the message. */
    void takeLikeBefore(MemorySegment memory) {
        countArrived();
        take(() -> {
            long length = FrameFormat.word(header, FrameFormat.TOTAL_WORD);
            if (length < 0 || length > memory.byteSize() - MpiSend.SEQUENCE_BYTES) {
                throw new TuttiException("malformed message of MPI: bytes as before=" + length);
            }
            FrameFormat.setWord(header, FrameFormat.SEQUENCE_WORD, memory.get(ValueLayout.JAVA_LONG, 0));
            int changed = 1 << FrameFormat.SEQUENCE_WORD;
            frames.take(header, changed, memory, MpiSend.SEQUENCE_BYTES, (int) length);
        });
    }

    /** Takes a frame with a large chunk. */
    void take(MemorySegment memory, MpiChunk chunk) {
        countArrived();
        take(() -> {
            readHeader(memory);
            frames.take(header, chunk);
        });
    }

    /** Counts without an atomic operation: one thread at a time reads. */
    private void countArrived() {
        arrived.setRelease(arrived.getPlain() + 1);
    }

    private void readHeader(MemorySegment memory) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, header, 0, header.length);
    }

    private static void requireBytes(int length, int least) {
        if (length < least) {
            throw new TuttiException("malformed message of MPI: bytes=" + length);
        }
    }

    private void take(Runnable taking) {
        if (malformed) {
            return;
        }
        try {
            taking.run();
        } catch (RuntimeException e) {
            malformed(e);
        }
    }

    /** What has come makes no sense. */
    void malformed(RuntimeException failure) {
        if (!malformed) {
            malformed = true; // first, since the one that is told may end this at once
            frames.malformed(failure);
        }
    }

    /** Returns whether the peer has said that nothing follows. */
    boolean hasEnded() {
        return ended;
    }

    /** No one waits any more for what comes. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Returns how many messages have come. */
    long arrived() {
        return arrived.get();
    }
}
