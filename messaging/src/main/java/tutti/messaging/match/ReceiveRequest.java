package tutti.messaging.match;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.ArrayShape;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * A receive that is posted: which message it accepts, the buffer that the message may be written straight into, and
 * what has become of it.
 *
 * <p>It ends with a message that it has been matched with, with its buffer filled, or with a failure; or its receiver
 * withdraws it. A transport fills the buffer piece by piece; after {@link #abandon} it is not touched any more.
 */
public final class ReceiveRequest extends FillableRequest {
    private final Pattern pattern;
    private final @Nullable CallSignature label;
    private final int context;
    private @Nullable Thread onlyWaiter; // knows of this alone; set before this is posted

    @Nullable
    ReceiveOwner owner; // guarded by that queue, set when this is posted

    long number; // in the order of posting; guarded by the queue

    private volatile @Nullable Message message;
    private volatile @Nullable Envelope claimedFor;
    private @Nullable Envelope filledLike; // the whole buffer at once; written before it ends
    private boolean filled; // written before it ends
    private boolean isInParts; // set before it is withdrawn
    private @Nullable RestEnd restEnd; // of a message that has come in part; set before it is withdrawn
    private volatile @Nullable Supplier<? extends RuntimeException> failure;

    /**
     * Makes a receive.
     *
     * @param order where it takes its place when it ends, or null if no one asks for that
     * @param context that it is posted in
     * @param target into which the message may be written, or null
     * @param prefix what precedes the elements in the encoding of a message that fits; null if none is written straight
     *     into the buffer
     * @param label the only one with which a message fits, or null if all do
     */
    public ReceiveRequest(
            @Nullable CompletionOrder order,
            Pattern pattern,
            int context,
            @Nullable DirectBuffer target,
            byte @Nullable [] prefix,
            @Nullable CallSignature label) {
        super(order, target, prefix);
        this.pattern = pattern;
        this.context = context;
        this.label = label;
    }

    /** The calling thread alone waits for this, and no other gets to know of it. Called before it is posted. */
    public ReceiveRequest onlyHere() {
        onlyWaiter = Thread.currentThread();
        return this;
    }

    public Pattern pattern() {
        return pattern;
    }

    /** Returns whether the whole message with these first bytes can be written into the buffer. */
    boolean fits(Envelope envelope, long messageBytes, MemorySegment memory, long at, long length) {
        return (label == null || label.equals(envelope.label())) && fits(messageBytes, memory, at, length);
    }

    @Override
    public boolean hasFailed() {
        Message matched = message;
        return matched == null ? !filled : matched.isCutOff();
    }

    @Override
    public boolean cancel() {
        if (!owner().cancel(this)) {
            return false;
        }
        failure = () -> new TuttiException("receive was cancelled: " + pattern);
        endedInVain();
        return true;
    }

    /** It has been matched: ends now, or when the rest of the message has come. Called outside of all locks. */
    void matched() {
        ArrivingBytes rest = Objects.requireNonNull(message, "matched").arriving();
        RestEnd end = restEnd;
        if (end == null) {
            ended();
        } else if (rest == null) {
            end.run();
        } else {
            rest.onEnd(end);
        }
    }

    /**
     * Gives the message up that this has been matched with, and of which a part has come: this never ends.
     *
     * @return false if all of it has come, or never will
     */
    public boolean giveUpMessage() {
        RestEnd end = restEnd;
        if (end == null || end.getAndSet(null) == null) {
            return false;
        }
        ArrivingBytes rest = Objects.requireNonNull(message, "matched").arriving();
        if (rest != null) {
            rest.cancelOnEnd(end);
        }
        restCame();
        return true;
    }

    /** Ends a receive when the rest of its message has come; holds no receive that has given its message up. */
    private static final class RestEnd extends AtomicReference<@Nullable ReceiveRequest> implements Runnable {
        private static final long serialVersionUID = 1L;

        RestEnd(ReceiveRequest request) {
            super(request);
        }

        @Override
        public void run() {
            ReceiveRequest request = getAndSet(null);
            if (request != null) {
                request.ended();
            }
        }
    }

    private void ended() {
        end();
        restCame();
        completed();
    }

    /** It ends because no message will come. Called by the queue, which has withdrawn it. */
    void never(Supplier<? extends TuttiException> cause) {
        failure = cause;
        end();
    }

    /** Throws if it has failed. */
    public void throwIfFailed() {
        Supplier<? extends RuntimeException> reason = failure;
        if (reason != null && !hasFilled() && message == null) {
            throw reason.get();
        }
    }

    /** Throws if its message can't be written into the buffer. */
    public void throwIfUnwritten() {
        RuntimeException why = unwritten();
        if (why != null) {
            throw UnwrittenBuffer.failure(pattern, why);
        }
    }

    /** Matches this with a message; called by the queue. */
    void match(Message matched) {
        if (matched.arriving() != null) {
            partCame();
            restEnd = new RestEnd(this);
            message = matched;
            return;
        }
        long place = nextPlace(); // first: who sees the message finds at once that this has ended
        message = matched;
        end(place);
    }

    /** Makes the buffer a message's own; called by the queue. */
    void claim(Envelope envelope) {
        partCame();
        claimedFor = envelope;
    }

    private void partCame() {
        isInParts = true;
        owner().partCame();
    }

    /** Returns the message that this has been matched with, or null. */
    @Nullable
    public Message message() {
        return message;
    }

    /** Returns whether a message is being written, or has been, into the buffer. */
    public boolean isClaimed() {
        return claimedFor() != null;
    }

    @Override
    @Nullable
    public Envelope claimedFor() {
        Envelope claimed = claimedFor;
        return claimed == null && isDone() ? filledLike : claimed;
    }

    /** Returns what is known of the message that has filled the buffer. */
    public Status filledWith() {
        Envelope envelope = Objects.requireNonNull(claimedFor(), "claimed");
        DirectBuffer buffer = buffer();
        ArrayShape shape = new ArrayShape(buffer.type(), buffer.length());
        return Status.of(envelope.source(), envelope.tag(), buffer.lengthBytes(), shape);
    }

    /**
     * Returns whether the buffer holds the whole message that claimed it.
     *
     * @throws TuttiException if the rest will not come
     */
    public boolean isFilled() {
        throwIfFailed();
        return hasFilled();
    }

    /** Returns whether it has ended, and its buffer holds the message. */
    public boolean hasFilled() {
        return isDone() && filled;
    }

    /** Takes a whole message that fits; the queue has withdrawn this. {@link #completeWhole} must follow. */
    void fillWhole(Envelope like, MemorySegment memory, long at, long length) {
        filledLike = like;
        write(memory, at, length);
    }

    /**
     * Copies the whole message that claimed the buffer, of a member of the same process; {@link #complete} must follow.
     *
     * @return false if the source or the buffer is not accessible
     */
    public boolean copy(DirectBuffer source) {
        return copy(source, Objects.requireNonNull(claimedFor, "claimed"));
    }

    @Override
    public void complete() {
        RuntimeException why = unwritten();
        filled = why == null;
        if (why != null) {
            failure = () -> UnwrittenBuffer.failure(pattern, why);
        }
        Envelope claimed = claimedFor; // null after fillWhole
        try {
            if (claimed != null) {
                owner().received(claimed); // first: who sees that this has ended may leave the group
            }
        } finally {
            end();
            owner().filled();
            restCame();
            completed();
        }
    }

    private void restCame() {
        if (isInParts) {
            owner().restCame();
        }
    }

    /** Does the same after {@link #fillWhole}, where the sender wants no receipt. */
    void completeWhole() {
        if (unwritten() == null && Thread.currentThread().equals(onlyWaiter)) {
            filled = true;
            endHere();
        } else {
            complete();
        }
    }

    /** The rest of the message will never come. */
    public void fail(Supplier<? extends TuttiException> cause) {
        failure = cause;
        cutOff(cause);
        endedInVain();
    }

    private void endedInVain() {
        end();
        owner().changed();
        restCame();
        completed();
    }

    public int context() {
        return context;
    }

    private ReceiveOwner owner() {
        return Objects.requireNonNull(owner, "posted");
    }
}
