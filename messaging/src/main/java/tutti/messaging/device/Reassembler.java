package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.LentElements;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.match.UnreadChunk;
import tutti.messaging.progress.ArrivalWaitQueue;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.TuttiException;
import tutti.serialization.inbound.ArrivingArray;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * Makes messages of the frames that come from one process, and checks who they are between.
 *
 * <p>The chunks of one message come in order; those of several may alternate. Used by one thread at a time.
 */
public final class Reassembler {
    /** Below, a copy costs less than what must be known of an array that arrives. */
    private static final long LEAST_ARRAY_BYTES = 128 * 1024;

    /** Memory that what a process announces may take before it has come. */
    private static final long MOST_ARRAY_BYTES = Runtime.getRuntime().maxMemory() / 16;

    private final int process;
    private final Codec codec;
    private final InboundHandler handler;
    private final FrameEnds ends;
    private final IdleStrategy idleStrategy;
    private final Map<Envelope, ArrivingBytes> incomplete = new HashMap<>();
    private final Map<Envelope, ReceiveRequest> filling = new HashMap<>();
    private @Nullable Recipient recipient; // of the message whose first chunk is being taken in
    private boolean claimedInVain; // a buffer of those that are being filled, of which nothing has come
    private long arrayBytes; // of incomplete arrays

    /**
     * Prepares for the frames of a process.
     *
     * @param processes number of processes in the job
     */
    public Reassembler(int processes, int process, Codec codec, InboundHandler handler, IdleStrategy idleStrategy) {
        ends = new FrameEnds(processes, process, handler);
        this.process = process;
        this.codec = codec;
        this.handler = handler;
        this.idleStrategy = idleStrategy;
        FullHeap.prepare();
    }

    /** Takes a chunk: writes it into the buffer that waits for its message, or keeps it. */
    public void take(Frame.MessageChunk message) {
        Chunk chunk = message.chunk();
        Envelope envelope = message.envelope();
        long total = message.totalBytes();
        boolean begins = message.offset() == 0;
        if (begins && !findRecipient(envelope) && !mayBeArray(envelope, total)) {
            add(message, chunk);
            return;
        }
        MemorySegment memory = MemorySegment.ofArray(chunk.array());
        int at = chunk.offset();
        int length = chunk.length();
        ReceiveRequest buffer = begins ? claimFound(envelope, total, memory, at, length) : filling.get(envelope);
        if (!fill(buffer, envelope, message.offset(), memory, at, length)
                && !addToArray(envelope, total, message.offset(), memory, at, length, length)) {
            add(message, chunk);
        }
    }

    /** Nothing more comes: what is incomplete remains so. */
    public void end(Supplier<MemberFailedException> cause) {
        incomplete.values().forEach(bytes -> fail(bytes, null, cause));
        incomplete.clear();
        arrayBytes = 0;
        filling.values().forEach(buffer -> fail(null, buffer, cause));
        filling.clear();
    }

    /** Writes a chunk into the buffer that waits for its message; returns false if there is none. */
    public boolean fill(Frame.MessageChunk frame, long offset, MemorySegment memory, long at, int length) {
        return fill(frame.envelope(), frame.totalBytes(), offset, memory, at, length);
    }

    /** Does the same with a chunk whose header lies elsewhere. */
    boolean fill(Envelope message, long totalBytes, long offset, MemorySegment memory, long at, int length) {
        ReceiveRequest buffer = offset > 0 ? filling.get(message) : claim(message, totalBytes, memory, at, length);
        return fill(buffer, message, offset, memory, at, length);
    }

    private boolean fill(
            @Nullable ReceiveRequest buffer, Envelope message, long offset, MemorySegment memory, long at, int length) {
        if (buffer != null) {
            filled(message, offset, buffer, buffer.append(offset, memory, at, length));
        }
        return buffer != null;
    }

    /** Reads a chunk into the buffer that waits for its message; returns false if there is none, with nothing read. */
    public boolean fill(Frame.MessageChunk frame, UnreadChunk chunk) {
        long offset = frame.offset();
        MemorySegment head = chunk.head();
        ReceiveRequest buffer = offset > 0
                ? filling.get(frame.envelope())
                : claim(frame.envelope(), frame.totalBytes(), head, 0, head.byteSize());
        if (buffer != null) {
            filled(frame.envelope(), offset, buffer, buffer.append(offset, chunk));
        }
        return buffer != null;
    }

