package tutti.group.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.CompositeCall;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * Does the transfers of a view: this member by itself, or all members together.
 *
 * @param refusal why this member cannot take part; null if it can
 */
record Access(
        ParallelFile file, FileMapping mapping, @Nullable RuntimeException refusal) {
    private static final long LONG_RUN_BYTES = 1 << 16; // from here on exchanging gains nothing

    Access failing(RuntimeException because) {
        return new Access(file, mapping, because);
    }

    /** Does a transfer here, and returns how many elements it was. */
    long byItself(Transfer transfer) {
        checkArguments(transfer);
        try {
            return file.isAtomic() ? transferredAlone(transfer) : transferredNow(transfer);
        } catch (IOException e) {
            throw Together.thrown(text(transfer), e);
        }
    }

    /** Does a transfer with all members; each learns if one fails. Returns how many elements it was here. */
    long together(Transfer transfer) {
        return together(transfer, file.members(), file.isAtomic());
    }

    /**
     * Does the same in a duplicate of the group.
     *
     * @param isAtomic whether the file was when the members called this, which may have changed when it is done
     */
    long together(Transfer transfer, Communicator members, boolean isAtomic) {
        file.checkOpen();
        String text = text(transfer);
        Together together = new Together(members, transfer.call(), text);
        return CompositeCall.run(text, () -> together(transfer, together, isAtomic));
    }

    private long together(Transfer transfer, Together together, boolean isAtomic) {
        Communicator members = together.members();
        Transfer inFile = together.run(() -> {
            checkArguments(transfer);
            return isAtomic ? transfer : inFile(transfer);
        });
        if (isAtomic) {
            return together.run(() -> transferredAlone(inFile));
        }
        List<long[]> ranges = members.allGather(Range.of(mapping, inFile).toArray());
        Range all = Range.union(ranges);
        if (!Range.areMixed(ranges) || all.meanRunBytes() >= LONG_RUN_BYTES) {
            return together.run(() -> transferredNow(inFile));
        }
        CollectiveTransfer exchange = new CollectiveTransfer(
                members, file.positioned(), mapping, inFile.position(), inFile.buffer(), all.first(), all.end());
        Exception failure = transfer.isWrite() ? exchange.write() : exchange.read();
        return together.run(() -> {
            if (failure != null) {
                throw Together.thrown(together.text(), failure);
            }
            return inFile.length();
        });
    }

    /** Throws if the buffer or the file is not for that. */
    void checkArguments(Transfer transfer) {
        if (refusal != null) {
            throw refusal;
        }
        DirectBuffer buffer = Objects.requireNonNull(transfer.buffer(), "buffer must not be null");
        buffer.requireAccessible();
        if (transfer.isWrite()) {
            file.requireWritable(transfer.call());
        } else {
            file.requireReadable(transfer.call());
            buffer.requireWritable("target");
        }
        if (transfer.position() < 0) {
            throw new IllegalArgumentException("position must not be negative: " + text(transfer));
        }
        if (!mapping.has(transfer.position(), transfer.length())) {
            throw new IllegalArgumentException("position is behind the end of all files: " + text(transfer));
        }
        if (buffer.type() != mapping.type()) {
            throw new IllegalArgumentException("buffer must have the view's type: buffer=%s view=%s %s"
                    .formatted(buffer.type(), mapping.type(), text(transfer)));
        }
    }

    private Transfer inFile(Transfer transfer) throws IOException {
        return transfer.isWrite() || transfer.length() == 0
                ? transfer
                : transfer.first(mapping.inFile(
                        transfer.position(),
                        transfer.length(),
                        file.positioned().size()));
    }

    /** Does a transfer beside no write of the group. */
    private long transferredAlone(Transfer transfer) throws IOException {
        if (transfer.length() == 0) {
            return 0;
        }
        long first = mapping.offset(transfer.position());
        long bytes = mapping.end(transfer.position(), transfer.length()) - first;
        boolean isShared = !transfer.isWrite();
        try (Closeable _ = file.atomicLock().hold(isShared);
                Closeable _ = file.positioned().lock(first, bytes, isShared)) {
            return transferredNow(transfer);
        }
    }

    private long transferredNow(Transfer whole) throws IOException {
        if (whole.length() == 0) {
            return 0;
        }
        Transfer transfer = inFile(whole);
        IndependentTransfer io = new IndependentTransfer(file.positioned(), mapping);
        if (transfer.isWrite()) {
            io.write(transfer.position(), transfer.buffer());
        } else {
            io.read(transfer.position(), transfer.buffer());
        }
        return transfer.length();
    }

    String text(Transfer transfer) {
        return "%s path=%s".formatted(transfer.text(), file.path());
    }

    /** The bytes of a file that a member accesses. */
    private record Range(long first, long end, long bytes, long runs) {
        static Range of(FileMapping mapping, Transfer transfer) {
            long count = transfer.length();
            if (count == 0) {
                return new Range(Long.MAX_VALUE, 0, 0, 0);
            }
            long[] runs = new long[1];
            mapping.forEachRun(transfer.position(), count, (at, offset, bytes) -> runs[0]++);
            return new Range(
                    mapping.offset(transfer.position()),
                    mapping.end(transfer.position(), count),
                    count * mapping.elementBytes(),
                    runs[0]);
        }

        static Range of(long[] numbers) {
            return new Range(numbers[0], numbers[1], numbers[2], numbers[3]);
        }

        long[] toArray() {
            return new long[] {first, end, bytes, runs};
        }

        static Range union(List<long[]> ranges) {
            return ranges.stream()
                    .map(Range::of)
                    .reduce(
                            new Range(Long.MAX_VALUE, 0, 0, 0),
                            (one, other) -> new Range(
                                    Math.min(one.first, other.first),
                                    Math.max(one.end, other.end),
                                    one.bytes + other.bytes,
                                    one.runs + other.runs));
        }

        long meanRunBytes() {
            return bytes / Math.max(1, runs);
        }

        /** Returns whether bytes of one lie between those of another. */
        static boolean areMixed(List<long[]> ranges) {
            List<Range> used = ranges.stream()
                    .map(Range::of)
                    .filter(range -> range.runs > 0)
                    .sorted(Comparator.comparingLong(Range::first))
                    .toList();
            for (int i = 1; i < used.size(); i++) {
                if (used.get(i).first < used.get(i - 1).end) {
                    return true;
                }
            }
            return false;
        }
    }
}
