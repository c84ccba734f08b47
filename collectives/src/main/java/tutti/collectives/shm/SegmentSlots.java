package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The slots of a segment as buffers; small ones lie in the segment itself, large ones in a second memory that is made
 * when needed.
 */
final class SegmentSlots {
    private final SegmentLayout layout;
    private final MemorySegment memory;
    private final Map<ElementType, DirectBuffer[]> small = new EnumMap<>(ElementType.class);
    private final Map<ElementType, DirectBuffer[]> large = new EnumMap<>(ElementType.class);
    private @Nullable MemorySegment largeMemory;
    private boolean isLargeKnown;

    SegmentSlots(SegmentLayout layout, MemorySegment memory) {
        this.layout = layout;
        this.memory = memory;
    }

    /** Returns how many bytes of a buffer fit the slots that are used for one of its length. */
    static int bytesFor(DirectBuffer whole) {
        return isLarge(whole) ? SegmentLayout.LARGE_BYTES : SegmentLayout.SMALL_BYTES;
    }

    private static boolean isLarge(DirectBuffer whole) {
        return whole.lengthBytes() > SegmentLayout.SMALL_BYTES;
    }

    /** Returns whether a buffer needs large slots, and no agreement has been tried about these. */
    boolean needsLarge(DirectBuffer whole) {
        return isLarge(whole) && !isLargeKnown;
    }

    /** Sets what came of the agreement about large slots. */
    void setLarge(@Nullable MemorySegment agreed) {
        largeMemory = agreed;
        isLargeKnown = true;
    }

    /** Returns whether there are slots for buffers of a length. */
    boolean areReadyFor(DirectBuffer whole) {
        return !isLarge(whole) || largeMemory != null;
    }

    /**
     * Returns a part of the slot of a process in a step.
     *
     * @param whole has the same type and length at all
     */
    DirectBuffer of(long step, int process, DirectBuffer whole, long length) {
        Map<ElementType, DirectBuffer[]> views = isLarge(whole) ? large : small;
        DirectBuffer[] known = views.computeIfAbsent(whole.type(), t -> new DirectBuffer[2 * layout.processes()]);
        int index = (int) (step & 1) * layout.processes() + process;
        if (known[index] == null) {
            known[index] = DirectBuffer.of(memoryOf(step, process, whole), whole.type());
        }
        return known[index].slice(0, length);
    }

    private MemorySegment memoryOf(long step, int process, DirectBuffer whole) {
        return isLarge(whole)
                ? Objects.requireNonNull(largeMemory)
                        .asSlice(layout.largeSlotAt(step, process), SegmentLayout.LARGE_BYTES)
                : memory.asSlice(layout.slotAt(step, process), SegmentLayout.SMALL_BYTES);
    }
}
