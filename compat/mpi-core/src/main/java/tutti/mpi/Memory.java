package tutti.mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Memory that a program passes to an MPI call: an array of primitives, or an NIO buffer from its first element on,
 * whatever its position and limit are.
 *
 * <p>Views of it are bytes, so that a message may be received with another type than it was sent with, as in MPI.
 * Nothing is copied. Immutable.
 */
public final class Memory {
    private static final Memory NONE = new Memory(ElementType.BYTE, MemorySegment.NULL, null, true);

    private final ElementType kind;
    private final MemorySegment segment;
    private final boolean @Nullable [] flags;
    private final boolean untyped; // bytes outside the heap, which may hold elements of any type

    private Memory(ElementType kind, MemorySegment segment, boolean @Nullable [] flags, boolean untyped) {
        this.kind = kind;
        this.segment = segment;
        this.flags = flags;
        this.untyped = untyped;
    }

    /**
     * Takes what a program has passed.
     *
     * @param buffer may be null, which is memory without elements
     * @throws MpiFailure if it is no array of primitives and no NIO buffer
     */
    public static Memory of(@Nullable Object buffer) {
        return switch (buffer) {
            case null -> NONE;
            case byte[] a -> array(ElementType.BYTE, MemorySegment.ofArray(a));
            case int[] a -> array(ElementType.INT, MemorySegment.ofArray(a));
            case double[] a -> array(ElementType.DOUBLE, MemorySegment.ofArray(a));
            case long[] a -> array(ElementType.LONG, MemorySegment.ofArray(a));
            case float[] a -> array(ElementType.FLOAT, MemorySegment.ofArray(a));
            case char[] a -> array(ElementType.CHAR, MemorySegment.ofArray(a));
            case short[] a -> array(ElementType.SHORT, MemorySegment.ofArray(a));
            case boolean[] a -> new Memory(ElementType.BOOLEAN, MemorySegment.NULL, a, false);
            case Buffer b ->
                new Memory(kindOf(b), MemorySegment.ofBuffer(b.duplicate().clear()), null, b.isDirect());
            default ->
                throw new MpiFailure(
                        ErrorClass.BUFFER,
                        "a buffer is an array of primitives or an NIO buffer: class=%s; in mpiJava's API, arrays of objects go with MPI.OBJECT"
                                .formatted(buffer.getClass().getTypeName()));
        };
    }

    /** Views items in what a program has passed, as {@link #view(TypeMap, long, int)} does; bytes without detours. */
    public static DirectBuffer view(@Nullable Object buffer, TypeMap type, long offset, int count) {
        return buffer instanceof byte[] bytes
                        && type.isByte()
                        && count > 0
                        && offset >= 0
                        && count <= bytes.length - offset
                ? DirectBuffer.of(bytes, (int) offset, count)
                : of(buffer).view(type, offset, count);
    }

    private static Memory array(ElementType kind, MemorySegment segment) {
        return new Memory(kind, segment, null, false);
    }

