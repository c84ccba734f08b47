package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * The part of a receive that writes a message into its buffer, piece by piece.
 *
 * <p>The receiver may give the buffer up before all of the message has come: the buffer is not touched any more, and
 * bytes in its place get what comes. One thread at a time brings pieces; any thread may give up.
 */
abstract class FillableRequest extends Request {
    private static final byte[] NO_PREFIX = {};

    /** A longer message is not kept for the next receive, which learns of that. */
    private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 4;

    private final @Nullable DirectBuffer target;
    private final byte[] prefix;
    private long arrivedBytes; // guarded by this, or by the queue where all come at once
    private boolean abandoned; // guarded by this
    private @Nullable ArrivingBytes substitute; // for the buffer; guarded by this
    private volatile @Nullable RuntimeException unwritten; // why the buffer does not hold all bytes
    private volatile @Nullable SharedCopy copying; // into the buffer, by a thread of this process

    /**
     * Makes one whose message may be written into a buffer.
     *
     * @param prefix what precedes the elements in the encoding of a message that fits; null if none is written straight
     *     into the buffer
     */
    FillableRequest(@Nullable CompletionOrder order, @Nullable DirectBuffer target, byte @Nullable [] prefix) {
        super(order);
        this.target = target;
        this.prefix = prefix == null ? NO_PREFIX : prefix;
    }

    public final @Nullable DirectBuffer target() {
        return target;
    }

    final DirectBuffer buffer() {
        return Objects.requireNonNull(target, "has a buffer");
    }

    /** Returns the message that the buffer was claimed for, perhaps with the number of another, or null. */
    @Nullable
    abstract Envelope claimedFor();

    /** Returns whether the whole message with these first bytes can be written into the buffer. */
    final boolean fits(long messageBytes, MemorySegment memory, long at, long length) {
        return target != null
                && prefix.length > 0
                && messageBytes == ElementEncoding.lengthBytes(prefix, target)
                && length >= prefix.length
                && ElementEncoding.isAt(memory, at, prefix);
    }

    /** Returns why the buffer does not hold all bytes that have come for it, or null. */
    final @Nullable RuntimeException unwritten() {
        return unwritten;
    }

    /**
     * Takes the next bytes of the message that claimed the buffer.
     *
     * @param offset number of bytes that came before these
     * @return whether the message is complete
     * @throws TuttiException if these are not the next bytes
     */
    public final boolean append(long offset, MemorySegment memory, long at, long length) {
        return append(offset, length, memory, at, length, null);
    }

    /** Reads the next bytes of the message that claimed the buffer straight into it, as the other method takes them. */
    public final boolean append(long offset, UnreadChunk chunk) {
        return append(offset, chunk.length(), chunk.head(), 0, chunk.head().byteSize(), chunk);
    }

    /**
     * Has the next elements of the message that claimed the buffer copied straight into it.
     *
     * @param headBytes what precedes the elements, of the first ones
     * @return false if they have not been, so that they come otherwise
     * @throws TuttiException if these are not the next elements
     */
    public final boolean append(long offset, int headBytes, LentElements elements) {
        long whole = ElementEncoding.lengthBytes(prefix, buffer());
        boolean isComplete;
        synchronized (this) {
            requireNext(offset, headBytes + elements.lengthBytes(), whole);
            if (headBytes != (offset == 0 ? prefix.length : 0)) {
                throw new TuttiException(
                        "malformed frame: offset=%d bytes before lent elements=%d".formatted(offset, headBytes));
            }
            if (abandoned || !copy(elements, offset + headBytes - prefix.length)) {
                return false;
            }
            arrivedBytes += headBytes + elements.lengthBytes();
            isComplete = arrivedBytes == whole;
        }
        if (isComplete) {
            complete();
        }
        return true;
    }

    private boolean copy(LentElements elements, long position) {
        MemorySegment memory = WireMemory.of(buffer());
        try {
            return memory != null && elements.copyTo(memory.asSlice(position, elements.lengthBytes()));
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // the program may have closed it, of which its receiver learns when they come otherwise
        }
    }

    private boolean append(
            long offset, long length, MemorySegment memory, long at, long bytes, @Nullable UnreadChunk rest) {
        long whole = ElementEncoding.lengthBytes(prefix, buffer());
        ArrivingBytes instead;
        boolean isComplete;
        synchronized (this) {
            requireNext(offset, length, whole);
            instead = substitute;
            if (!abandoned) {
                write(offset, memory, at, bytes, rest);
            }
            arrivedBytes += length;
            isComplete = arrivedBytes == whole;
        }
        if (instead != null && !instead.hasFailed()) {
            keep(instead, () -> instead.append(read(memory, at, bytes, Math.toIntExact(length), rest)));
        }
        if (isComplete) {
            complete();
        }
        return isComplete;
    }

    /** All of the message has come, or can't be written. Called outside of all locks. */
    abstract void complete();

    /** Takes a whole message that fits; called by the queue, with whose lock the receiver has learned of it. */
    final void write(MemorySegment memory, long at, long length) {
        write(0, memory, at, length, null);
        arrivedBytes = length;
    }

