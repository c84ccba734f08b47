package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.LentElements;
import tutti.messaging.match.Recipient;
import tutti.messaging.match.UnreadChunk;
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
    private @Nullable Envelope filled; // like that of the frame before, of a message that has filled a buffer
    private int filledBytes; // of that message
    private WeakReference<Recipient> filledBy = new WeakReference<>(null); // its receiver, whose group may end

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
    public void take(byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength) {
        take(header, changedWords, memory, chunkAt, chunkLength, false);
    }

    @Override
    public boolean takeUnlessEarly(
            byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength) {
        return take(header, changedWords, memory, chunkAt, chunkLength, true);
    }

    private boolean take(
            byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength, boolean mayLeave) {
        handler.heard(process);
        if (!FrameFormat.isLikeBefore(changedWords)) {
            filled = null;
        } else if (fillNext(FrameFormat.word(header, FrameFormat.SEQUENCE_WORD), memory, chunkAt, chunkLength)) {
            return true;
        }
        if (!FrameFormat.isChunk(header)) {
            takeNotice(FrameFormat.read(header, copy(memory, chunkAt, chunkLength)));
            return true;
        }
        Envelope message = FrameFormat.readEnvelope(header, chunkLength);
        long totalBytes = FrameFormat.word(header, FrameFormat.TOTAL_WORD);
        long offset = FrameFormat.word(header, FrameFormat.OFFSET_WORD);
        if (reassembler.fill(message, totalBytes, offset, memory, chunkAt, chunkLength)) {
            if (filled == null && chunkLength == totalBytes) {
                filled(message, chunkLength);
            }
        } else if (offset == 0 && mayLeave) {
            return false;
        } else if (!reassembler.addToArray(message, totalBytes, offset, memory, chunkAt, chunkLength, chunkLength)) {
            reassembler.add(message, totalBytes, offset, copy(memory, chunkAt, chunkLength));
        }
        return true;
    }

    @Override
    public Taken takeLent(
            byte[] header, MemorySegment memory, long headAt, int headBytes, LentElements elements, boolean mayLeave) {
        handler.heard(process);
        filled = null;
        if (!FrameFormat.isChunk(header)) {
            throw new TuttiException("malformed frame: notice with lent elements fromProcess=" + process);
        }
        Envelope message = FrameFormat.readEnvelope(header, headBytes + elements.lengthBytes());
        long totalBytes = FrameFormat.word(header, FrameFormat.TOTAL_WORD);
        long offset = FrameFormat.word(header, FrameFormat.OFFSET_WORD);
        return reassembler.fill(message, totalBytes, offset, memory, headAt, headBytes, elements, mayLeave);
    }

    private void filled(Envelope envelope, int bytes) {
        filled = new Envelope(envelope); // which holds no payload
        filledBytes = bytes;
        Recipient receiver = handler.recipient(envelope.group(), envelope.destination());
        if (!filledBy.refersTo(receiver)) {
            filledBy = new WeakReference<>(receiver);
        }
    }

    /** Writes the message of a frame that is like the one before into the buffer that waits for it, if one does. */
    private boolean fillNext(long sequence, MemorySegment memory, long at, int length) {
        Envelope like = filled;
        Recipient receiver = like == null || length != filledBytes ? null : filledBy.get();
        return receiver != null && receiver.fill(Objects.requireNonNull(like), sequence, memory, at, length);
    }

    /**
     * Takes a frame whose chunk is read straight to where it belongs.
     *
     * @param header used again for the next frame
     * @param chunk has been read when this returns, unless no one wants it
     * @throws RuntimeException if the frame makes no sense
     */
    public void take(byte[] header, UnreadChunk chunk) {
        handler.heard(process);
        if (!FrameFormat.isChunk(header)) {
            byte[] bytes = read(chunk);
            takeNotice(FrameFormat.read(header, new Chunk(bytes, 0, bytes.length)));
            return;
        }
        Frame.MessageChunk message = FrameFormat.readHead(header, chunk.length());
        try {
            if (!reassembler.fill(message, chunk) && !addToArray(message, chunk)) {
                keep(message, read(chunk));
            }
        } catch (OutOfMemoryError e) {
            throw FullHeap.of(process, e);
        }
    }

    private static byte[] read(UnreadChunk chunk) {
        byte[] bytes = new byte[chunk.length()];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        long headBytes = chunk.head().byteSize();
        MemorySegment.copy(chunk.head(), 0, memory, 0, headBytes);
        MemorySegment.copy(chunk.readRest(), 0, memory, headBytes, bytes.length - headBytes);
        return bytes;
    }

    private boolean addToArray(Frame.MessageChunk message, UnreadChunk chunk) {
        long total = message.totalBytes();
        if (!Reassembler.mayBeArray(message.envelope(), total)) {
            return false;
        }
        Envelope key = new Envelope(message.envelope()); // the message itself is its reader's after the first part
        MemorySegment head = chunk.head();
        long offset = message.offset();
        long bytes = head.byteSize();
        if (!reassembler.addToArray(message.envelope(), total, offset, head, 0, bytes, chunk.length())) {
            return false;
        }
        long rest = chunk.length() - bytes;
        return rest == 0 || reassembler.addToArray(key, total, offset + bytes, chunk.readRest(), 0, rest, rest);
    }

    private void keep(Frame.MessageChunk message, byte[] bytes) {
        Envelope key = new Envelope(message.envelope()); // the message itself is its reader's after the first part
        for (int at = 0; at < bytes.length; at += Chunk.MAX_BYTES) {
            Chunk part = new Chunk(bytes, at, Math.min(Chunk.MAX_BYTES, bytes.length - at));
            Envelope envelope = at == 0 ? message.envelope() : key;
            reassembler.add(envelope, message.totalBytes(), message.offset() + at, part);
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
