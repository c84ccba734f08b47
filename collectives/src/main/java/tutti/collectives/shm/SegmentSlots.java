package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The slots of a segment as buffers; small ones lie in the segment itself, large ones in a second memory that is made
 * when needed.
 *
 * <p>The leader agrees on memory; any thread of its process may read slots.
 */
final class SegmentSlots {
    private final SegmentLayout layout;
    private final MemorySegment memory;
    private final Map<ElementType, DirectBuffer[]> small = new ConcurrentHashMap<>();
    private final Map<ElementType, DirectBuffer[]> large = new ConcurrentHashMap<>();
    private final Map<ElementType, MemberSlot[]> members = new ConcurrentHashMap<>();
    private volatile @Nullable MemorySegment largeMemory;
    private volatile boolean isLargeKnown;

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
        return isLarge(whole) && needsLarge();
    }

    /** Returns whether no agreement has been tried about large slots. */
    boolean needsLarge() {
        return !isLargeKnown;
    }

    /** Sets what came of the agreement about large slots. */
    void setLarge(@Nullable MemorySegment agreed) {
        largeMemory = agreed;
        isLargeKnown = true;
    }

    /** Returns whether there are slots for buffers of a length. */
    boolean areReadyFor(DirectBuffer whole) {
        return !isLarge(whole) || hasLarge();
    }

    /** Returns whether there are large slots. */
    boolean hasLarge() {
        return largeMemory != null;
    }

    /** Returns the slot of a member in a step. */
    MemberSlot ofMember(long step, int rank, ElementType type) {
        MemberSlot[] slots = members.get(type);
        if (slots == null) {
            slots = memberSlots(type);
            members.put(type, slots); // any thread makes the same
        }
        return slots[(int) (step & 1) * layout.members() + rank];
    }

    private MemberSlot[] memberSlots(ElementType type) {
        MemorySegment whole = Objects.requireNonNull(largeMemory);
        MemberSlot[] slots = new MemberSlot[2 * layout.members()];
        for (int index = 0; index < slots.length; index++) {
            long at = layout.memberSlotAt(index / layout.members(), index % layout.members());
            MemorySegment data = whole.asSlice(at + layout.memberWordsBytes(), layout.memberDataBytes());
            MemorySegment words = whole.asSlice(at, layout.memberWordsBytes());
            slots[index] = new MemberSlot(DirectBuffer.of(data, type), words);
        }
        return slots;
    }

    /**
     * Returns a part of the slot of a process in a step.
     *
     * @param whole has the same type and length at all
     */
    DirectBuffer of(long step, int process, DirectBuffer whole, long length) {
        Map<ElementType, DirectBuffer[]> known = isLarge(whole) ? large : small;
        DirectBuffer[] slots = known.get(whole.type());
        if (slots == null) {
            slots = isLarge(whole) ? largeSlots(whole.type()) : smallSlots(whole.type());
            known.put(whole.type(), slots); // any thread makes the same
        }
        return slots[(int) (step & 1) * layout.processes() + process].slice(0, length);
    }

    private DirectBuffer[] smallSlots(ElementType type) {
        return views(type, memory, layout::slotAt, SegmentLayout.SMALL_BYTES);
    }

    private DirectBuffer[] largeSlots(ElementType type) {
        return views(type, Objects.requireNonNull(largeMemory), layout::largeSlotAt, SegmentLayout.LARGE_BYTES);
    }

    private DirectBuffer[] views(ElementType type, MemorySegment of, Place place, int bytes) {
        DirectBuffer[] views = new DirectBuffer[2 * layout.processes()];
        for (int index = 0; index < views.length; index++) {
            long at = place.of(index / layout.processes(), index % layout.processes());
            views[index] = DirectBuffer.of(of.asSlice(at, bytes), type);
        }
        return views;
    }

    /** Where the slot of a process lies for a step. */
    private interface Place {
        long of(long step, int process);
    }
}
