package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import tutti.collectives.local.CollectiveCall;
import tutti.messaging.device.GroupMemory;

/**
 * Where things lie in the memory that the processes of a group share: see {@link SharedSegment}.
 *
 * <p>Each word at which a leader waits, or that several write, has 128 bytes for itself.
 *
 * <pre>
 *   0  key of the memory
 * 128  one more than the number of the last call in which a leader has closed the memory, or 0
 * 256  two records, of the steps with odd and with even numbers, and in each:
 *        arrived   number of the step, process that came first, how many have come
 *        released  number of the last step to which all have come
 *        begun     tiles of it that have been begun
 *        done      tiles of it that are done
 *        finished  number of the last step of which all tiles are done
 *        fault     number of a step that has failed, kind of the failure, process that tells of it
 *      for each process:
 *        sleeps    1 if it must be woken
 *        entered   number of the last step that it has begun
 *        entry     what it is doing in the last step with an odd number: see {@link Entry}
 *        entry     the same for even numbers
 *      from a multiple of 4096 on, for even and for odd numbers, a slot of each process: what it contributes
 * </pre>
 *
 * <p>What does not fit the slots goes into larger ones in a second memory, which holds nothing else but a key: one for
 * each process, or, in the same place, one for each member, which begins with words that say what is in it.
 */
record SegmentLayout(int processes, int members) {
    /** Bytes of a slot. */
    static final int SMALL_BYTES = 8 * 1024;

    /** Bytes of a slot in the second memory. */
    static final int LARGE_BYTES = 256 * 1024;

    /** Bytes in the second memory for each member, at least, if there are no more than {@link #MOST_MEMBERS}. */
    private static final int MEMBER_BYTES = 64 * 1024;

    /** Most members that have slots of their own. */
    static final int MOST_MEMBERS = 128;

    private static final int COUNT_BITS = 12;
    private static final long LOW = (1 << COUNT_BITS) - 1;

    /** Most processes that can share a memory. */
    static final int MOST_PROCESSES = (int) LOW;

    private static final int LINE_BYTES = 128;
    private static final long PAGE_BYTES = 4096;
    private static final int PARITIES = 2;

    /** Where it stands whether the memory is closed. */
    static final int CLOSED_AT = Math.ceilDiv(GroupMemory.KEY_BYTES, LINE_BYTES) * LINE_BYTES;

    private static final int RECORDS_AT = CLOSED_AT + LINE_BYTES;
    private static final int RECORD_LINES = 6;
    private static final int PROCESS_LINES = 4;

    private static final int OPERATION_AT = 0;
    private static final int ROOT_AT = 8;
    private static final int CALL_AT = 16;
    private static final int VARIANT_AT = 24;
    private static final int RANK_AT = 32;
    private static final int TYPE_AT = 40;
    private static final int LENGTH_AT = 48;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** The words of a record, in their order. */
    enum Word {
        ARRIVED(0),
        RELEASED(1),
        BEGUN(2),
        DONE(3),
        FINISHED(4),
        FAULT(5);

        private final int line;

        Word(int line) {
            this.line = line;
        }
    }

    /**
     * What a process is doing in a step.
     *
     * @param type number of its buffer's element type, or -1 if it has none
     * @param length number of its buffer's elements
     */
    record Entry(int operation, int root, long call, int variant, int rank, int type, long length) {

        boolean isSameCall(Entry other) {
            return operation == other.operation && root == other.root && call == other.call && variant == other.variant;
        }

        boolean isAlike(Entry other) {
            return type == other.type && length == other.length;
        }
    }

    /** Returns the layout for the members of a call. */
    static SegmentLayout of(CollectiveCall call) {
        return new SegmentLayout(call.locality().processes(), call.endpoint().size());
    }

    long bytes() {
        return firstSlotAt() + (long) PARITIES * processes * SMALL_BYTES;
    }

    long largeBytes() {
        return PAGE_BYTES + PARITIES * largeHalfBytes();
    }

    private long largeHalfBytes() {
        return Math.max((long) processes * LARGE_BYTES, members > MOST_MEMBERS ? 0 : (long) members * MEMBER_BYTES);
    }

    long at(long step, Word word) {
        return RECORDS_AT + ((step & 1) * RECORD_LINES + word.line) * LINE_BYTES;
    }

