package tutti.device.mpi;

import java.lang.foreign.MemorySegment;
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
    private boolean malformed;

    MpiInbound(InboundFrames frames) {
        this.frames = frames;
    }

    /** Takes a message: a frame, or the end. */
    void take(byte[] header, MemorySegment memory, int length) {
        arrived.incrementAndGet();
        if (length == 0) {
            ended = true;
            return;
        }
        take(() -> {
            if (length < FrameFormat.HEADER_BYTES) {
                throw new TuttiException("malformed message of MPI: bytes=" + length);
            }
            frames.take(
                    header, FrameSink.ANY_WORDS, memory, FrameFormat.HEADER_BYTES, length - FrameFormat.HEADER_BYTES);
        });
    }

    /** Takes a frame with a large chunk. */
    void take(byte[] header, MpiChunk chunk) {
        arrived.incrementAndGet();
        take(() -> frames.take(header, chunk));
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