    /**
     * Has lent elements copied into the buffer that waits for their message.
     *
     * @param memory holds what precedes the elements, if the message begins with them
     * @param mayLeave whether a message that no buffer waits for may be offered again
     */
    FrameSink.Taken fill(
            Envelope message,
            long totalBytes,
            long offset,
            MemorySegment memory,
            long headAt,
            int headBytes,
            LentElements elements,
            boolean mayLeave) {
        boolean begins = offset == 0;
        ReceiveRequest buffer = begins ? claim(message, totalBytes, memory, headAt, headBytes) : filling.get(message);
        if (buffer == null) {
            return begins && mayLeave ? FrameSink.Taken.LATER : FrameSink.Taken.NO;
        }
        if (buffer.append(offset, headBytes, elements)) {
            filled(message, offset, buffer, offset + headBytes + elements.lengthBytes() == totalBytes);
            return FrameSink.Taken.YES;
        }
        if (begins) {
            filling.put(message, buffer);
            claimedInVain = true;
        }
        return FrameSink.Taken.NO;
    }

    private void filled(Envelope message, long offset, ReceiveRequest buffer, boolean isComplete) {
        if (!isComplete) {
            if (offset == 0) {
                filling.put(message, buffer);
            }
        } else if (offset > 0) {
            filling.remove(message);
        }
    }

    /** Finds who receives a message that begins, and the buffer that waits for it, if there is one. */
    private @Nullable ReceiveRequest claim(
            Envelope message, long totalBytes, MemorySegment memory, long at, long length) {
        findRecipient(message);
        ReceiveRequest buffer = claimedInVain ? filling.remove(message) : null;
        if (buffer != null) {
            claimedInVain = false;
            return buffer;
        }
        claimedInVain &= !filling.isEmpty(); // its message may have been cut off
        return claimFound(message, totalBytes, memory, at, length);
    }

    /** Returns the buffer of the recipient that waits for a message, if there is one: then no one else takes it. */
    private @Nullable ReceiveRequest claimFound(
            Envelope message, long totalBytes, MemorySegment memory, long at, long length) {
        Recipient receiver = recipient;
        ReceiveRequest buffer = receiver == null ? null : receiver.claim(message, totalBytes, memory, at, length);
        recipient = buffer == null ? receiver : null;
        return buffer;
    }

    /** Finds who receives a message that begins; returns whether there may be a buffer that waits for it. */
    private boolean findRecipient(Envelope message) {
        ends.check(message);
        Recipient receiver = handler.recipient(message.group(), message.destination());
        recipient = receiver;
        return receiver != null && receiver.hasPosted(message.context());
    }

    /**
     * Takes a notice.
     *
     * @throws TuttiException if it speaks of members or processes that are none
     */
    public void take(Notice signal) {
        Envelope key = new Envelope(
                signal.group(),
                signal.context(),
                signal.source(),
                signal.destination(),
                Envelope.NO_TAG,
                signal.sequence(),
                CallSignature.NONE,
                false);
        ends.check(signal, key);
        if (signal.kind() != Notice.Kind.CUT_OFF) {
            handler.signal(process, signal);
            return;
        }
        fail(removeIncomplete(key), filling.remove(key), () -> cutOff(signal));
    }

    private MemberFailedException cutOff(Notice signal) {
        int lost = (int) signal.weightBytes();
        return new MemberFailedException(
                lost >= 0
                        ? "message cut off before it reached process=" + process
                        : "message cut off: source rank=%d in process=%d can't send the rest; its own exception says why"
                                .formatted(signal.source(), process),
                lost);
    }

    /** Takes a chunk for which no buffer waits, and whose frame has only a header. */
    public void add(Frame.MessageChunk head, Chunk chunk) {
        add(head.envelope(), head.totalBytes(), head.offset(), chunk);
    }

