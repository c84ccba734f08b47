package tutti.group.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import tutti.serialization.DirectBuffer;

/**
 * Reads and writes that a member does by itself: from and to memory outside the heap that lies together as it is, else
 * through 1 MiB of memory.
 *
 * <p>Reading small runs of bytes that lie close together, it reads what lies between them as well (data sieving:
 * Thakur, Gropp and Lusk, "Data Sieving and Collective I/O in ROMIO", 1999). It never writes a byte that is not an
 * element of the view, so members that write between each other's elements do not disturb each other.
 *
 * <p>For one thread.
 */
final class IndependentTransfer {
    private static final int STAGING_BYTES = 1 << 20;
    private static final int MOST_GAPS = 4; // bytes that are read for each one that is wanted
    private static final int LONG_RUN_BYTES = 1 << 16; // is read by itself
    private static final long MOST_CALL_BYTES = 1 << 30;

    private final PositionedFile file;
    private final FileMapping mapping;
    private final Staging elements = new Staging(STAGING_BYTES);

    IndependentTransfer(PositionedFile file, FileMapping mapping) {
        this.file = file;
        this.mapping = mapping;
    }

    private interface RunAction {
        void run(long position, long offset, long bytes) throws IOException;
    }

    private interface PartAction {
        void run(ByteBuffer part, long offset) throws IOException;
    }

    void write(long position, DirectBuffer source) throws IOException {
        MemorySegment memory = mapping.memoryInFileOrder(source);
        if (memory != null) {
            transfer(position, source.length(), memory, file::write);
            return;
        }
        long most = STAGING_BYTES / mapping.elementBytes();
        for (long done = 0; done < source.length(); done += most) {
            long count = Math.min(most, source.length() - done);
            long from = position + done;
            elements.put(0, source.slice(done, count), mapping);
            forEachRun(
                    from, count, (at, offset, bytes) -> file.write(elements.part(inStaging(at, from), bytes), offset));
        }
    }

    /** Fills the target; all its elements lie in the file. */
    void read(long position, DirectBuffer target) throws IOException {
        MemorySegment memory = mapping.memoryInFileOrder(target);
        if (memory != null && startsWithLongRun(position, target.length())) {
            transfer(position, target.length(), memory, file::read);
            return;
        }
        Staging gaps = null;
        long end = position + target.length();
        for (long from = position; from < end; ) {
            long offset = mapping.offset(from);
            long to = mapping.firstNotBefore(offset + STAGING_BYTES - mapping.elementBytes() + 1, from, end);
            long bytes = mapping.end(from, to - from) - offset;
            long wanted = (to - from) * mapping.elementBytes();
            if (bytes == wanted) {
                file.read(elements.part(0, bytes), offset);
            } else if (bytes <= MOST_GAPS * wanted) {
                gaps = gaps == null ? new Staging(STAGING_BYTES) : gaps;
                readWithGaps(gaps, from, to - from, offset, bytes);
            } else {
                long first = from;
                forEachRun(
                        from,
                        to - from,
                        (at, start, length) -> file.read(elements.part(inStaging(at, first), length), start));
            }
            elements.get(0, target.slice(from - position, to - from), mapping);
            from = to;
        }
    }

    private boolean startsWithLongRun(long position, long count) {
        long few = Math.min(count, LONG_RUN_BYTES / mapping.elementBytes());
        return mapping.end(position, few) - mapping.offset(position) == few * mapping.elementBytes();
    }

    /** Does each run by a call of the system on the memory itself. */
    private void transfer(long position, long count, MemorySegment memory, PartAction action) throws IOException {
        forEachRun(position, count, (at, offset, bytes) -> {
            for (long done = 0; done < bytes; done += MOST_CALL_BYTES) {
                long part = Math.min(MOST_CALL_BYTES, bytes - done);
                action.run(memory.asSlice(inStaging(at, position) + done, part).asByteBuffer(), offset + done);
            }
        });
    }

    private void readWithGaps(Staging gaps, long from, long count, long offset, long bytes) throws IOException {
        file.read(gaps.part(0, bytes), offset);
        mapping.forEachRun(
                from,
                count,
                (at, start, length) -> MemorySegment.copy(
                        gaps.memory(), start - offset, elements.memory(), inStaging(at, from), length));
    }

    private long inStaging(long position, long first) {
        return (position - first) * mapping.elementBytes();
    }

    private void forEachRun(long position, long count, RunAction action) throws IOException {
        try {
            mapping.forEachRun(position, count, (at, offset, bytes) -> {
                try {
                    action.run(at, offset, bytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
