package tutti.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * MINLOC and MAXLOC: the least or greatest value, and the lowest index that it has (MPI 4.1, section 6.9.4).
 *
 * <p>Operands are bytes as they are sent: a value, then an index, without padding.
 *
 * @param value type of values
 * @param index type of indices: int, or that of the values
 * @param least whether the least value counts
 */
public record PairOperator(ElementType value, ElementType index, boolean least)
        implements ReductionObject<DirectBuffer> {

    @Override
    public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
        byte[] result = (byte[]) left.toArray();
        ByteBuffer a = numbers(result);
        ByteBuffer b = numbers((byte[]) right.toArray());
        int valueBytes = value.elementBytes();
        int pairBytes = valueBytes + index.elementBytes();
        for (int at = 0; at < a.capacity(); at += pairBytes) {
            int order = compare(value, a, b, at);
            if (order == 0) {
                order = compare(index, a, b, at + valueBytes);
            } else if (!least) {
                order = -order;
            }
            if (order > 0) {
                a.put(at, b, at, pairBytes);
            }
        }
        left.fillFrom(result);
        return left;
    }

    private static ByteBuffer numbers(byte[] operand) {
        return ByteBuffer.wrap(operand).order(ByteOrder.nativeOrder());
    }

    private static int compare(ElementType type, ByteBuffer a, ByteBuffer b, int at) {
        return switch (type) {
            case BYTE, BOOLEAN -> Byte.compare(a.get(at), b.get(at));
            case CHAR -> Character.compare(a.getChar(at), b.getChar(at));
            case SHORT -> Short.compare(a.getShort(at), b.getShort(at));
            case INT -> Integer.compare(a.getInt(at), b.getInt(at));
            case LONG -> Long.compare(a.getLong(at), b.getLong(at));
            case FLOAT -> Float.compare(a.getFloat(at), b.getFloat(at));
            case DOUBLE -> Double.compare(a.getDouble(at), b.getDouble(at));
        };
    }
}
