package mpi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.JavaObjects;
import tutti.mpi.MessageObjects;
import tutti.mpi.MpiFailure;
import tutti.serialization.DirectBuffer;

/** What a {@link Comm} copies into arrays of bytes, to be sent as {@link MPI#PACKED}. */
abstract class CommPacking extends CommPoint {
    private static final int LENGTH_BYTES = Integer.BYTES; // before the bytes of objects

    CommPacking(Handle handle) {
        super(handle);
    }

    /** Returns how many bytes {@link #Pack} needs; for objects a guess of 64 for each. */
    public int Pack_size(int incount, Datatype datatype) throws MPIException {
        return call("Pack_size", place -> {
            if (incount < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: count=" + incount);
            }
            return Math.toIntExact(CommMessages.packedBytes(new Items(null, 0, incount, datatype)));
        });
    }

    /** Copies items behind a position of an array, and returns the position behind them. */
    public int Pack(@Nullable Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        return call(
                "Pack", place -> pack(new Items(inbuf, offset, incount, datatype), ByteBuffer.wrap(outbuf), position));
    }

    /** Copies items behind a position of a buffer, and returns the position behind them, which is its size then. */
    public int Pack(
            @Nullable Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position)
            throws MPIException {
        return call("Pack", place -> {
            int end = pack(new Items(inbuf, offset, incount, datatype), outbuf.bytes(), position);
            outbuf.setSize(end);
            return end;
        });
    }

    private static int pack(Items items, ByteBuffer packed, int position) {
        DirectBuffer data = items.isObject() ? written(items) : items.view();
        part(packed, position, data.length()).copyFrom(data);
        return Math.toIntExact(position + data.length());
    }

    private static DirectBuffer written(Items items) {
        byte[] bytes = JavaObjects.toBytes(MessageObjects.incoming(items.outgoing()));
        byte[] all = new byte[LENGTH_BYTES + bytes.length];
        ByteBuffer.wrap(all).putInt(bytes.length).put(bytes);
        return DirectBuffer.of(all);
    }

    /** Copies items from a position of an array, and returns the position behind them. */
    public int Unpack(byte[] inbuf, int position, @Nullable Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        return call(
                "Unpack",
                place -> unpack(ByteBuffer.wrap(inbuf), position, new Items(outbuf, offset, outcount, datatype)));
    }

    /** Copies items from a position of a buffer, and returns the position behind them. */
    public int Unpack(
            mpjbuf.Buffer inbuf, int position, @Nullable Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        return call("Unpack", place -> unpack(inbuf.bytes(), position, new Items(outbuf, offset, outcount, datatype)));
    }

    private static int unpack(ByteBuffer packed, int position, Items items) {
        if (items.isObject()) {
            part(packed, position, LENGTH_BYTES);
            int length = packed.getInt(position);
            int start = position + LENGTH_BYTES;
            items.take(JavaObjects.ofBytes((byte[]) part(packed, start, length).toArray()));
            return start + length;
        }
        DirectBuffer target = items.view();
        target.copyFrom(part(packed, position, target.length()));
        return Math.toIntExact(position + target.length());
    }

    private static DirectBuffer part(ByteBuffer packed, int position, long length) {
        if (position < 0 || length < 0 || length > packed.capacity() - position) {
            throw new MpiFailure(
                    ErrorClass.TRUNCATE,
                    "packed items do not fit the array: position=%d bytes=%d array=%d"
                            .formatted(position, length, packed.capacity()));
        }
        return DirectBuffer.of(packed.slice(position, (int) length));
    }
}
