package mpi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Bytes of a program's buffer that an access to a window reads or writes, in the order of the message. */
record WindowBytes(Memory memory, Layout layout) {

    static WindowBytes of(Items items) {
        items.view(); // checks it
        return new WindowBytes(Memory.of(items.buffer()), layout(items.type().committed(), items.count()));
    }

    /** Returns new memory. */
    static WindowBytes fresh(long bytes) {
        return new WindowBytes(Memory.of(ByteBuffer.allocateDirect(Math.toIntExact(bytes))), Layout.contiguous(bytes));
    }

    static Layout layout(TypeMap type, int count) {
        return count == 0 ? Layout.contiguous(0) : type.items(count);
    }

    long length() {
        return layout.length();
    }

    /** Returns neighboring bytes as elements. */
    DirectBuffer elements(ElementType type, long offset, long bytes) {
        if (bytes % type.elementBytes() != 0) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "a window is accessed by whole elements: window of %s, run of %d bytes".formatted(type, bytes));
        }
        return memory.elements(TypeMap.of(type), type, offset, Math.toIntExact(bytes / type.elementBytes()));
    }

    /** What is done with each run. */
    interface RunVisitor {
        /** Visits bytes that lie together in each layout, at the offsets given. */
        void visit(long[] offsets, long bytes);
    }

    /** Visits the runs of bytes that lie together in each of some layouts of the same length. */
    static void forEachRun(List<Layout> layouts, RunVisitor visitor) {
        long total = layouts.getFirst().length();
        List<List<long[]>> runs = new ArrayList<>();
        for (Layout layout : layouts) {
            List<long[]> own = new ArrayList<>();
            layout.forEachRun(0, total, (position, index, length) -> own.add(new long[] {position, index, length}));
            runs.add(own);
        }
        int[] next = new int[layouts.size()];
        for (long at = 0; at < total; ) {
            long end = total;
            long[] offsets = new long[next.length];
            for (int i = 0; i < next.length; i++) {
                long[] run = runs.get(i).get(next[i]);
                offsets[i] = run[1] + at - run[0];
                end = Math.min(end, run[0] + run[2]);
            }
            visitor.visit(offsets, end - at);
            for (int i = 0; i < next.length; i++) {
                long[] run = runs.get(i).get(next[i]);
                next[i] += end == run[0] + run[2] ? 1 : 0;
            }
            at = end;
        }
    }
}
