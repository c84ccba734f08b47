package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.GroupMemory;

/**
 * The memory of a ring that two processes share: one writes frames, the other reads them.
 *
 * <p>Each field that one side writes and the other reads has 128 bytes for itself, so that neither slows the other.
 *
 * <pre>
 *      0  key: 16 bytes that both sides know
 *    128  read position: bytes that the reader has taken so far
 *    256  reader sleeps: 1 if the writer must ring the reader's bell
 *    384  writer sleeps: read position from which on the reader must ring the writer's bell; 0 if it need not
 *    512  reader copies: 1 if the reader can copy memory of the writer's process, which it finds out when it is asked
 *    520  number of the writer's process, and the address of the key there
 *    536  reader asked: 1 if the writer has elements that the reader could copy
 *    640  offer: bits 0 to 2: its state; the others: position of its record
 *    768  nanoseconds that the reader takes for a piece of a large message with FRAGMENT_BYTES, about; 0: not known
 *   4096  records, each beginning at a multiple of 8 bytes, and small ones within a line of the cache:
 *           8 bytes  bits 0 to 31: length of what follows; 32 to 39: which words of the header follow; 40: 1;
 *                    41: 1 if it is an offer.
 *                    0: nothing has been written here yet; -1: continue at the beginning
 *           length   words of the header that differ from those of the frame before, and the chunk, see FrameFormat
 * </pre>
 *
 * <p>The chunk of an offer is the address and the length of elements in memory of the writer's process, and what
 * precedes them in the message. The reader copies the elements straight to where they belong, or refuses; the writer
 * may take the offer back at any time. Elements that are not copied follow in other records, as if there had been no
 * offer.
 *
 * <p>The length is written last. It publishes the record, so that a writer which is killed never shows a part of one.
 *
 * <p>Of two messages of one pair of members mostly only the number differs, so that a small one lies in a single line
 * of the cache: each further line costs a transfer from one processor to the other.
 */
public final class RingLayout {
    static final int KEY_AT = 0;
    static final int READ_POSITION_AT = 128;
    static final int READER_SLEEPS_AT = 256;
    static final int WRITER_SLEEPS_AT = 384;
    static final int READER_COPIES_AT = 512;
    static final int PROCESS_AT = 520;
    static final int KEY_ADDRESS_AT = 528;
    static final int READER_ASKED_AT = 536;
    static final int OFFER_AT = 640;
    static final int READER_NANOS_AT = 768;
    public static final int RECORDS_AT = 4096;

    /** States of an offer. Only the reader changes the first three, and only the writer takes an offer back. */
    static final int OFFERED = 1;

    static final int COPYING = 2;
    static final int COPIED = 3;
    static final int REFUSED = 4;
    static final int TAKEN_BACK = 5;
    private static final int STATE_BITS = 3;

    static final int KEY_BYTES = GroupMemory.KEY_BYTES;
    public static final int CAPACITY_BYTES = 1 << 20;
    public static final int FILE_BYTES = RECORDS_AT + CAPACITY_BYTES;
    static final int LENGTH_BYTES = Long.BYTES;
    static final int HEADER_WORDS = FrameFormat.HEADER_BYTES / Long.BYTES;
    static final long EMPTY = 0;
    static final long WRAP = -1;

    /** Most bytes of a chunk in one record: the reader copies one while the writer writes the next. */
    public static final int FRAGMENT_BYTES = 32 * 1024;

    /** How many more bytes of a buffer the last record may have, rather than another one for a few. */
    static final int LONGER_BYTES = 512;

    /** Bytes of an offer: address and length of the elements. */
    static final int OFFER_BYTES = 2 * Long.BYTES;

    static final long LINE_BYTES = 64; // of the cache
    private static final int WORDS_SHIFT = 32;
    private static final int WORDS_MASK = (1 << HEADER_WORDS) - 1;
    private static final int RECORD_SHIFT = WORDS_SHIFT + HEADER_WORDS;

    /** Added to what publishes a record that is an offer. */
    static final long OFFER_BIT = 1L << (RECORD_SHIFT + 1);

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private RingLayout() {}

    /** Says which process writes, so that the reader can copy its memory, if this JVM can keep memory open for that. */
    static void setWriter(MemorySegment memory) {
        if (ProcessMemory.isAllowed()) {
            memory.set(
                    ValueLayout.JAVA_LONG, PROCESS_AT, ProcessHandle.current().pid());
            memory.set(ValueLayout.JAVA_LONG, KEY_ADDRESS_AT, memory.address() + KEY_AT);
        }
    }

    static long acquire(MemorySegment memory, long offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    public static void release(MemorySegment memory, long offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    static long exchange(MemorySegment memory, long offset, long value) {
        return (long) LONG.getAndSet(memory, offset, value);
    }

    static boolean compareAndSet(MemorySegment memory, long offset, long expected, long value) {
        return LONG.compareAndSet(memory, offset, expected, value);
    }

    /** Returns what says how far the offer of the record at a position has come. */
    static long offer(long position, int state) {
        return position << STATE_BITS | state;
    }

    /** Returns what publishes a record. */
    static long record(int length, int words) {
        return 1L << RECORD_SHIFT | (long) words << WORDS_SHIFT | length;
    }

    /** Returns whether this may publish a record, of any length. */
    static boolean isRecord(long published) {
        return (published & ~OFFER_BIT) >>> RECORD_SHIFT == 1;
    }

    static boolean isOffer(long published) {
        return (published & OFFER_BIT) != 0;
    }

    /** Returns which words of the header a record has, by bits. */
    static int words(long published) {
        return (int) (published >>> WORDS_SHIFT) & WORDS_MASK;
    }

    /** Returns how many bytes of the ring a frame takes. */
    static long recordBytes(long frameBytes) {
        return LENGTH_BYTES + (frameBytes + Long.BYTES - 1 & -Long.BYTES);
    }

    /**
     * Returns where the next record begins after one at a position.
     *
     * <p>One that fits into a line of the cache is followed by what is left of its line, if another of its size would
     * not lie in one line there.
     */
    static long after(long position, long length) {
        long bytes = recordBytes(length);
        long next = position + bytes;
        boolean leavesLine = bytes <= LINE_BYTES && LINE_BYTES - (next & LINE_BYTES - 1) < bytes;
        return leavesLine ? next + LINE_BYTES - 1 & -LINE_BYTES : next;
    }

    static long at(long position) {
        return RECORDS_AT + (position & CAPACITY_BYTES - 1);
    }

    static long untilEnd(long position) {
        return CAPACITY_BYTES - (position & CAPACITY_BYTES - 1);
    }
}
