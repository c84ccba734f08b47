package tutti.serialization;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.memory.ClosedMemory;
import tutti.serialization.memory.ElementCopy;
import tutti.serialization.memory.ElementMemory;
import tutti.serialization.memory.JoinedMemory;
import tutti.serialization.memory.PlainMemory;
import tutti.serialization.memory.RawMemory;
import tutti.serialization.memory.SelectedMemory;
import tutti.serialization.memory.SharedRanges;

/**
 * A typed view of primitive data: an array or a part of one, an NIO buffer, or a memory segment.
 *
 * <p>Operations on buffers move raw elements between the memory of their callers: no object is made of them, nothing is
 * serialized, and the receiver's own memory is written. A view copies nothing; it shows whatever its memory holds at
 * the moment.
 *
 * {@snippet :
 * double[] field = new double[1000];
 * member.sendAsync(group, DirectBuffer.of(field, 0, 10), left);
 * member.receive(group, DirectBuffer.of(field, 990, 10), right);
 * }
 *
 * <p>{@link #select} views elements that are no neighbors, {@link #join} several buffers, and {@link #of(MemorySegment,
 * java.lang.foreign.MemoryLayout)} structs.
 *
 * <p>Sender and receiver must agree on the element type and on the number of elements, not on the kind of memory or its
 * layout. A message that is sent from a buffer is the message that an array of its elements would be: it can be
 * received as an array, and an array that is sent as an object can be received into a buffer.
 *
 * <p>Views are immutable, and thread-safe as far as their memory is. The memory must stay alive, and accessible to the
 * threads that use it, while an operation runs.
 */
public final class DirectBuffer extends BufferViews {
    private static final int MOST_ARRAY_ELEMENTS = Integer.MAX_VALUE - 8;

    private final ElementType type;
    private final @Nullable Object array;
    private final ElementMemory memory;
    private final long start; // in elements
    private final long length;

    DirectBuffer(ElementType type, @Nullable Object array, ElementMemory memory, long start, long length) {
        this.type = type;
        this.array = array;
        this.memory = memory;
        this.start = start;
        this.length = length;
    }

    /**
     * Views several buffers of any types as the bytes of their elements, one buffer after the other: one message of
     * mixed types.
     *
     * <p>Each element goes as its little-endian bytes. Both sides must agree on the elements, which only their number
     * of bytes is checked for.
     */
    public static DirectBuffer join(DirectBuffer... buffers) {
        List<JoinedMemory.Part> parts = new ArrayList<>(buffers.length);
        long bytes = 0;
        for (DirectBuffer buffer : buffers) {
            parts.add(new JoinedMemory.Part(buffer.memory, buffer.start, buffer.length, bytes));
            bytes = Math.addExact(bytes, buffer.lengthBytes());
        }
        return new DirectBuffer(ElementType.BYTE, null, new JoinedMemory(List.copyOf(parts)), 0, bytes);
    }

    /** Views a part of this view's elements. */
    public DirectBuffer slice(long offset, long sliceLength) {
        requireRange("buffer", offset, sliceLength, length);
        return new DirectBuffer(type, array, memory, start + offset, sliceLength);
    }

    /**
     * Views some of this view's elements, in the order of a layout: a column of a matrix, a block of a grid.
     *
     * <p>What is sent are the selected elements only, without gaps; what is received is put where they are. Nothing is
     * copied before.
     *
     * {@snippet :
     * Layout column = Layout.vector(rows, 1, columns); // of a matrix in row-major order
     * member.sendAsync(group, DirectBuffer.of(matrix).select(column.at(columns - 1)), right);
     * member.receive(group, DirectBuffer.of(matrix).select(column.at(0)), left);
     * }
     *
     * @throws IndexOutOfBoundsException if the layout selects elements outside this view
     */
    public DirectBuffer select(Layout layout) {
        return select(layout, memory.isMixed());
    }

