package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tutti.messaging.MemberFailedException;
import tutti.serialization.Chunk;
import tutti.serialization.TuttiException;

/**
 * What comes from one process by memory. Used by one thread at a time, that which reads the memory; the last one is
 * that which ends it.
 */
public final class InboundFrames implements FrameSink {
    private final int process;
    private final InboundHandler handler;
    private final Reassembler reassembler;
    private final Consumer<RuntimeException> giveUp;

    /**
     * Prepares for the frames of a process.
     *
     * @param giveUp told that what has come makes no sense
     */
    public InboundFrames(
            int process, InboundHandler handler, Reassembler reassembler, Consumer<RuntimeException> giveUp) {
        this.process = process;
        this.handler = handler;
        this.reassembler = reassembler;
        this.giveUp = giveUp;
    }

    @Override
    public void take(byte[] header, MemorySegment memory, long chunkAt, int chunkLength) {
        handler.heard(process);
        if (!FrameFormat.isChunk(header)) {
            takeNotice(FrameFormat.read(header, copy(memory, chunkAt, chunkLength)));
            return;
        }
        Frame.MessageChunk message = FrameFormat.readHead(header, chunkLength);
        if (!reassembler.fill(message, message.offset(), memory, chunkAt, chunkLength)) {
            reassembler.add(message.with(copy(memory, chunkAt, chunkLength)));
        }
    }

    private void takeNotice(Frame frame) {
        if (!(frame instanceof Frame.Control control)) {
            throw new TuttiException("malformed frame: neither message nor notice: fromProcess=" + process);
        }
        reassembler.take(control.signal());
    }

    private static Chunk copy(MemorySegment memory, long at, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, bytes, 0, length);
        return new Chunk(bytes, 0, length);
    }

    @Override
    public void malformed(RuntimeException failure) {
        giveUp.accept(failure);
    }

    /** Nothing more comes: what is incomplete remains so. */
    public void end(Supplier<MemberFailedException> cause) {
        reassembler.end(cause);
    }
}
