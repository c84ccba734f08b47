package tutti.group.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Memory through which elements pass between buffers and files, with their bytes in the file's order. */
final class Staging {
    private final ByteBuffer bytes;
    private final MemorySegment memory;

    Staging(long capacityBytes) {
        bytes = ByteBuffer.allocateDirect(Math.toIntExact(capacityBytes));
        memory = MemorySegment.ofBuffer(bytes);
    }

    /** Returns this if it has room for so many bytes, or else new memory. */
    Staging atLeast(long neededBytes) {
        return neededBytes <= memory.byteSize() ? this : new Staging(neededBytes);
    }

    /** Returns the first bytes as a buffer for operations. */
    DirectBuffer first(long length) {
        return DirectBuffer.of(memory.asSlice(0, length), ElementType.BYTE);
    }

    MemorySegment memory() {
        return memory;
    }

    /** Returns a part of the memory as a buffer, whose position is at its beginning. */
    ByteBuffer part(long from, long length) {
        return bytes.slice((int) from, (int) length);
    }

    /** Takes all elements of a buffer. */
    void put(long at, DirectBuffer source, FileMapping mapping) {
        MemorySegment part = memory.asSlice(at, source.lengthBytes());
        DirectBuffer.of(part, mapping.type()).copyFrom(source);
        order(part, mapping);
    }

    /** Gives all elements of a buffer; changes what it holds. */
    void get(long at, DirectBuffer target, FileMapping mapping) {
        MemorySegment part = memory.asSlice(at, target.lengthBytes());
        order(part, mapping);
        target.copyFrom(DirectBuffer.of(part, mapping.type()));
    }

    /** Turns bytes of the machine's order into those of the file's, or back. */
    private static void order(MemorySegment part, FileMapping mapping) {
        if (mapping.order() == ByteOrder.nativeOrder()) {
            return;
        }
        long end = part.byteSize();
        switch (mapping.elementBytes()) {
            case Short.BYTES -> {
                for (long at = 0; at < end; at += Short.BYTES) {
                    short value = part.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
                    part.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Short.reverseBytes(value));
                }
            }
            case Integer.BYTES -> {
                for (long at = 0; at < end; at += Integer.BYTES) {
                    int value = part.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                    part.set(ValueLayout.JAVA_INT_UNALIGNED, at, Integer.reverseBytes(value));
                }
            }
            case Long.BYTES -> {
                for (long at = 0; at < end; at += Long.BYTES) {
                    long value = part.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                    part.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Long.reverseBytes(value));
                }
            }
            default -> {} // single bytes
        }
    }
}
