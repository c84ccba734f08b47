package tutti.messaging;

import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/**
 * What a member sent does not fit the buffer that another receives into: the element types or the numbers of elements differ.
 *
 * <p>The message names both ends, what was sent and what was expected. Nothing of the buffer was overwritten; the message has been
 * consumed, and the group still works. In a collective operation the others may have gone on, so that what the members hold differs; one
 * on large buffers moves them in parts, of which some may have been written before the one that does not fit.
 */
public class BufferMismatchException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that names both ends. */
    public BufferMismatchException(String message) {
        super(message);
    }

    /** Makes the exception of a member whose buffer does not fit what another one sent. */
    public static BufferMismatchException between(Endpoint receiver, int source, String sent, DirectBuffer expected) {
        return new BufferMismatchException(
                "buffer does not match: sent=%s by %s; expected=%s at %s; let both use the same element type and length"
                        .formatted(
                                sent, receiver.describe(source), expected.shape(), receiver.describe(receiver.rank())));
    }
}
