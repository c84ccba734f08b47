package tutti.group.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import tutti.serialization.DirectBuffer;

/**
 * Reads and writes that a member does by itself, through 1 MiB of memory.
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

    void write(long position, DirectBuffer source) throws IOException {
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
