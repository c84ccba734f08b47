package tutti.group.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * Reads and writes of all members together, in two phases (del Rosario, Bordawekar and Choudhary, "Improved Parallel
 * I/O via a Two-Phase Run-time Access Strategy", 1993).
 *
 * <p>What all members access is divided into as many domains of neighboring bytes as there are members. In each round
 * the members exchange what belongs into a window of each domain, and each member reads or writes its window in long
 * runs. Bytes that no member writes are never written.
 *
 * <p>For one thread.
 */
final class CollectiveTransfer {
    /** Parts begin at a multiple of that, so that two members do not write to the same page. */
    static final long ALIGNMENT_BYTES = 4096;

    private static final int MOST_WINDOW_BYTES = 1 << 20;
    private static final int LEAST_WINDOW_BYTES = 1 << 16;
    private static final long WINDOWS_BYTES = 32 << 20; // of all members, which one may have to fill

    private final Communicator members;
    private final PositionedFile file;
    private final FileMapping mapping;
    private final long position;
    private final DirectBuffer buffer;
    private final long first; // offsets of what all members access
    private final long end;
    private final long domainBytes;
    private final int windowBytes;
    private Staging outgoing = new Staging(0);
    private Staging incoming = new Staging(0);
    private @Nullable Exception failure;

    /**
     * Prepares a transfer; all members have the same idea of its range.
     *
     * @param buffer has as many elements as are to be transferred
     */
    CollectiveTransfer(
            Communicator members,
            PositionedFile file,
            FileMapping mapping,
            long position,
            DirectBuffer buffer,
            long first,
            long end) {
        this.members = members;
        this.file = file;
        this.mapping = mapping;
        this.position = position;
        this.buffer = buffer;
        this.first = first - first % ALIGNMENT_BYTES;
        this.end = end;
        int size = members.size();
        domainBytes = aligned((end - this.first + size - 1) / size);
        windowBytes = (int) aligned(Math.clamp(WINDOWS_BYTES / size, LEAST_WINDOW_BYTES, MOST_WINDOW_BYTES));
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    /** The elements of this member that begin in one window. */
    private record Piece(long position, long count) {}

    /**
     * Returns the failure of this member's own window, after all have taken part to the end.
     *
     * <p>Bytes that have the file's order go from the program's memory straight to their place in the window, and
     * from there to the file, unless their runs are so short that a visit of each costs more than a
     * second copy of all.
     */
    @Nullable
    Exception write() {
        Staging window = new Staging(windowBytes + Long.BYTES); // the last element may reach over its end
        BitSet written = new BitSet(windowBytes);
        DirectBuffer inFileOrder = mapping.inFileOrder(buffer);
        for (long at = 0; at < domainBytes; at += windowBytes) {
            List<Piece> pieces = pieces(at);
            List<long[]> runs = members.allToAll(pieces.stream().map(this::runs).toList());
            long start = windowStart(members.rank(), at);
            long bytes = Runs.bytes(runs);
            mark(written, runs, start);
            boolean isStraight = Runs.areLong(runs) && written.cardinality() == bytes; // no byte is written twice
            DirectBuffer target;
            if (isStraight) {
                target = window.first(windowBytes + Long.BYTES).select(Runs.layout(runs, start));
            } else {
                incoming = incoming.atLeast(bytes);
                target = incoming.first(bytes);
            }
            if (inFileOrder == null) {
                members.allToAll(packed(pieces), blocks(pieces), target, Runs.blocks(runs));
            } else {
                members.allToAll(inFileOrder, blocksInBuffer(pieces), target, Runs.blocks(runs));
            }
            if (failure == null) {
                if (!isStraight) {
                    spread(window, runs, start);
                }
                writeWindow(window, written, start);
            }
        }
        return failure;
    }

    /** Copies this member's elements into memory, one behind the other, with their bytes in the file's order. */
    private DirectBuffer packed(List<Piece> pieces) {
        long packed = 0;
        outgoing = outgoing.atLeast(bytes(pieces));
        for (Piece piece : pieces) {
            outgoing.put(packed, part(piece), mapping);
            packed += piece.count() * mapping.elementBytes();
        }
        return outgoing.first(packed);
    }

    private static void mark(BitSet written, List<long[]> runs, long start) {
        written.clear();
        runs.forEach(ofOne -> Runs.forEach(
                ofOne, (offset, length) -> written.set((int) (offset - start), (int) (offset - start + length))));
    }

    /** Copies what has come to its place in the window. */
    private void spread(Staging window, List<long[]> runs, long start) {
        long[] taken = new long[1];
        runs.forEach(ofOne -> Runs.forEach(ofOne, (offset, length) -> {
            MemorySegment.copy(incoming.memory(), taken[0], window.memory(), offset - start, length);
            taken[0] += length;
        }));
    }

    private void writeWindow(Staging window, BitSet written, long start) {
        try {
            for (int from = written.nextSetBit(0); from >= 0; ) {
                int to = written.nextClearBit(from);
                file.write(window.part(from, to - from), start + from);
                from = written.nextSetBit(to);
            }
        } catch (IOException | RuntimeException e) { // an interrupt, too: the others go on
            failure = e;
        }
    }

    /** Returns the failure of this member's own window, after all have taken part to the end. */
    @Nullable
    Exception read() {
        Staging window = new Staging(windowBytes + Long.BYTES);
        for (long at = 0; at < domainBytes; at += windowBytes) {
            List<Piece> pieces = pieces(at);
            List<long[]> runs = members.allToAll(pieces.stream().map(this::runs).toList());
            outgoing = outgoing.atLeast(Runs.bytes(runs));
            if (failure == null) {
                readWindow(window, runs);
            }
            incoming = incoming.atLeast(bytes(pieces));
            members.allToAll(
                    outgoing.first(Runs.bytes(runs)), Runs.blocks(runs), incoming.first(bytes(pieces)), blocks(pieces));
            long unpacked = 0;
            for (Piece piece : pieces) {
                incoming.get(unpacked, part(piece), mapping);
                unpacked += piece.count() * mapping.elementBytes();
            }
        }
        return failure;
    }

    /** Reads what all members want of this member's window with one read, gaps included. */
    private void readWindow(Staging window, List<long[]> runs) {
        long[] range = {Long.MAX_VALUE, Long.MIN_VALUE};
        runs.forEach(ofOne -> Runs.forEach(ofOne, (offset, length) -> {
            range[0] = Math.min(range[0], offset);
            range[1] = Math.max(range[1], offset + length);
        }));
        if (range[0] > range[1]) {
            return;
        }
        try {
            file.read(window.part(0, range[1] - range[0]), range[0]);
        } catch (IOException | RuntimeException e) { // an interrupt, too: the others go on
            failure = e;
            return;
        }
        long[] packed = new long[1];
        runs.forEach(ofOne -> Runs.forEach(ofOne, (offset, length) -> {
            MemorySegment.copy(window.memory(), offset - range[0], outgoing.memory(), packed[0], length);
            packed[0] += length;
        }));
    }

    // ---------------------------------------------------------------- what goes where

    private long windowStart(int rank, long inDomain) {
        return first + rank * domainBytes + inDomain;
    }

    /** Returns this member's elements in the window of each member, by rank. */
    private List<Piece> pieces(long inDomain) {
        List<Piece> pieces = new ArrayList<>(members.size());
        long last = position + buffer.length();
        for (int rank = 0; rank < members.size(); rank++) {
            long start = windowStart(rank, inDomain);
            long stop = Math.min(Math.min(start + windowBytes, windowStart(rank + 1, 0)), end);
            long from = mapping.firstNotBefore(start, position, last);
            long to = stop <= start ? from : mapping.firstNotBefore(stop, from, last);
            pieces.add(new Piece(from, to - from));
        }
        return pieces;
    }

    private DirectBuffer part(Piece piece) {
        return buffer.slice(piece.position() - position, piece.count());
    }

    private long[] runs(Piece piece) {
        Runs.Builder runs = new Runs.Builder();
        mapping.forEachRun(piece.position(), piece.count(), (at, offset, bytes) -> runs.add(offset, bytes));
        return runs.toArray();
    }

    private long bytes(List<Piece> pieces) {
        return pieces.stream().mapToLong(Piece::count).sum() * mapping.elementBytes();
    }

    private Blocks blocks(List<Piece> pieces) {
        return Blocks.of(pieces.stream()
                .mapToLong(piece -> piece.count() * mapping.elementBytes())
                .toArray());
    }

    /** The same where they lie in the program's own memory. */
    private Blocks blocksInBuffer(List<Piece> pieces) {
        int size = mapping.elementBytes();
        return Blocks.of(
                pieces.stream().mapToLong(piece -> piece.count() * size).toArray(),
                pieces.stream()
                        .mapToLong(piece -> (piece.position() - position) * size)
                        .toArray());
    }
}
