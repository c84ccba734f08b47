package ibis.mpj;

import org.jspecify.annotations.Nullable;

/** What is known of a message that was received, or that a probe has found. */
public class Status {
    private final mpi.Status known;

    private Status(mpi.Status known) {
        this.known = known;
    }

    static Status of(mpi.Status known) {
        return new Status(known);
    }

    static @Nullable Status orNull(mpi.@Nullable Status known) {
        return known == null ? null : new Status(known);
    }

    /** Returns the rank of the sender. */
    public int getSource() throws MPJException {
        return known.source == mpi.MPI.ANY_SOURCE ? MPJ.ANY_SOURCE : known.source;
    }

    /** Returns the tag of the message. */
    public int getTag() throws MPJException {
        return known.tag == mpi.MPI.ANY_TAG ? MPJ.ANY_TAG : known.tag;
    }

    /** Returns the place of the request in the array that was waited for. */
    public int getIndex() throws MPJException {
        return known.index;
    }

    /** Returns the bytes of the message; 0 for one of objects. */
    public int getSize() throws MPJException {
        return known.countInBytes;
    }

    /** As {@link mpi.Status#Get_count}; for null, the items of the receive's datatype. */
    public int getCount(@Nullable Datatype datatype) throws MPJException {
        return datatype == null ? known.count : Calls.call(() -> known.Get_count(datatype.type()));
    }

    /** As {@link mpi.Status#Get_elements}. */
    public int getElements(Datatype datatype) throws MPJException {
        return Calls.call(() -> known.Get_elements(datatype.type()));
    }

    /** As {@link mpi.Status#Test_cancelled}. */
    public boolean testCancelled() throws MPJException {
        return Calls.call(known::Test_cancelled);
    }
}