    private static ElementType kindOf(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer _ -> ElementType.BYTE;
            case CharBuffer _ -> ElementType.CHAR;
            case ShortBuffer _ -> ElementType.SHORT;
            case IntBuffer _ -> ElementType.INT;
            case LongBuffer _ -> ElementType.LONG;
            case FloatBuffer _ -> ElementType.FLOAT;
            case DoubleBuffer _ -> ElementType.DOUBLE;
            default -> throw new IllegalStateException("unknown buffer: " + buffer.getClass());
        };
    }

    /** Returns the kind of its elements. */
    public ElementType kind() {
        return kind;
    }

    /** Returns how many elements of its own kind it holds. */
    public long length() {
        return bytes() / kind.elementBytes();
    }

    private long bytes() {
        return flags == null ? segment.byteSize() : flags.length;
    }

    /**
     * Views items of a type as bytes, in the order in which they are sent.
     *
     * @param offset of the first item, in bytes
     */
    public DirectBuffer view(TypeMap type, long offset, int count) {
        checkCount(count);
        checkKind(type, count);
        if (count == 0) {
            return DirectBuffer.of(MemorySegment.NULL, ElementType.BYTE);
        }
        if (type.isContiguous()) {
            long bytes = count * type.size();
            checkRoom(type, count, offset, offset + bytes);
            return flags != null
                    ? DirectBuffer.join(DirectBuffer.of(flags, (int) offset, (int) bytes))
                    : DirectBuffer.of(part(offset, bytes), ElementType.BYTE);
        }
        return view(type, count, type.items(count).at(offset));
    }

    private DirectBuffer view(TypeMap type, long count, Layout layout) {
        checkRoom(type, count, layout.first(), layout.end());
        return whole().select(layout);
    }

    private DirectBuffer whole() {
        return flags != null ? DirectBuffer.join(DirectBuffer.of(flags)) : DirectBuffer.of(segment, ElementType.BYTE);
    }

    /** Views contiguous items of a type by their elements, for operators on elements. */
    public DirectBuffer elements(TypeMap type, ElementType element, long offset, int count) {
        checkCount(count);
        checkKind(type, count);
        if (count == 0) {
            return DirectBuffer.of(MemorySegment.NULL, element);
        }
        long bytes = count * type.size();
        checkRoom(type, count, offset, offset + bytes);
        return flags != null
                ? DirectBuffer.of(flags, (int) offset, (int) bytes)
                : DirectBuffer.of(part(offset, bytes), element);
    }

    private MemorySegment part(long offset, long bytes) {
        return offset == 0 && bytes == segment.byteSize() ? segment : segment.asSlice(offset, bytes);
    }

    /** Elements of a buffer, and which of them belong to whom. */
    public record Parts(DirectBuffer buffer, Blocks blocks) {}

    /**
     * Views a block of items for each member.
     *
     * @param counts items of each
     * @param displacements where each begins, in extents of the type; or null if the blocks lie one behind the other
     */
    public Parts parts(TypeMap type, long offset, int[] counts, int @Nullable [] displacements) {
        long[] lengths = new long[counts.length];
        long[] starts = new long[counts.length];
        long next = 0;
        long total = 0;
        for (int i = 0; i < counts.length; i++) {
            checkCount(counts[i]);
            lengths[i] = counts[i] * type.size();
            starts[i] = offset + (displacements == null ? next : displacements[i]) * type.extent();
            next += counts[i];
            total += counts[i];
        }
        checkKind(type, total);
        if (total == 0) {
            return new Parts(DirectBuffer.of(MemorySegment.NULL, ElementType.BYTE), Blocks.of(lengths));
        }
        if (type.isContiguous()) {
            for (int i = 0; i < counts.length; i++) {
                if (lengths[i] == 0) {
                    starts[i] = 0;
                }
                checkRoom(type, counts[i], starts[i], starts[i] + lengths[i]);
            }
            return new Parts(whole(), Blocks.of(lengths, starts));
        }
        Layout all = Layout.contiguous(0);
        for (int i = 0; i < counts.length; i++) {
            all = counts[i] == 0 ? all : all.then(type.items(counts[i]).at(starts[i]));
        }
        return new Parts(view(type, total, all), Blocks.of(lengths));
    }

    private static void checkCount(int count) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: count=" + count);
        }
    }

    private void checkKind(TypeMap type, long count) {
        if (count > 0 && !untyped && kind != type.base()) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "buffer and datatype do not fit: buffer of %s, datatype of %s; pass the type of the buffer's elements, or a direct byte buffer"
                            .formatted(kind, type.base()));
        }
    }

    private void checkRoom(TypeMap type, long count, long first, long end) {
        if (first >= 0 && end <= bytes()) {
            return;
        }
        String items = "%d items of the datatype (%s) are in [%d, %d)".formatted(count, type, first, end);
        if (equals(NONE)) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer is null: " + items + "; pass one that holds them");
        }
        throw new MpiFailure(
                ErrorClass.BUFFER,
                first < 0
                        ? "items begin before the buffer: it has bytes [0, %d), %s; pass no negative offset or displacement"
                                .formatted(bytes(), items)
                        : "buffer is too small: it has bytes [0, %d), %s; it has %d elements, and the items end with element %d: pass fewer items, or a longer buffer"
                                .formatted(bytes(), items, length(), (end - 1) / kind.elementBytes()));
    }
}
