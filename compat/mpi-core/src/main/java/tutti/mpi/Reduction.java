package tutti.mpi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * How an operator combines items of a type.
 *
 * @param operator on the operands
 * @param map of the items
 * @param elements type of the elements of operands; null if these are bytes
 */
public record Reduction(
        ReductionObject<DirectBuffer> operator,
        TypeMap map,
        @Nullable ElementType elements) {

    /** Returns how many elements of an operand an item is. */
    public long unit() {
        return elements == null ? map.size() : map.size() / elements.elementBytes();
    }

    /** Returns a copy of an operand. */
    public static DirectBuffer copy(DirectBuffer operand) {
        return Objects.requireNonNull(DirectBuffer.ofArray(operand.toArray()), "array");
    }

    /** Returns an operand: items of a buffer, of which the first is at an offset in bytes. */
    public DirectBuffer operand(@Nullable Object buffer, long offset, int count) {
        Memory memory = Memory.of(buffer);
        return elements == null ? memory.view(map, offset, count) : memory.elements(map, elements, offset, count);
    }
}
