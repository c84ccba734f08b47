package tutti.messaging.device.grpc;

import io.grpc.ClientCall;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.BufferSender;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameWriter;
import tutti.messaging.progress.ProgressEngine;

/**
 * Writes frames to a call, and to the next one when that has broken: what was not acknowledged goes first, so that each
 * frame arrives once, and in order.
 *
 * <p>Thread-safe; nothing here waits.
 */
final class GrpcFrameWriter implements FrameWriter, BufferSender.Way {
    /** What gRPC puts before each message. */
    private static final int GRPC_PREFIX_BYTES = 5;

    private static final int HTTP2_HEADERS_BYTES = 4 * 9; // of the DATA frames that a piece fills

    /** Most bytes of a segment of TCP over loopback: its MTU without the headers of IPv6, the longer ones, and TCP. */
    private static final int LOOPBACK_SEGMENT_BYTES = 65_536 - 40 - 32;

    /**
     * Most bytes of a buffer in one frame: the peer copies one while this process writes the next. With all its headers
     * the frame fits into one segment over loopback; a second one for a few bytes would take a fifth of the time.
     */
    private static final int PIECE_BYTES = -BufferFragments.CACHE_LINE_BYTES
            & LOOPBACK_SEGMENT_BYTES - HTTP2_HEADERS_BYTES - GRPC_PREFIX_BYTES - FrameFormat.HEADER_BYTES;

    private final ProgressEngine engine;
    private final ResendWindow window = new ResendWindow(PIECE_BYTES); // guarded by this
    private long acknowledgedBefore = -1; // guarded by this
    private volatile @Nullable ClientCall<Frame, Frame> call; // null while there is none
    private volatile boolean full;

    GrpcFrameWriter(ProgressEngine engine) {
        this.engine = engine;
    }

    /**
     * Frames go by a call from now on.
     *
     * @param arrived how many frames the peer has of all that were written
     * @return whether that is news, or nothing was under way
     */
    synchronized boolean resume(ClientCall<Frame, Frame> newCall, long arrived) {
        boolean isNews = window.isEmpty() || arrived > window.acknowledged();
        acknowledged(arrived);
        window.unacknowledged().forEach(newCall::sendMessage);
        acknowledgedBefore = -1;
        call = newCall;
        return isNews;
    }

    /** The call has broken; what is written meanwhile is kept for the next one. */
    synchronized void pause() {
        call = null;
    }

    /** Learns what has arrived; returns whether there is room now where there was none. */
    synchronized boolean acknowledged(long frames) {
        boolean wasFull = full;
        window.acknowledge(frames);
        full = window.isFull();
        return wasFull && !full;
    }

    /** Returns how many frames have arrived. */
    synchronized long acknowledged() {
        return window.acknowledged();
    }

    /** Returns how many bytes of members' messages have been written and have not arrived, as far as is known. */
    synchronized long unacknowledgedBytes() {
        return window.bytesForMembers();
    }

    /** Returns whether nothing has arrived since this was last asked, although something was under way all the time. */
    synchronized boolean isStuck() {
        boolean stuck = call != null && !window.isEmpty() && window.acknowledged() == acknowledgedBefore;
        acknowledgedBefore = window.isEmpty() ? -1 : window.acknowledged();
        return stuck;
    }

    @Override
    public boolean isReady() {
        ClientCall<Frame, Frame> current = call;
        return current != null && !full && current.isReady();
    }

    @Override
    public synchronized void write(Frame frame) {
        window.add(frame);
        writeToCall(frame);
    }

    private void writeToCall(Frame frame) {
        full = window.isFull();
        ClientCall<Frame, Frame> current = call;
        if (current == null) {
            return;
        }
        try {
            current.sendMessage(frame); // gRPC has copied it when this returns
        } catch (IllegalStateException e) {
            // the call was cancelled meanwhile: either the next one takes the frame, or it is not wanted any more
        }
    }

    @Override
    public int pieceBytes() {
        return PIECE_BYTES;
    }

    @Override
    public boolean tryWrite(BufferFragments message) {
        if (!isReady()) {
            return false;
        }
        engine.write(() -> writePiece(message));
        return true;
    }

    private synchronized void writePiece(BufferFragments message) {
        int length = message.nextLength();
        Frame.MessageChunk piece = message.next(window.piece(length));
        window.addPiece(piece);
        writeToCall(piece);
        message.advance(length);
    }

    @Override
    public void askForRoom(BufferFragments message) {
        // gRPC and the window have been asked, and tell when there is room
    }
}
