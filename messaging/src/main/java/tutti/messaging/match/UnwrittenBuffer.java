package tutti.messaging.match;

import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** What the receiver of a message gets whose buffer could not be filled, because the program has closed memory. */
final class UnwrittenBuffer {
    private UnwrittenBuffer() {}

    /** Returns why a copy has failed: what was thrown, unless it is about the sender's buffer. */
    static RuntimeException reason(DirectBuffer source, Envelope message, RuntimeException thrown) {
        try {
            source.requireAccessible();
            return thrown;
        } catch (IllegalStateException | WrongThreadException e) {
            return cutOff(message);
        }
    }

    /** Makes the exception of those who wait for the rest of a message whose sender has closed its buffer. */
    static MemberFailedException cutOff(Envelope message) {
        return new MemberFailedException(
                "message cut off: source rank=%d can't send the rest; its own exception says why"
                        .formatted(message.source()),
                /* process= */ -1);
    }

    /** Makes the exception of a receive. */
    static RuntimeException failure(Pattern pattern, RuntimeException reason) {
        return reason instanceof MemberFailedException cutOff
                ? cutOff.again()
                : new IllegalStateException(
                        "message can't be written into the buffer of its receive: %s: %s".formatted(pattern, reason),
                        reason);
    }
}
