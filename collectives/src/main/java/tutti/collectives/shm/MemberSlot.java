package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import tutti.serialization.DirectBuffer;

/**
 * The slot of a member in a step: see {@link SegmentSteps}.
 *
 * @param data as much as there is room for; alike at all members
 * @param words one for each member, which say what the data is
 */
public record MemberSlot(DirectBuffer data, MemorySegment words) {
    public void setWord(int index, long value) {
        words.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    public long word(int index) {
        return words.getAtIndex(ValueLayout.JAVA_LONG, index);
    }
}