    private long processAt(int process) {
        return RECORDS_AT + (long) (PARITIES * RECORD_LINES + process * PROCESS_LINES) * LINE_BYTES;
    }

    long sleepsAt(int process) {
        return processAt(process);
    }

    long enteredAt(int process) {
        return processAt(process) + LINE_BYTES;
    }

    private long entryAt(long step, int process) {
        return processAt(process) + (2 + (step & 1)) * LINE_BYTES;
    }

    /** Returns where the slot of a process lies for a step. */
    long slotAt(long step, int process) {
        return firstSlotAt() + ((step & 1) * processes + process) * SMALL_BYTES;
    }

    /** Returns where the slot of a process lies for a step in the second memory. */
    long largeSlotAt(long step, int process) {
        return PAGE_BYTES + (step & 1) * largeHalfBytes() + (long) process * LARGE_BYTES;
    }

    /** Returns where the slot of a member lies for a step in the second memory: its words, and behind them its data. */
    long memberSlotAt(long step, int rank) {
        return PAGE_BYTES + (step & 1) * largeHalfBytes() + rank * memberSlotBytes();
    }

    private long memberSlotBytes() {
        return largeHalfBytes() / members / LINE_BYTES * LINE_BYTES;
    }

    /** Returns how many bytes the words of a member's slot have: one for each member. */
    long memberWordsBytes() {
        return Math.ceilDiv((long) members * Long.BYTES, LINE_BYTES) * LINE_BYTES;
    }

    /** Returns how many bytes of data a member's slot has. */
    long memberDataBytes() {
        return memberSlotBytes() - memberWordsBytes();
    }

    private long firstSlotAt() {
        return Math.ceilDiv(processAt(processes), PAGE_BYTES) * PAGE_BYTES;
    }

    void write(MemorySegment memory, long step, int process, Entry entry) {
        long at = entryAt(step, process);
        memory.set(ValueLayout.JAVA_LONG, at + OPERATION_AT, entry.operation());
        memory.set(ValueLayout.JAVA_LONG, at + ROOT_AT, entry.root());
        memory.set(ValueLayout.JAVA_LONG, at + CALL_AT, entry.call());
        memory.set(ValueLayout.JAVA_LONG, at + VARIANT_AT, entry.variant());
        memory.set(ValueLayout.JAVA_LONG, at + RANK_AT, entry.rank());
        memory.set(ValueLayout.JAVA_LONG, at + TYPE_AT, entry.type());
        memory.set(ValueLayout.JAVA_LONG, at + LENGTH_AT, entry.length());
    }

    Entry read(MemorySegment memory, long step, int process) {
        long at = entryAt(step, process);
        return new Entry(
                (int) memory.get(ValueLayout.JAVA_LONG, at + OPERATION_AT),
                (int) memory.get(ValueLayout.JAVA_LONG, at + ROOT_AT),
                memory.get(ValueLayout.JAVA_LONG, at + CALL_AT),
                (int) memory.get(ValueLayout.JAVA_LONG, at + VARIANT_AT),
                (int) memory.get(ValueLayout.JAVA_LONG, at + RANK_AT),
                (int) memory.get(ValueLayout.JAVA_LONG, at + TYPE_AT),
                memory.get(ValueLayout.JAVA_LONG, at + LENGTH_AT));
    }

    /** Makes a word that shows a step, a process and a number that is no larger than that of processes. */
    static long word(long step, int process, int count) {
        return (step << COUNT_BITS | process) << COUNT_BITS | count;
    }

    static long stepOf(long word) {
        return word >> (2 * COUNT_BITS);
    }

    static int processOf(long word) {
        return (int) (word >> COUNT_BITS & LOW);
    }

    static int countOf(long word) {
        return (int) (word & LOW);
    }

    static long get(MemorySegment memory, long at) {
        return (long) LONG.getAcquire(memory, at);
    }

    static void set(MemorySegment memory, long at, long value) {
        LONG.setRelease(memory, at, value);
    }

    static long exchange(MemorySegment memory, long at, long value) {
        return (long) LONG.getAndSet(memory, at, value);
    }

    static long next(MemorySegment memory, long at) {
        return (long) LONG.getAndAdd(memory, at, 1L);
    }

    static boolean replace(MemorySegment memory, long at, long expected, long value) {
        return LONG.compareAndSet(memory, at, expected, value);
    }
}
