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
    private @Nullable TuttiException failure; // written before it ends

    /**
     * Makes a send.
     *
     * @param payload null if the message is on its way already
     */
    public SendRequest(
            CompletionOrder order,
            SendStream stream,
            int tag,
            CallSignature label,
            boolean receiptWanted,
            @Nullable Payload payload) {
        super(order);
        this.stream = stream;
        this.tag = tag;
        this.label = label;
        this.receiptWanted = receiptWanted;
        this.payload = payload;
        if (payload == null) {
            endHere(); // no one else has this yet
        }
    }

    public int tag() {
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
        if (!receiptWanted) {
            end();
        }
    }

    /** It will never end in another way. */
    void fail(TuttiException why) {
        failure = why;
        end();
    }

    /** Returns why it has failed, or null. */
    @Nullable
    public TuttiException failure() {
        return isDone() ? failure : null;
    }

    @Override
    public boolean hasFailed() {
        return failure != null;
    }

    @Override
    public boolean cancel() {
        return false; // its envelope has travelled
    }
}
