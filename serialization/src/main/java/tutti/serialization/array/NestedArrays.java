package tutti.serialization.array;

import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.SerializationException;
import tutti.serialization.identity.IdentityTable;

/**
 * Arrays of primitive arrays: the number of rows, then each row's length + 1, or 0 for null, and its raw bytes.
 *
 * <p>An array that holds one row twice is left to the general way, which keeps that.
 */
public final class NestedArrays {
    private NestedArrays() {}

    /** Returns the index of the rows' type, or -1 if the value is no array of primitive arrays or shares rows. */
    public static int typeIndex(Object value) {
        if (!(value instanceof Object[] rows)) {
            return -1;
        }
        int index = PrimitiveArrays.indexOf(value.getClass().getComponentType());
        return index >= 0 && !sharesRows(rows) ? index : -1;
    }

    private static boolean sharesRows(Object[] rows) {
        IdentityTable seen = new IdentityTable(rows.length);
        for (Object row : rows) {
            if (row != null && seen.add(row) < 0) {
                return true;
            }
        }
        return false;
    }

    public static long encodedBytes(@Nullable Object[] rows, int typeIndex) {
        long bytes = 1 + Long.BYTES * (1L + rows.length);
        for (Object row : rows) {
            bytes += row == null ? 0 : PrimitiveArrays.sizeBytes(row, typeIndex);
        }
        return bytes;
    }

    public static void write(@Nullable Object[] rows, int typeIndex, ChunkWriter out) {
        out.writeLong(rows.length);
        for (Object row : rows) {
            if (row == null) {
                out.writeLong(-1);
            } else {
                PrimitiveArrays.write(row, out);
            }
        }
    }

    public static Object read(int typeIndex, ChunkReader in, long maxArrayLength) {
        long length = in.readLong();
        if (length < 0 || length > in.remaining() / Long.BYTES || length > maxArrayLength) {
            throw new SerializationException("array is longer than its bytes: rows=%d bytes=%d maxArrayLength=%d"
                    .formatted(length, in.remaining(), maxArrayLength));
        }
        Class<?> rowClass = PrimitiveArrays.TYPES.get(typeIndex).arrayClass();
        @Nullable Object[] rows = (@Nullable Object[]) java.lang.reflect.Array.newInstance(rowClass, (int) length);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = PrimitiveArrays.readOrNull(typeIndex, in, maxArrayLength);
        }
        return rows;
    }
}
