package tutti.messaging.match;

import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * A message within this process that holds a few elements of a buffer itself, so that its receiver reads no other
 * memory that the sender has written.
 *
 * <p>It is the message that an array of the elements would be, and becomes that for those who want more than the
 * elements.
 */
public final class ElementsMessage extends Message {
    /** Most bytes of elements. */
    public static final int MOST_BYTES = 4 * Long.BYTES;

    private final Payloads payloads;
    private final ElementType type;
    private final int length;
    private final long word0;
    private final long word1;
    private final long word2;
    private final long word3;

    /**
     * Makes the message that an envelope announces.
     *
     * @param data can be held
     * @throws IllegalStateException if its memory is closed
     */
    ElementsMessage(Envelope envelope, DirectBuffer data, Payloads payloads) {
        super(envelope, UNREAD);
        this.payloads = payloads;
        type = data.type();
        length = (int) data.length();
        word0 = data.word(0);
        word1 = data.word(1);
        word2 = data.word(2);
        word3 = data.word(3);
    }

    /** Returns whether a message can hold a buffer's elements. */
    public static boolean canHold(DirectBuffer data) {
        return data.lengthBytes() <= MOST_BYTES
                && data.hasWords()
                && data.type() != ElementType.BOOLEAN; // arrays of these have none
    }

    @Override
    public Payload payload() {
        return payload(() -> {
            DirectBuffer elements = DirectBuffer.allocate(type, length);
            write(elements);
            return payloads.captureBuffer(elements, true);
        });
    }

    @Override
    public @Nullable BytesPayload bytes() {
        return null;
    }

    @Override
    public @Nullable String takeInto(DirectBuffer target) {
        if (target.type() != type || target.length() != length || !target.hasWords()) {
            return super.takeInto(target);
        }
        write(target);
        return null;
    }

    private void write(DirectBuffer target) {
        target.setWord(0, word0);
        target.setWord(1, word1);
        target.setWord(2, word2);
        target.setWord(3, word3);
    }

    @Override
    public void release() {} // no one else holds it

    @Override
    public long sizeBytes() {
        return (long) length * type.elementBytes();
    }
}