    /** Views some elements; they are mixed if they are the bytes of values of other types. */
    DirectBuffer select(Layout layout, boolean isMixed) {
        if (layout.first() < 0 || layout.end() > length) {
            throw new IndexOutOfBoundsException(
                    "layout must lie in the buffer: layout=%s buffer=%s; elements [%d, %d) are selected"
                            .formatted(layout, shape(), layout.first(), layout.end()));
        }
        return new DirectBuffer(
                type, null, new SelectedMemory(memory, layout.runs().shift(start), isMixed), 0, layout.length());
    }

    /** Returns the type of the elements. */
    public ElementType type() {
        return type;
    }

    /** Returns the number of elements. */
    public long length() {
        return length;
    }

    /** Returns the number of bytes that the elements take. */
    public long lengthBytes() {
        return length * type.elementBytes();
    }

    /** Returns whether the elements are neighbors in one memory: neither a selection nor several buffers. */
    public boolean isContiguous() {
        return memory instanceof PlainMemory;
    }

    /** Returns whether the elements are the bytes of values of other types: of structs, or of joined buffers. */
    public boolean isMixed() {
        return memory.isMixed();
    }

    /** Returns the memory of the elements, for the system, if they are neighbors outside the heap; else null. */
    public @Nullable MemorySegment nativeMemory() {
        return memory instanceof RawMemory raw && raw.segment().isNative()
                ? raw.segment().asSlice(start * raw.elementBytes(), lengthBytes())
                : null;
    }

    /** Returns whether the memory may be sent only, not received into. */
    public boolean isReadOnly() {
        return memory.isReadOnly();
    }

    /**
     * Checks that the memory may be written.
     *
     * @param role what the buffer is for, for the message
     * @throws IllegalArgumentException if it may not, or if it shows an element twice
     */
    public DirectBuffer requireWritable(String role) {
        if (isReadOnly()) {
            throw new IllegalArgumentException(
                    "%s must not be read-only: %s=%s; pass memory that may be written".formatted(role, role, this));
        }
        if (memory.isOverlapping()) {
            throw new IllegalArgumentException(
                    "%s must not show an element twice: %s=%s; receive into a layout whose runs do not overlap"
                            .formatted(role, role, this));
        }
        return this;
    }

    /**
     * Checks that this thread may use the memory now.
     *
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is another thread's
     */
    public void requireAccessible() {
        if (array == null) { // an array always is
            memory.requireAccessible();
        }
    }

    /** Returns whether any thread may use the memory, and not only one, as that of {@code Arena.ofConfined()}. */
    public boolean isForAllThreads() {
        return array != null || memory.isForAllThreads();
    }

    /** Returns the array that holds the elements, or null if they lie outside every array of their type. */
    public @Nullable Object array() {
        return array;
    }

    /** Returns where in {@link #array} the first element lies. */
    public int arrayOffset() {
        if (array == null) {
            throw new UnsupportedOperationException("no array: " + this);
        }
        return (int) start;
    }

    /** Returns whether another view has the same type and number of elements. */
    public boolean matches(DirectBuffer other) {
        return type == other.type && length == other.length;
    }

    /** Returns whether another view shows any of the same memory. */
    public boolean overlaps(DirectBuffer other) {
        return SharedRanges.count(memory, start, length, other.memory, other.start, other.length) > 0;
    }

    /** Returns whether another view shows exactly the same memory; two without elements do not. */
    public boolean isSameMemory(DirectBuffer other) {
        return lengthBytes() == other.lengthBytes()
                && length > 0
                && ElementCopy.isSame(memory, start, other.memory, other.start, length);
    }

    /** Returns the elements in a new array of their type. */
    public Object toArray() {
        if (length > MOST_ARRAY_ELEMENTS) {
            throw new UnsupportedOperationException("too long for an array: " + this);
        }
        if (array != null) {
            return ElementCopy.copyOfRange(array, (int) start, (int) (start + length));
        }
        DirectBuffer copy = allocate(type, (int) length);
        copy.copyFrom(this);
        return Objects.requireNonNull(copy.array);
    }

