package tutti.serialization.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Memory that a segment views. */
public record RawMemory(MemorySegment segment, int elementBytes) implements PlainMemory {
    private static final long MOST_HEAP_BYTES = 1 << 20;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** No child of the thread that loads this class, since a member with children may be acted for by them. */
    private static final Thread ANOTHER =
            Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(() -> {});

    /** Makes memory for a moment. */
    static RawMemory allocate(long length, int elementBytes) {
        long bytes = length * elementBytes;
        return new RawMemory(
                bytes <= MOST_HEAP_BYTES
                        ? MemorySegment.ofArray(new byte[(int) bytes])
                        : Arena.ofAuto().allocate(bytes, Long.BYTES),
                elementBytes);
    }

    @Override
    public boolean isReadOnly() {
        return segment.isReadOnly();
    }

    @Override
    public void requireAccessible() {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException(
                    "memory of a buffer is closed: bytes=%d; keep its arena open until the operation has ended"
                            .formatted(segment.byteSize()));
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw ClosedMemory.anotherThreads(null);
        }
    }

    @Override
    public boolean isForAllThreads() {
        return segment.isAccessibleBy(ANOTHER);
    }

    @Override
    public void copyTo(long start, RawMemory target, long targetStart, long length) {
        MemorySegment.copy(
                segment, start * elementBytes, target.segment, targetStart * elementBytes, length * elementBytes);
    }

    @Override
    public void copyFrom(RawMemory source, long sourceStart, long start, long length) {
        source.copyTo(sourceStart, this, start, length);
    }

    /**
     * Returns some bytes as a number, the first in its lowest bits whatever the order of the machine is.
     *
     * @param at first byte
     * @param count of bytes, at most eight
     */
    public long word(long at, int count) {
        if (count == Long.BYTES) {
            return segment.get(WORD, at);
        }
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= (segment.get(ValueLayout.JAVA_BYTE, at + i) & 0xffL) << (i * Byte.SIZE);
        }
        return word;
    }

    /** Overwrites bytes with what {@link #word} has returned. */
    public void setWord(long at, int count, long word) {
        if (count == Long.BYTES) {
            segment.set(WORD, at, word);
            return;
        }
        for (int i = 0; i < count; i++) {
            segment.set(ValueLayout.JAVA_BYTE, at + i, (byte) (word >> (i * Byte.SIZE)));
        }
    }

    @Override
    public boolean sharesMemory(PlainMemory other) {
        return other instanceof RawMemory raw
                && segment.asOverlappingSlice(raw.segment).isPresent();
    }

    @Override
    public long address(long index) {
        return segment.address() + index * elementBytes;
    }

    @Override
    public void toWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        WireOrder.NATIVE.toWire(segment, start * elementBytes, elementBytes, position, wire, offset, lengthBytes);
    }

    @Override
    public void fromWire(long start, long position, MemorySegment wire, long offset, long lengthBytes) {
        WireOrder.NATIVE.fromWire(wire, offset, segment, start * elementBytes, elementBytes, position, lengthBytes);
    }
}
