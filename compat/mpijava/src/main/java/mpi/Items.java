package mpi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MessageObjects;
import tutti.mpi.MpiFailure;
import tutti.mpi.Numbers;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/**
 * Items of a datatype in an array, as a program passes them.
 *
 * @param offset of the first one, in elements of the array
 */
record Items(@Nullable Object buffer, int offset, int count, Datatype type) {

    Items {
        buffer = buffer instanceof mpjbuf.Buffer packed ? packed.bytes() : buffer;
    }

    /** Refuses null: those who pass nothing have no need of it. */
    @Override
    public Datatype type() {
        return Datatype.given(type);
    }

    boolean isObject() {
        return type().isObject();
    }

    private long offsetBytes() {
        return (long) offset * type().unit();
    }

    DirectBuffer view() {
        return Memory.view(buffer, type().map(), offsetBytes(), count);
    }

    /** Returns so many times the items. */
    Items times(int times) {
        return new Items(buffer, offset, Math.multiplyExact(count, times), type);
    }

    // ---------------------------------------------------------------- objects

    /** Returns what to send of objects. */
    Object outgoing() {
        @Nullable Object[] array = array();
        int[] places = places();
        @Nullable Object[] sent = new Object[places.length];
        for (int i = 0; i < places.length; i++) {
            sent[i] = array[places[i]];
        }
        return MessageObjects.outgoing(sent);
    }

    /**
     * Puts objects that have come into the array.
     *
     * @return how many
     */
    int take(@Nullable Object message) {
        @Nullable Object[] objects = MessageObjects.incoming(message);
        @Nullable Object[] array = array();
        int[] places = places();
        if (objects.length > places.length) {
            throw new MpiFailure(
                    ErrorClass.TRUNCATE,
                    "message is longer than the receive: objects=%d count=%d".formatted(objects.length, count));
        }
        for (int i = 0; i < objects.length; i++) {
            try {
                array[places[i]] = objects[i];
            } catch (ArrayStoreException e) {
                throw new MpiFailure(
                        ErrorClass.TYPE,
                        "received object does not fit the array: object=%s array=%s"
                                .formatted(e.getMessage(), array.getClass().getTypeName()));
            }
        }
        return objects.length;
    }

    /** Refuses an array of objects that the items do not fit. */
    void checkRoom() {
        places();
    }

    private @Nullable Object[] array() {
        if (buffer instanceof @Nullable Object[] array) {
            return array;
        }
        if (buffer == null && count == 0) {
            return new Object[0];
        }
        throw new MpiFailure(
                ErrorClass.BUFFER,
                "MPI.OBJECT needs an array of objects: class="
                        + (buffer == null ? "null" : buffer.getClass().getTypeName()));
    }

    /** Returns where the objects are in the array, in the order in which they are sent. */
    private int[] places() {
        TypeMap map = type().map();
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: count=" + count);
        }
        if (count == 0 || map.size() == 0) {
            return new int[0];
        }
        Layout layout = map.items(count).at(offset);
        int length = array().length;
        if (layout.first() < 0 || layout.end() > length) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "buffer is too small: it has objects [0, %d), %d items of the datatype are in [%d, %d)"
                            .formatted(length, count, layout.first(), layout.end()));
        }
        int[] all = new int[(int) layout.end()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return (int[]) DirectBuffer.of(all).select(layout).toArray();
    }

    // ---------------------------------------------------------------- for each rank

    /** Returns the items of one rank, where all have as many. */
    Items block(int rank) {
        return new Items(buffer, place(rank * (long) count), count, type);
    }

    private int place(long items) {
        return Math.toIntExact(offset + items * type().map().extent() / type().unit());
    }

    /** Items for each rank, as a program passes them; displacements are numbers of items. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record OfEach(@Nullable Object buffer, int offset, int[] counts, int[] displacements, Datatype type) {
        @Override
        public Datatype type() {
            return Datatype.given(type);
        }

        Memory.Parts parts(int ranks) {
            return Memory.of(buffer)
                    .parts(
                            type().map(),
                            (long) offset * type().unit(),
                            Numbers.ofEach("counts", counts, ranks),
                            Numbers.ofEach("displacements", displacements, ranks));
        }

        /** Returns the items of each rank. */
        List<Items> blocks(int ranks) {
            int[] checked = Numbers.ofEach("counts", counts, ranks);
            int[] starts = Numbers.ofEach("displacements", displacements, ranks);
            Items all = new Items(buffer, offset, 0, type);
            List<Items> blocks = new ArrayList<>();
            for (int i = 0; i < ranks; i++) {
                blocks.add(new Items(buffer, all.place(starts[i]), checked[i], type));
            }
            return blocks;
        }
    }
}