    private void write(long offset, MemorySegment memory, long at, long bytes, @Nullable UnreadChunk rest) {
        try {
            ElementEncoding.write(prefix, buffer(), offset, memory, at, bytes, rest);
        } catch (IllegalStateException | WrongThreadException e) {
            notWritten(e);
        }
    }

    private static Chunk read(MemorySegment memory, long at, long bytes, int length, @Nullable UnreadChunk rest) {
        byte[] array = new byte[length];
        ElementEncoding.write(NO_PREFIX, DirectBuffer.of(array), 0, memory, at, bytes, rest);
        return new Chunk(array, 0, length);
    }

    private void requireNext(long offset, long length, long whole) {
        if (offset != arrivedBytes || length > whole - arrivedBytes) {
            throw new TuttiException("malformed frame: offset=%d bytes=%d arrived=%d announced=%d"
                    .formatted(offset, length, arrivedBytes, whole));
        }
    }

    /**
     * Copies the whole message that claimed the buffer, of a member of the same process; {@link #complete} must follow.
     *
     * @return false if the source or the buffer is not accessible
     */
    final boolean copy(DirectBuffer source, Envelope claimed) {
        ArrivingBytes instead;
        synchronized (this) {
            instead = substitute;
            if (!abandoned) {
                copyAll(source, claimed);
                arrivedBytes = ElementEncoding.lengthBytes(prefix, buffer());
            }
        }
        if (instead != null) {
            try {
                ElementEncoding.copyTo(instead, prefix, source, instead.lengthBytes());
            } catch (IllegalStateException | WrongThreadException e) {
                RuntimeException reason = UnwrittenBuffer.reason(source, claimed, e);
                unwritten = reason;
                instead.fail(() -> UnwrittenBuffer.cutOff(claimed));
            }
        }
        return unwritten == null;
    }

    private void copyAll(DirectBuffer source, Envelope claimed) {
        DirectBuffer buffer = buffer();
        try {
            SharedCopy large = SharedCopy.ofLarge(source, buffer, claimed.source() < claimed.destination());
            if (large == null) {
                buffer.copyFrom(source);
            } else {
                copying = large;
                large.run();
                copying = null;
            }
        } catch (IllegalStateException | WrongThreadException e) {
            notWritten(UnwrittenBuffer.reason(source, claimed, e));
        }
    }

    /** Does a part of what fills the buffer, if another thread of the process is about that and leaves parts. */
    public final void help() {
        SharedCopy copy = copying;
        if (copy != null) {
            copy.help();
        }
    }

    /** The program may have closed its memory: the receiver must know, not the thread that brings the message. */
    private void notWritten(RuntimeException reason) {
        unwritten = reason;
        abandoned = true;
    }

    /** Keeps the buffer from being written any more; what comes of its message is lost. */
    public final synchronized void abandon() {
        abandoned = true;
    }

    /**
     * Keeps the buffer from being written any more, and its message from being lost: what has come of it and what will
     * come is in the bytes that this returns.
     *
     * @param waiters how readers of these wait
     * @return null if all of the message has come, or the rest will not, or the program has closed the buffer's memory
     */
    public final synchronized @Nullable ArrivingBytes giveUp(ArrivingBytes.Waiters waiters) {
        long whole = ElementEncoding.lengthBytes(prefix, buffer());
        if (abandoned || arrivedBytes == whole) {
            return null;
        }
        ArrivingBytes instead = new ArrivingBytes(whole, waiters);
        try {
            if (whole > MOST_KEPT_BYTES) {
                instead.fail(() -> tooLong(whole));
            } else {
                keep(instead, () -> ElementEncoding.copyTo(instead, prefix, buffer(), arrivedBytes));
            }
        } catch (IllegalStateException | WrongThreadException e) {
            notWritten(e);
            return null;
        }
        substitute = instead;
        abandoned = true;
        return instead;
    }

    /** Keeps a part of a message, or lets its reader know that there is no memory for that. */
    private void keep(ArrivingBytes instead, Runnable keeping) {
        try {
            keeping.run();
        } catch (OutOfMemoryError e) {
            instead.fail(() -> tooLong(instead.lengthBytes()));
        }
    }

    private TuttiException tooLong(long bytes) {
        Envelope message = Objects.requireNonNull(claimedFor(), "claimed");
        return new TuttiException(
                ("message is lost: a receive gave it up when a part of it had come, and there is no memory to keep it:"
                    + " source rank=%d here rank=%d tag=%d bytes=%d heap=%d; give the receive more time, or the JVM"
                    + " more memory by -Xmx")
                        .formatted(
                                message.source(),
                                message.destination(),
                                message.tag(),
                                bytes,
                                Runtime.getRuntime().maxMemory()));
    }

    /** The rest of the message will never come, also not for those who read it elsewhere. */
    final void cutOff(Supplier<? extends TuttiException> cause) {
        ArrivingBytes instead;
        synchronized (this) {
            abandoned = true;
            instead = substitute;
        }
        if (instead != null) {
            instead.fail(cause);
        }
    }
}
