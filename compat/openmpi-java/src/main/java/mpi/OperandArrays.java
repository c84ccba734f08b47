package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Operands of own operators as arrays of the base type. */
final class OperandArrays {
    private OperandArrays() {}

    static Object arrayOf(ByteBuffer operand, Datatype type) throws MPIException {
        return arrayOf(operand, type.map().base());
    }

    static Object arrayOf(ByteBuffer operand, ElementType base) {
        MemorySegment bytes = MemorySegment.ofBuffer(operand.duplicate().clear());
        if (base == ElementType.BOOLEAN) {
            boolean[] flags = new boolean[(int) bytes.byteSize()];
            DirectBuffer.join(DirectBuffer.of(flags)).copyFrom(DirectBuffer.of(bytes, ElementType.BYTE));
            return flags;
        }
        return DirectBuffer.of(bytes, base).toArray();
    }

    static void put(Object array, ByteBuffer operand) {
        DirectBuffer elements = Objects.requireNonNull(DirectBuffer.ofArray(array), "array");
        DirectBuffer bytes =
                DirectBuffer.of(MemorySegment.ofBuffer(operand.duplicate().clear()), ElementType.BYTE);
        bytes.copyFrom(DirectBuffer.join(elements));
    }
}