    /**
     * Writes bytes for which no buffer waits into the array that their message is to be; returns false if it is none,
     * or is large while others of the process are incomplete. Messages of collective calls may be forwarded, for which
     * chunks are better.
     *
     * @param coming number of these bytes and those that follow at once
     */
    public boolean addToArray(
            Envelope key, long totalBytes, long offset, MemorySegment memory, long at, long length, long coming) {
        if (!mayBeArray(key, totalBytes)) {
            return false;
        }
        if (offset > 0) {
            if (!(incomplete.get(key) instanceof ArrivingArray array)) {
                return false;
            }
            requireNext(key, offset, array);
            if (array.append(memory, at, length)) {
                removeIncomplete(key);
            }
            return true;
        }
        Recipient receiver = recipient;
        boolean isWanted = receiver != null
                && coming > Credit.ANNOUNCED_BYTES
                && totalBytes <= MOST_ARRAY_BYTES - arrayBytes
                && !incomplete.containsKey(key);
        DirectBuffer elements = isWanted ? codec.newArrayFor(totalBytes, memory.asSlice(at, length)) : null;
        byte[] prefix = elements == null ? null : codec.bufferPrefix(elements);
        if (receiver == null || elements == null || prefix == null) {
            return false;
        }
        recipient = null;
        ArrivingArray array = new ArrivingArray(elements, prefix, new ArrivalWaitQueue(idleStrategy));
        if (!array.append(memory, at, length)) {
            incomplete.put(new Envelope(key), array); // the message itself is its reader's
            arrayBytes += totalBytes;
        }
        receiver.deliver(Message.of(key, BytesPayload.arrived(codec, array)));
        return true;
    }

    /** Returns whether a message may become an array; cheap. */
    public static boolean mayBeArray(Envelope message, long totalBytes) {
        return totalBytes >= LEAST_ARRAY_BYTES && message.label().equals(CallSignature.NONE);
    }

    private @Nullable ArrivingBytes removeIncomplete(Envelope key) {
        ArrivingBytes bytes = incomplete.remove(key);
        if (bytes instanceof ArrivingArray) {
            arrayBytes -= bytes.lengthBytes();
        }
        return bytes;
    }

    private void requireNext(Envelope key, long offset, ArrivingBytes bytes) {
        if (offset != bytes.arrivedBytes()) {
            throw new TuttiException("malformed frame: offset=%d arrived=%d fromProcess=%d %s"
                    .formatted(offset, bytes.arrivedBytes(), process, key));
        }
    }

    /** Takes a chunk for which no buffer waits. */
    void add(Envelope key, long totalBytes, long offset, Chunk chunk) {
        if (offset == 0) {
            Encoded bytes = begin(key, totalBytes, chunk);
            Recipient receiver = recipient;
            recipient = null;
            if (receiver != null) { // else it has left: the message is not wanted
                receiver.deliver(Message.of(key, BytesPayload.arrived(codec, bytes)));
            }
            return;
        }
        ArrivingBytes bytes = incomplete.get(key);
        if (bytes == null) {
            throw new TuttiException("chunk of an unknown message: fromProcess=%d %s".formatted(process, key));
        }
        requireNext(key, offset, bytes);
        if (bytes.append(chunk)) {
            removeIncomplete(key);
        }
    }

    private Encoded begin(Envelope key, long totalBytes, Chunk chunk) {
        if (!incomplete.isEmpty() && incomplete.containsKey(key)) {
            throw new TuttiException("message begins twice: fromProcess=%d %s".formatted(process, key));
        }
        if (chunk.length() == totalBytes) {
            return chunk;
        }
        ArrivingBytes bytes = new ArrivingBytes(totalBytes, new ArrivalWaitQueue(idleStrategy));
        bytes.append(chunk);
        incomplete.put(new Envelope(key), bytes); // the message itself is its reader's
        return bytes;
    }

    private static void fail(
            @Nullable ArrivingBytes bytes, @Nullable ReceiveRequest buffer, Supplier<MemberFailedException> cause) {
        if (bytes != null) {
            bytes.fail(cause);
        }
        if (buffer != null) {
            buffer.fail(cause);
        }
    }
}
