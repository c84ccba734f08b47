package tutti.messaging.device;

import tutti.messaging.match.Message;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;

/** Writes frames as long as there is room for them. */
public final class BoundedFrameWriter implements FrameWriter {
    private final BoundedWriter writer;

    public BoundedFrameWriter(BoundedWriter writer) {
        this.writer = writer;
    }

    /** Writes a message at once if it is complete, of one chunk, and there is room; returns whether it did. */
    public boolean tryWrite(Message message) {
        Encoded bytes = message.payload().encoded();
        Chunk chunk = bytes.poll(0);
        if (chunk == null || chunk.length() < bytes.lengthBytes()) {
            return false;
        }
        if (!writer.tryWrite(message, chunk)) {
            return false;
        }
        wrote(message.group());
        message.payload().release();
        return true;
    }

    /** Writes a notice at once if there is room; returns whether it did. */
    public boolean tryWrite(Notice signal) {
        Frame frame = new Frame.Control(signal);
        return writer.tryWrite(frame, FrameFormat.body(frame));
    }

    @Override
    public boolean isReady() {
        return writer.isReady();
    }

    @Override
    public void write(Frame frame) {
        writer.write(frame, FrameFormat.body(frame));
        if (frame instanceof Frame.MessageChunk chunk) {
            wrote(chunk.envelope().group());
        }
    }

    private void wrote(long group) {
        if (GroupLayout.isOfMembers(group)) {
            writer.wroteForMembers();
        }
    }
}
