package tutti.messaging;

import tutti.serialization.TuttiException;

/**
 * What a member sent does not fit the buffer that another receives into: the element types or the numbers of elements
 * differ.
 *
 * <p>The message names both ends, what was sent and what was expected. Nothing of the buffer was overwritten; the
 * message has been consumed, and the group still works. In a collective operation the others may have continued, so
 * that what the members hold differs; one on large buffers moves them in parts, of which some may have been written
 * before the one that does not fit.
 */
public class BufferMismatchException extends TuttiException {
    private static final long serialVersionUID = 1;

    /** Makes an exception that names both ends. */
    public BufferMismatchException(String message) {
        super(message);
    }
}
