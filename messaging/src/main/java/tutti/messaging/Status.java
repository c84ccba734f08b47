package tutti.messaging;

import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.ElementType;

/**
 * What is known of a message beside its value: who sent it, with which tag, and how much it holds (MPI 4.1, section
 * 3.2.5).
 *
 * @param source rank of the sender
 * @param tag that it was sent with
 * @param sizeBytes about how many bytes it holds
 * @param elementType type of its elements if it is a primitive array or was sent from a buffer, else null
 * @param length number of elements if it is a primitive array or was sent from a buffer, else -1
 */
public record Status(
        int source, int tag, long sizeBytes, @Nullable ElementType elementType, long length) {

    /** Makes a status; a shape of null is that of a message that holds no primitive array. */
    public static Status of(int source, int tag, long sizeBytes, @Nullable ArrayShape shape) {
        return new Status(
                source, tag, sizeBytes, shape == null ? null : shape.type(), shape == null ? -1 : shape.length());
    }
}
