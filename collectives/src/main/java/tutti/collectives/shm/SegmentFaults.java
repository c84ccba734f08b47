package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.local.CollectiveCall;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * How processes that meet in a {@link SharedSegment} find that they are in different calls, or that their buffers
 * differ, and tell each other by a word of the memory.
 *
 * @param self number of this process
 */
record SegmentFaults(SegmentLayout layout, MemorySegment memory, int self) {
    private static final int NOTHING = -1;
    private static final List<ElementType> TYPES = List.of(ElementType.values());
    private static final List<Kind> KINDS = List.of(Kind.values());

    private enum Kind {
        /** Two processes are in different calls. */
        MISMATCH,
        /** Two processes have buffers that differ in type or length. */
        UNLIKE
    }

    /** Describes what this process is doing. */
    static SegmentLayout.Entry entry(CollectiveCall call, @Nullable DirectBuffer own) {
        CallSignature label = call.label();
        return new SegmentLayout.Entry(
                label.operation(),
                label.root(),
                label.call(),
                label.variant(),
                call.rank(),
                own == null ? NOTHING : TYPES.indexOf(own.type()),
                own == null ? 0 : own.length());
    }

    /**
     * Compares what this process is doing in a step with what another does, and leaves a fault if that differs.
     *
     * @param mine of {@link #entry}
     * @return what to throw then, or null
     */
    @Nullable
    RuntimeException compare(
            CollectiveCall call, long step, SegmentLayout.Entry mine, int other, @Nullable DirectBuffer own) {
        SegmentLayout.Entry theirs = layout.read(memory, step, other);
        if (!mine.isSameCall(theirs)) {
            leave(Kind.MISMATCH, step);
            return mismatch(call, theirs);
        }
        if (!mine.isAlike(theirs)) {
            leave(Kind.UNLIKE, step);
            return unlike(call, theirs, own);
        }
        return null;
    }

    /** Leaves a fault, unless another process has. */
    private void leave(Kind kind, long step) {
        long at = layout.at(step, SegmentLayout.Word.FAULT);
        long known = SegmentLayout.get(memory, at);
        if (SegmentLayout.stepOf(known) < step) {
            SegmentLayout.replace(memory, at, known, SegmentLayout.word(step, self, KINDS.indexOf(kind)));
        }
    }

    /** Returns whether a process has left a fault in a step. */
    boolean isIn(long step) {
        return SegmentLayout.stepOf(SegmentLayout.get(memory, layout.at(step, SegmentLayout.Word.FAULT))) == step;
    }

    /** Makes the exception of a process that has seen the fault of a step. */
    RuntimeException exception(CollectiveCall call, long step, @Nullable DirectBuffer own) {
        long fault = SegmentLayout.get(memory, layout.at(step, SegmentLayout.Word.FAULT));
        long arrived = SegmentLayout.get(memory, layout.at(step, SegmentLayout.Word.ARRIVED));
        SegmentLayout.Entry theirs = layout.read(memory, step, SegmentLayout.processOf(fault));
        SegmentLayout.Entry first = layout.read(memory, step, SegmentLayout.processOf(arrived));
        SegmentLayout.Entry mine = entry(call, own);
        return switch (KINDS.get(SegmentLayout.countOf(fault))) {
            case MISMATCH -> mismatch(call, mine.isSameCall(theirs) ? first : theirs);
            case UNLIKE -> unlike(call, mine.isAlike(theirs) ? first : theirs, own);
        };
    }

    private static MismatchedCallException mismatch(CollectiveCall call, SegmentLayout.Entry other) {
        return call.mismatch(
                other.rank(), new CallSignature(other.operation(), other.root(), other.call(), other.variant()));
    }

    private static RuntimeException unlike(CollectiveCall call, SegmentLayout.Entry other, @Nullable DirectBuffer own) {
        String shape = "%s[%d]".formatted(TYPES.get(other.type()), other.length());
        return own == null
                ? new IllegalStateException("no buffer, but unlike " + shape)
                : call.unlike(other.rank(), shape, own);
    }
}
