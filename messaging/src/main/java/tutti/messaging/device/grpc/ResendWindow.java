package tutti.messaging.device.grpc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import tutti.messaging.device.Frame;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.TuttiException;

/**
 * What has been written to another process and not yet acknowledged, so that it can be written again when the
 * connection has broken.
 *
 * <p>Frames are counted from the first of all that were written in this direction of the pair, over all its
 * connections. Arrays for pieces of buffers are used again when they have been acknowledged, the last first, so that
 * few of them are in use where receipts come quickly. Not thread-safe.
 */
public final class ResendWindow {
    /** How much may be unacknowledged; further frames wait. One frame of each thread that writes may exceed it. */
    public static final long LIMIT_BYTES = 4L << 20;

    /**
     * After how much the other side acknowledges at the latest: a part of the window, so that a writer hears of room.
     */
    static final long RECEIPT_EACH_BYTES = LIMIT_BYTES / 4;

    private static final int FRAME_BYTES = 256; // what a frame takes beside its content
    private static final int REUSED_FROM_BYTES = 4096;

    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<byte[]> used = new ArrayDeque<>(); // by pieces among these frames, in their order
    private final Deque<byte[]> spare = new ArrayDeque<>();
    private final int pieceBytes;
    private long acknowledged;
    private long bytes;

    /**
     * Makes an empty window.
     *
     * @param pieceBytes length of the arrays for long pieces
     */
    ResendWindow(int pieceBytes) {
        this.pieceBytes = pieceBytes;
    }

    /** Returns what a frame with so much content weighs; the same on both sides. */
    static long weightBytes(int contentLength) {
        return FRAME_BYTES + (long) contentLength;
    }

    private static long weightBytes(Frame frame) {
        return weightBytes(
                frame instanceof Frame.MessageChunk message ? message.chunk().length() : 0);
    }

    /** Returns an array for a piece, at least so long; {@link #addPiece} gives it back. */
    byte[] piece(int length) {
        if (length < REUSED_FROM_BYTES) {
            return new byte[length];
        }
        byte[] again = spare.poll();
        return again != null ? again : new byte[pieceBytes];
    }

    /** Adds a frame that is being written, whose content does not change. */
    void add(Frame frame) {
        frames.add(frame);
        bytes += weightBytes(frame);
    }

    /** Adds a frame that is being written, and whose content lies in an array of {@link #piece}. */
    void addPiece(Frame.MessageChunk frame) {
        add(frame);
        used.add(frame.chunk().array());
    }

    boolean isFull() {
        return bytes >= LIMIT_BYTES;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** Returns how many bytes of messages between members have not been acknowledged. */
    long bytesForMembers() {
        long sum = 0;
        for (Frame frame : frames) {
            if (frame instanceof Frame.MessageChunk chunk
                    && GroupLayout.isOfMembers(chunk.envelope().group())) {
                sum += chunk.chunk().length();
            }
        }
        return sum;
    }

    /** Returns how many frames have been acknowledged. */
    long acknowledged() {
        return acknowledged;
    }

    /**
     * Drops what has arrived.
     *
     * @param arrived how many frames have, since the first
     * @throws TuttiException if so many were not written, or more had been acknowledged before
     */
    @SuppressWarnings("ReferenceEquality") // of the very array
    void acknowledge(long arrived) {
        if (arrived < acknowledged || arrived - acknowledged > frames.size()) {
            throw new TuttiException("malformed receipt: arrived frames=%d, written=%d acknowledged before=%d"
                    .formatted(arrived, acknowledged + frames.size(), acknowledged));
        }
        while (acknowledged < arrived) {
            Frame frame = frames.remove();
            acknowledged++;
            bytes -= weightBytes(frame);
            if (frame instanceof Frame.MessageChunk message && message.chunk().array() == used.peek()) {
                reuse(used.remove());
            }
        }
    }

    private void reuse(byte[] piece) {
        if (piece.length == pieceBytes) {
            spare.push(piece);
        }
    }

    /** Returns what has not been acknowledged, in the order in which it was written. */
    List<Frame> unacknowledged() {
        return List.copyOf(frames);
    }
}
