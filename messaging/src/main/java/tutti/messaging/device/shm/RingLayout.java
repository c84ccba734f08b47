package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
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
 *   4096  records, each beginning at a multiple of 8 bytes:
 *           8 bytes  length of the frame; 0: nothing has been written here yet; -1: continue at the beginning
 *           length   frame: header and chunk, see FrameFormat
 * </pre>
 *
 * <p>The length is written last. It publishes the record, so that a writer which is killed never shows a part of one.
 */
public final class RingLayout {
    static final int KEY_AT = 0;
    static final int READ_POSITION_AT = 128;
    static final int READER_SLEEPS_AT = 256;
    static final int WRITER_SLEEPS_AT = 384;
    public static final int RECORDS_AT = 4096;

    static final int KEY_BYTES = GroupMemory.KEY_BYTES;
    public static final int CAPACITY_BYTES = 1 << 20;
    public static final int FILE_BYTES = RECORDS_AT + CAPACITY_BYTES;
    static final int LENGTH_BYTES = Long.BYTES;
    static final long EMPTY = 0;
    static final long WRAP = -1;

    /** Most bytes of a chunk in one record: the reader copies one while the writer writes the next. */
    public static final int FRAGMENT_BYTES = 32 * 1024;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private RingLayout() {}

    static long acquire(MemorySegment memory, long offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    public static void release(MemorySegment memory, long offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    static long exchange(MemorySegment memory, long offset, long value) {
        return (long) LONG.getAndSet(memory, offset, value);
    }

    /** Returns how many bytes of the ring a frame takes. */
    static long recordBytes(long frameBytes) {
        return LENGTH_BYTES + (frameBytes + Long.BYTES - 1 & -Long.BYTES);
    }

    static long at(long position) {
        return RECORDS_AT + (position & CAPACITY_BYTES - 1);
    }

    static long untilEnd(long position) {
        return CAPACITY_BYTES - (position & CAPACITY_BYTES - 1);
    }
}
