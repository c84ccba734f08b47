package mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.mpi.Numbers;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;

/** Items of a datatype in a buffer, as a program passes them. */
record Items(@Nullable Object buffer, int count, Datatype type) {

    DirectBuffer view() {
        return Memory.view(buffer, Datatype.usable(type), 0, count);
    }

    /** Views so many times the items. */
    DirectBuffer view(int times) {
        if (count < 0) {
            return view(); // which refuses it
        }
        return Memory.view(buffer, Datatype.usable(type), 0, Math.multiplyExact(count, times));
    }

    /** Returns the parts of a buffer that is divided evenly. */
    static List<DirectBuffer> split(@Nullable DirectBuffer whole, int parts) {
        List<DirectBuffer> slices = new ArrayList<>();
        for (int i = 0; whole != null && i < parts; i++) {
            slices.add(slice(whole, i, parts));
        }
        return slices;
    }

    static DirectBuffer slice(DirectBuffer whole, int index, int parts) {
        long length = whole.length() / parts;
        return whole.slice(index * length, length);
    }

    /** Items for each rank, as a program passes them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfEach(@Nullable Object buffer, int[] counts, int @Nullable [] displacements, Datatype type) {
        Memory.Parts parts(int ranks) {
            return Memory.of(buffer)
                    .parts(
                            Datatype.usable(type),
                            0,
                            Numbers.ofEach("counts", counts, ranks),
                            displacements == null ? null : Numbers.ofEach("displacements", displacements, ranks));
        }
    }

    /** Items of a datatype of its own for each rank; displacements are bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfEachTyped(@Nullable Object buffer, int[] counts, int[] displacements, Datatype[] types) {
        Memory.Parts parts(int ranks) {
            int[] checked = Numbers.ofEach("counts", counts, ranks);
            int[] starts = Numbers.ofEach("displacements", displacements, ranks);
            if (types.length < ranks) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "needs a datatype for each rank: types=%d ranks=%d".formatted(types.length, ranks));
            }
            Memory memory = Memory.of(buffer);
            List<DirectBuffer> filled = new ArrayList<>();
            long[] lengths = new long[ranks];
            for (int i = 0; i < ranks; i++) {
                TypeMap type = Datatype.usable(types[i]);
                DirectBuffer part = memory.view(type, starts[i], checked[i]);
                lengths[i] = part.length();
                if (part.length() > 0) {
                    filled.add(part);
                }
            }
            return new Memory.Parts(DirectBuffer.join(filled.toArray(DirectBuffer[]::new)), Blocks.of(lengths));
        }
    }

    static List<DirectBuffer> split(Memory.@Nullable Parts parts, int ranks) {
        List<DirectBuffer> slices = new ArrayList<>();
        for (int i = 0; parts != null && i < ranks; i++) {
            slices.add(slice(parts, i));
        }
        return slices;
    }

    static DirectBuffer slice(Memory.Parts parts, int rank) {
        return parts.buffer()
                .slice(parts.blocks().displacement(rank), parts.blocks().count(rank));
    }
}
