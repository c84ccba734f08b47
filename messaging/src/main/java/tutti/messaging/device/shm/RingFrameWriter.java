package tutti.messaging.device.shm;

import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameWriter;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Message;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;

/** Writes frames to the ring that another process of this host reads. */
public final class RingFrameWriter implements FrameWriter {
    private final RingWriter ring;

    public RingFrameWriter(RingWriter ring) {
        this.ring = ring;
    }

    /** Writes a message at once if it is complete, of one chunk, and there is room; returns whether it did. */
    public boolean tryWrite(Message message) {
        Encoded bytes = message.payload().encoded();
        Chunk chunk = bytes.poll(0);
        if (chunk == null || chunk.length() < bytes.lengthBytes()) {
            return false;
        }
        Frame frame = new Frame.MessageChunk(message, bytes.lengthBytes(), 0, chunk);
        if (!ring.tryWrite(frame, chunk)) {
            return false;
        }
        wrote(frame);
        message.payload().release();
        return true;
    }

    /** Writes a notice at once if there is room; returns whether it did. */
    public boolean tryWrite(Notice signal) {
        Frame frame = new Frame.Control(signal);
        return ring.tryWrite(frame, FrameFormat.body(frame));
    }

    @Override
    public boolean isReady() {
        return ring.isReady();
    }

    @Override
    public void write(Frame frame) {
        ring.write(frame, FrameFormat.body(frame));
        wrote(frame);
    }

    private void wrote(Frame frame) {
        if (frame instanceof Frame.MessageChunk chunk
                && GroupLayout.isOfMembers(chunk.envelope().group())) {
            ring.wroteForMembers();
        }
    }
}
