package tutti.messaging.match;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.TuttiException;

/**
 * A send that was started: its value is captured, and it ends when the message is on its way, or has been taken by the
 * receiver if that was wished.
 *
 * <p>Its stream changes it, under the stream's lock.
 */
public final class SendRequest extends Request {
    private final SendStream stream;
    private final int tag;
    private final CallSignature label;
    private final boolean receiptWanted;
    private final @Nullable Payload payload; // null if it was placed already
    private volatile State state;
    private volatile @Nullable TuttiException failure;

    private enum State {
        PENDING,
        UNDER_WAY,
        DONE
    }

    /** Makes a send of a payload. */
    public SendRequest(SendStream stream, int tag, CallSignature label, boolean receiptWanted, Payload payload) {
        this(stream, tag, label, receiptWanted, payload, State.PENDING);
    }

    private SendRequest(
            SendStream stream,
            int tag,
            CallSignature label,
            boolean receiptWanted,
            @Nullable Payload payload,
            State state) {
        this.stream = stream;
        this.tag = tag;
        this.label = label;
        this.receiptWanted = receiptWanted;
        this.payload = payload;
        this.state = state;
    }

    /** Returns a send whose message is on its way already. */
    public static SendRequest done(SendStream stream, int tag, CallSignature label) {
        return new SendRequest(stream, tag, label, false, null, State.DONE);
    }

    int tag() {
        return tag;
    }

    public CallSignature label() {
        return label;
    }

    public boolean receiptWanted() {
        return receiptWanted;
    }

    Payload payload() {
        return Objects.requireNonNull(payload, "not placed yet");
    }

    public SendStream stream() {
        return stream;
    }

    /** The message has been handed over. */
    void sent() {
        state = receiptWanted ? State.UNDER_WAY : State.DONE;
    }

    /** The receiver has taken the message. */
    void received() {
        state = State.DONE;
    }

    /** It will never end in another way. */
    void fail(TuttiException why) {
        failure = why;
        state = State.DONE;
    }

    /** Returns why it has failed, or null. */
    @Nullable
    public TuttiException failure() {
        return failure;
    }

    @Override
    public boolean isDone() {
        return state == State.DONE;
    }

    @Override
    public boolean hasFailed() {
        return failure != null;
    }

    @Override
    public boolean cancel() {
        return stream.cancel(this);
    }
}
