package tutti.messaging;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/**
 * A buffer that waits for the next message of a stream, so that the message can be written straight into it.
 *
 * <p>A transport claims it for a message that fits, writes the message's bytes as they come, and completes it. The receiver may
 * give it up at any time; afterwards the buffer is not touched any more.
 */
final class PostedReceive {
    private final DirectBuffer target;
    private final byte[] prefix;
    private final @Nullable Label label;
    private final Waiting receiver;
    private long arrivedBytes; // guarded by this
    private boolean abandoned; // guarded by this
    private volatile Frame.@Nullable Key claimedFor;
    private volatile boolean receiptWanted;
    private volatile boolean complete;
    private volatile @Nullable Supplier<? extends TuttiException> failure;

    /**
     * Posts a buffer.
     *
     * @param prefix what precedes the elements in the encoding of a message that fits
     * @param label the only one that fits, or null if all do
     * @param receiver woken when the message has arrived
     */
    PostedReceive(DirectBuffer target, byte[] prefix, @Nullable Label label, Waiting receiver) {
        this.target = target;
        this.prefix = prefix;
        this.label = label;
        this.receiver = receiver;
    }

    /** Returns the number of bytes of a message that fits. */
    long lengthBytes() {
        return prefix.length + target.lengthBytes();
    }

    /** Returns whether a message whose first bytes lie in memory would fill the buffer. */
    boolean fits(Label messageLabel, long messageBytes, MemorySegment memory, long at, long length) {
        return messageBytes == lengthBytes()
                && length >= prefix.length
                && (label == null || label.equals(messageLabel))
                && beginsWithPrefix(memory, at);
    }

    private boolean beginsWithPrefix(MemorySegment memory, long at) {
        for (int i = 0; i < prefix.length; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, at + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    /** Makes the buffer a message's own. */
    void claim(Frame.Key message, boolean senderWaits) {
        receiptWanted = senderWaits;
        claimedFor = message;
    }

    boolean isClaimed() {
        return claimedFor != null;
    }

    /** Returns the message that this was claimed for. */
    Frame.Key message() {
        return Objects.requireNonNull(claimedFor, "not claimed");
    }

    boolean receiptWanted() {
        return receiptWanted;
    }

    /**
     * Returns whether the message is here.
     *
     * @throws TuttiException if it will not come
     */
    boolean isComplete() {
        if (complete) {
            return true;
        }
        Supplier<? extends TuttiException> reason = failure;
        if (reason != null) {
            throw reason.get();
        }
        return false;
    }

    /**
     * Takes the next bytes of the message that this was claimed for.
     *
     * @param offset number of bytes that came before these
     * @return whether the message is complete
     * @throws TuttiException if these are not the next bytes
     */
    boolean append(long offset, MemorySegment memory, long at, long length) {
        synchronized (this) {
            if (offset != arrivedBytes || length > lengthBytes() - arrivedBytes) {
                throw new TuttiException("malformed frame: offset=%d bytes=%d arrived=%d announced=%d"
                        .formatted(offset, length, arrivedBytes, lengthBytes()));
            }
            long skipped = Math.max(0, prefix.length - offset);
            if (!abandoned && length > skipped) {
                target.putBytes(offset + skipped - prefix.length, memory, at + skipped, length - skipped);
            }
            arrivedBytes += length;
            if (arrivedBytes < lengthBytes()) {
                return false;
            }
        }
        complete = true;
        receiver.changed();
        return true;
    }

    /** Takes the whole message that this was claimed for, from a member of the same process. */
    void fill(DirectBuffer source) {
        synchronized (this) {
            if (!abandoned) {
                target.copyFrom(source);
            }
            arrivedBytes = lengthBytes();
        }
        complete = true;
        receiver.changed();
    }

    /** The rest of the message will never come. */
    void fail(Supplier<? extends TuttiException> cause) {
        failure = cause;
        receiver.changed();
    }

    /** Sees to it that the buffer is not written any more, whatever still comes. */
    synchronized void abandon() {
        abandoned = true;
    }
}
