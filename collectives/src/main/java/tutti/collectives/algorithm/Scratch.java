package tutti.collectives.algorithm;

import java.lang.foreign.Arena;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The memory that one member's algorithms use beside the user's: kept from call to call, and grown when a call needs
 * more.
 *
 * <p>The garbage collector may take back what no call uses. Calls of one member come one after the other, so there is
 * no lock.
 */
public final class Scratch {
    /** An offset up to here is kept at any length, so that small parts of arrays combine as fast as whole ones. */
    private static final int SMALL_OFFSET = 8 * 1024;

    /** The slot for the result over one process, beside those of an algorithm that continues from there. */
    public static final int PART = 2;

    /** By type and slot; made when needed, as most members need none. */
    private @Nullable Map<ElementType, List<@Nullable SoftReference<DirectBuffer>>> kept;

    /** Returns memory like a buffer's, at the same index of an array if that does not cost too much memory. */
    public DirectBuffer like(int slot, DirectBuffer buffer) {
        long offset = buffer.array() == null ? 0 : buffer.arrayOffset();
        if (offset > SMALL_OFFSET && offset > buffer.length()) {
            offset = 0;
        }
        return atLeast(slot, buffer.type(), offset + buffer.length()).slice(offset, buffer.length());
    }

    /** Returns memory of a type and length. */
    public DirectBuffer of(ElementType type, long length) {
        return atLeast(0, type, length).slice(0, length);
    }

    private DirectBuffer atLeast(int slot, ElementType type, long length) {
        Map<ElementType, List<@Nullable SoftReference<DirectBuffer>>> all = kept;
        if (all == null) {
            all = new EnumMap<>(ElementType.class);
            kept = all;
        }
        List<@Nullable SoftReference<DirectBuffer>> bySlot = all.computeIfAbsent(type, made -> new ArrayList<>());
        while (bySlot.size() <= slot) {
            bySlot.add(null);
        }
        SoftReference<DirectBuffer> reference = bySlot.get(slot);
        @Nullable DirectBuffer memory = reference == null ? null : reference.get();
        if (memory == null || memory.length() < length) {
            memory = allocate(type, length);
            bySlot.set(slot, new SoftReference<>(memory));
        }
        return memory;
    }

    /** Makes new memory. */
    public static DirectBuffer allocate(ElementType type, long length) {
        if (length > Integer.MAX_VALUE - 8) {
            return DirectBuffer.of(Arena.ofAuto().allocate(length * type.elementBytes(), Long.BYTES), type);
        }
        return DirectBuffer.allocate(type, (int) length);
    }

    /** Returns new memory with a buffer's elements. */
    public static DirectBuffer copyOf(DirectBuffer data) {
        DirectBuffer copy = allocate(data.type(), data.length());
        copy.copyFrom(data);
        return copy;
    }

    /** Returns a buffer's elements where what is written to another buffer does not change them. */
    public static DirectBuffer apart(DirectBuffer data, DirectBuffer target) {
        return data.overlaps(target) ? copyOf(data) : data;
    }

    /** Returns a buffer's elements where they are, or apart from another buffer that is partly the same memory. */
    public static DirectBuffer sameOrApart(DirectBuffer data, DirectBuffer target) {
        return data.isSameMemory(target) ? data : apart(data, target);
    }
}
