package mpi;

import tutti.group.Communicator;
import tutti.mpi.TypeMap;

/** What is known of a message that was received, or that a probe has found. */
public class Status {
    /** Rank of the sender. */
    public int source = MPI.ANY_SOURCE;

    /** Tag of the message. */
    public int tag = MPI.ANY_TAG;

    /** Place of the request in the array that was waited for. */
    public int index = MPI.UNDEFINED;

    /** Items of the receive's datatype; {@code MPI.UNDEFINED} after a probe. */
    public int count;

    /** Bytes of the message; 0 for one of objects. */
    public int countInBytes;

    /** Elements that were received; {@code MPI.UNDEFINED} after a probe. */
    public int numEls;

    private boolean ofObjects;
    private boolean cancelled;

    /** Makes the status of nothing. */
    public Status() {}

    /** Returns the status of what is no receive, and of a null request. */
    static Status empty() {
        return new Status();
    }

    static Status ofCancelled() {
        Status status = new Status();
        status.cancelled = true;
        return status;
    }

    /** Returns what a probe has found. */
    static Status of(Place place, tutti.messaging.Status known) {
        Status status = new Status();
        boolean isNobody = known.source() == Communicator.NO_MEMBER;
        status.source = isNobody ? MPI.PROC_NULL : place.known(known.source());
        status.tag = isNobody ? MPI.ANY_TAG : known.tag();
        status.ofObjects = !isNobody && known.elementType() == null;
        status.countInBytes = known.elementType() == null
                ? 0
                : Math.toIntExact(known.length() * known.elementType().elementBytes());
        status.count = isNobody ? 0 : MPI.UNDEFINED;
        status.numEls = status.count;
        return status;
    }

    /** Returns the status of a receive of primitives. */
    static Status of(Place place, tutti.messaging.Status known, Datatype type) {
        Status status = of(place, known);
        if (!status.ofObjects && type.map().size() == 1) { // spares divisions
            status.count = status.countInBytes;
            status.numEls = status.countInBytes;
        } else {
            status.count = status.items(type);
            status.numEls = status.elements(type);
        }
        return status;
    }

    /** Returns the status of a receive of objects. */
    static Status of(Place place, tutti.messaging.Status known, Datatype type, int objects) {
        Status status = of(place, known);
        status.ofObjects = true;
        status.numEls = objects;
        status.count = status.items(type);
        return status;
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * Returns how many items of a type the message holds; {@code MPI.UNDEFINED} if it ends within one, or is of objects
     * and the type is not, or the other way round. How many objects there are is known when they are received.
     */
    public int Get_count(Datatype datatype) throws MPIException {
        return State.call("Status.Get_count", () -> items(Datatype.given(datatype)));
    }

    private int items(Datatype datatype) {
        long size = datatype.map().size();
        if (isUnknown(datatype)) {
            return MPI.UNDEFINED;
        }
        long length = ofObjects ? numEls : countInBytes;
        if (size == 0) {
            return 0;
        }
        return length % size == 0 ? Math.toIntExact(length / size) : MPI.UNDEFINED;
    }

    private boolean isUnknown(Datatype datatype) {
        boolean isEmpty = !ofObjects && countInBytes == 0;
        return (ofObjects != datatype.isObject() && !isEmpty) || (ofObjects && numEls == MPI.UNDEFINED);
    }

    /** Returns how many elements of a type the message holds, also where it ends within an item. */
    public int Get_elements(Datatype datatype) throws MPIException {
        return State.call("Status.Get_elements", () -> elements(Datatype.given(datatype)));
    }

    private int elements(Datatype datatype) {
        TypeMap map = datatype.map();
        if (isUnknown(datatype)) {
            return MPI.UNDEFINED;
        }
        return ofObjects ? numEls : Math.toIntExact(countInBytes / map.base().elementBytes());
    }

    /** Returns whether the request was cancelled. */
    public boolean Test_cancelled() throws MPIException {
        return cancelled;
    }

    /** Does nothing. */
    public void free() throws MPIException {}
}
