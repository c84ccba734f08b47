package tutti.serialization.memory;

/** Elements of one byte, which cannot be copied as they lie, but are the same on the wire as elsewhere. */
interface ByteMemory extends ElementMemory {
    @Override
    default int elementBytes() {
        return 1;
    }

    @Override
    default void copyTo(long start, RawMemory target, long targetStart, long length) {
        toWire(start, 0, target.segment(), targetStart, length);
    }

    @Override
    default void copyFrom(RawMemory source, long sourceStart, long start, long length) {
        fromWire(start, 0, source.segment(), sourceStart, length);
    }
}