    /** Returns whether an array could hold the elements. */
    public boolean fitsArray() {
        return length <= MOST_ARRAY_ELEMENTS;
    }

    /**
     * Overwrites this view's elements with another's; the two may overlap.
     *
     * @throws IllegalArgumentException if type or length differ
     */
    public void copyFrom(DirectBuffer source) {
        if (!matches(source)) {
            throw new IllegalArgumentException(
                    "buffers do not match: source=%s target=%s; copy slices".formatted(source.shape(), shape()));
        }
        try {
            ElementCopy.copy(source.memory, source.start, memory, start, length);
        } catch (IllegalStateException | WrongThreadException e) {
            throw ClosedMemory.found(e);
        }
    }

    /**
     * Overwrites the elements with those of an array, if it is one that matches.
     *
     * @return null if it is, else what the value is, with nothing overwritten
     */
    @SuppressWarnings("SuspiciousSystemArraycopy") // both are arrays of one class
    public @Nullable String fillFrom(@Nullable Object value) {
        if (array != null
                && value != null
                && value.getClass() == array.getClass()
                && Array.getLength(value) == length) {
            System.arraycopy(value, 0, array, (int) start, (int) length);
            return null;
        }
        DirectBuffer source = ofArray(value);
        if (source == null) {
            return value == null ? "null" : value.getClass().getTypeName();
        }
        if (!matches(source)) {
            return source.shape();
        }
        copyFrom(source);
        return null;
    }

    /**
     * Copies bytes of the elements' wire form, which is little-endian and without gaps, into memory.
     *
     * @param position which byte of the wire form is the first; need not be the first of an element
     */
    public void getBytes(long position, MemorySegment target, long offset, long lengthBytes) {
        Objects.checkFromIndexSize(position, lengthBytes, lengthBytes());
        try {
            memory.toWire(start, position, target, offset, lengthBytes);
        } catch (IllegalStateException | WrongThreadException e) {
            throw ClosedMemory.found(e);
        }
    }

    /** Overwrites elements from their wire form, as {@link #getBytes} gives it. */
    public void putBytes(long position, MemorySegment source, long offset, long lengthBytes) {
        Objects.checkFromIndexSize(position, lengthBytes, lengthBytes());
        try {
            memory.fromWire(start, position, source, offset, lengthBytes);
        } catch (IllegalStateException | WrongThreadException e) {
            throw ClosedMemory.found(e);
        }
    }

    /** Returns whether the elements' bytes can be read and written as words: they lie in one piece of memory. */
    public boolean hasWords() {
        return memory instanceof RawMemory;
    }

    /**
     * Returns eight bytes of the elements as they lie in memory, or what is left of them at the end, or 0 behind it.
     *
     * @param index of the word, from 0 on; {@link #hasWords} must be true
     */
    public long word(int index) {
        long position = (long) index * Long.BYTES;
        int bytes = (int) Math.min(Long.BYTES, lengthBytes() - position);
        try {
            return bytes <= 0 ? 0 : ((RawMemory) memory).word(start * type.elementBytes() + position, bytes);
        } catch (IllegalStateException | WrongThreadException e) {
            throw ClosedMemory.found(e);
        }
    }

    /** Overwrites the bytes that {@link #word} returns; does nothing behind the end. */
    public void setWord(int index, long word) {
        long position = (long) index * Long.BYTES;
        int bytes = (int) Math.min(Long.BYTES, lengthBytes() - position);
        try {
            if (bytes > 0) {
                ((RawMemory) memory).setWord(start * type.elementBytes() + position, bytes, word);
            }
        } catch (IllegalStateException | WrongThreadException e) {
            throw ClosedMemory.found(e);
        }
    }

    /** Returns type and length as in {@code int[8]}. */
    public String shape() {
        return "%s[%d]".formatted(type, length);
    }

    @Override
    public String toString() {
        return "DirectBuffer[%s%s]".formatted(shape(), isReadOnly() ? " read-only" : "");
    }
}
