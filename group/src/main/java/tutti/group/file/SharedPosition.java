package tutti.group.file;

import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.ElementType;

/** A number in member 0's memory, which all members move by atomic operations. Thread-safe. */
final class SharedPosition {
    private static final int HOME = 0; // rank of the member whose memory it is in

    private final Window window;

    /** Begins at 0; collective. */
    SharedPosition(Communicator members) {
        window = members.allocateWindow(ElementType.LONG, members.rank() == HOME ? 1 : 0);
        window.lockAll();
    }

    /** Neighboring positions that belong to who has taken them. */
    record Range(long first, long length) {
        static Range of(long[] numbers) {
            return new Range(numbers[0], numbers[1]);
        }

        long[] toArray() {
            return new long[] {first, length};
        }
    }

    /** How many elements of a view a file has now. */
    interface FileLength {
        long elements();
    }

    /** Returns whether member 0 is this one, which acts for all in ordered operations. */
    boolean isHome() {
        return window.rank() == HOME;
    }

    long get() {
        return window.fetchAndOp(HOME, 0, 0L, Window.NO_OP);
    }

    void set(long position) {
        window.fetchAndOp(HOME, 0, position, Window.REPLACE);
    }

    /** Takes the next positions. */
    Range take(long length) {
        return new Range(window.fetchAndAdd(HOME, 0, length), length);
    }

    /** Takes the next positions as far as the file has them. */
    Range take(long length, FileLength file) {
        long first = get();
        while (true) {
            long there = Math.clamp(file.elements() - first, 0, length);
            if (there == 0) {
                return new Range(first, 0);
            }
            long found = window.compareAndSwap(HOME, 0, first, first + there);
            if (found == first) {
                return new Range(first, there);
            }
            first = found; // another member was faster
        }
    }

    /** Ends this member's part, without waiting for others. */
    void leave() {
        window.leave();
    }
}
