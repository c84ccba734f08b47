package tutti.serialization.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The bytes on the wire of elements of several types, one part after the other.
 *
 * @param parts in their order
 */
public record JoinedMemory(List<Part> parts) implements ByteMemory {

    /**
     * Elements of one type.
     *
     * @param memory has them
     * @param start index of the first
     * @param length how many they are
     * @param position bytes of the parts before
     */
    public record Part(ElementMemory memory, long start, long length, long position) {
        long lengthBytes() {
            return length * memory.elementBytes();
        }
    }

    @Override
    public boolean isReadOnly() {
        return parts.stream().anyMatch(part -> part.memory.isReadOnly());
    }

    @Override
    public boolean isMixed() {
        return parts.stream().anyMatch(part -> part.memory.elementBytes() > 1 || part.memory.isMixed());
    }

    @Override
    public void requireAccessible() {
        parts.forEach(part -> part.memory.requireAccessible());
    }

    @Override
    public boolean isForAllThreads() {
        return parts.stream().allMatch(part -> part.memory.isForAllThreads());
    }

    @Override
    public boolean isOverlapping() {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part.memory.isOverlapping()) {
                return true;
            }
            for (Part other : parts.subList(0, i)) {
                if (SharedRanges.count(part.memory, part.start, part.length, other.memory, other.start, other.length)
                        > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        forEachPart(
                start + position,
                lengthBytes,
                (part, inPart, count, done) -> part.memory.toWire(part.start, inPart, wire, offset + done, count));
    }

    @Override
    public void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        forEachPart(
                start + position,
                lengthBytes,
                (part, inPart, count, done) -> part.memory.fromWire(part.start, inPart, wire, offset + done, count));
    }

    /** What is done with bytes of a part. */
    private interface PartVisitor {
        void visit(Part part, long inPart, long count, long done);
    }

    private void forEachPart(long from, long lengthBytes, PartVisitor visitor) {
        long to = from + lengthBytes;
        for (Part part : parts) {
            long begin = Math.max(from, part.position);
            long end = Math.min(to, part.position + part.lengthBytes());
            if (begin < end) {
                visitor.visit(part, begin - part.position, end - begin, begin - from);
            }
        }
    }

    @Override
    public List<PlainMemory> places() {
        return parts.stream().flatMap(part -> part.memory.places().stream()).toList();
    }

    @Override
    public void forEachRange(long start, long lengthBytes, RangeVisitor visitor) {
        forEachPart(start, lengthBytes, (part, inPart, count, done) -> {
            int size = part.memory.elementBytes();
            long first = inPart / size;
            long behind = Math.ceilDiv(inPart + count, size);
            part.memory.forEachRange(part.start + first, behind - first, visitor); // whole elements
        });
    }
}
