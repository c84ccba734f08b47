package mpi;

import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** What is known of a message that was received, or that a probe has found. */
public final class Status {
    private final int source;
    private final int tag;
    private final int index;
    private long bytes;
    private boolean cancelled;
    private int error = MPI.SUCCESS;

    Status(int source, int tag, long bytes, boolean cancelled, int index) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
        this.index = index;
    }

    /** Returns the status of what is no receive, and of a null request. */
    static Status empty() {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, false, MPI.UNDEFINED);
    }

    /** Returns the status of a read or write of a file. */
    static Status ofBytes(long bytes) {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, bytes, false, MPI.UNDEFINED);
    }

    static Status cancelled() {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, true, MPI.UNDEFINED);
    }

    /** Returns the status of a receive from PROC_NULL. */
    static Status ofNobody() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, false, MPI.UNDEFINED);
    }

    /** Returns the status of one of several requests, which has failed. */
    static Status failed(int errorClass) {
        Status status = empty();
        status.error = errorClass;
        return status;
    }

    static Status of(Place place, tutti.messaging.Status known) {
        return new Status(place.known(known.source()), known.tag(), bytes(known), false, MPI.UNDEFINED);
    }

    private static long bytes(tutti.messaging.Status known) {
        return known.elementType() == null
                ? known.sizeBytes()
                : known.length() * known.elementType().elementBytes();
    }

    Status at(int newIndex) {
        Status status = new Status(source, tag, bytes, cancelled, newIndex);
        status.error = error;
        return status;
    }

    /** Returns how many items of a type the message holds, or {@code MPI.UNDEFINED} if it ends within one. */
    public int getCount(Datatype datatype) throws MPIException {
        return State.call("Status.getCount", () -> {
            long size = Datatype.mapOf(datatype).size();
            if (size == 0) {
                return 0;
            }
            return bytes % size == 0 ? small(bytes / size) : MPI.UNDEFINED;
        });
    }

    /** Returns whether the request was cancelled. */
    public boolean isCancelled() throws MPIException {
        State.current();
        return cancelled;
    }

    /** Returns how many basic elements of a type the message holds, also where it ends within an item. */
    public int getElements(Datatype datatype) throws MPIException {
        return State.call(
                "Status.getElements", () -> small(Datatype.mapOf(datatype).elementsIn(bytes)));
    }

    /** Returns what {@link #getElements} does. */
    public Count getElementsX(Datatype datatype) throws MPIException {
        return State.call(
                "Status.getElementsX", () -> new Count(Datatype.mapOf(datatype).elementsIn(bytes)));
    }

    /** Sets what {@link #getElements} returns for this type. */
    public void setElements(Datatype datatype, int count) throws MPIException {
        setElementsX(datatype, new Count(count));
    }

    /** Sets what {@link #getElementsX} returns for this type. */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        State.run("Status.setElements", () -> {
            if (count.getCount() < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: " + count.getCount());
            }
            bytes = Datatype.mapOf(datatype).bytesOf(count.getCount());
        });
    }

    /** Sets what {@link #isCancelled} returns. */
    public void setCancelled(boolean flag) throws MPIException {
        State.current();
        cancelled = flag;
    }

    /** Returns the rank of the sender. */
    public int getSource() {
        return source;
    }

    /** Returns the tag of the message. */
    public int getTag() {
        return tag;
    }

    /**
     * Returns {@code MPI.SUCCESS}, or in one of {@link MPIException#getStatuses} the class of the error that a request
     * has failed with.
     */
    public int getError() {
        return error;
    }

    /** Returns the place of the request in the array that was waited for. */
    public int getIndex() {
        return index;
    }

    private static int small(long number) {
        return number > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) number;
    }
}
