package mpi;

import java.util.concurrent.CompletableFuture;
import tutti.group.Intercommunicator;

/**
 * A communicator of two groups: messages go to ranks of the other one, and collective operations from one to the other.
 */
public final class Intercomm extends Comm {

    Intercomm(Handle handle) {
        super(handle);
    }

    private Intercomm(Handle handle, Request request) {
        super(handle, request);
    }

    @Override
    public Intercomm clone() {
        return cloned(this::dup);
    }

    @Override
    public Intercomm dup() throws MPIException {
        return new Intercomm(duplicate(null));
    }

    @Override
    public Intercomm iDup() throws MPIException {
        CompletableFuture<Place> made = startDuplicate();
        return new Intercomm(made::join, requestOf(made));
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        return new Intercomm(duplicate(info));
    }

    private Intercommunicator sides() throws MPIException {
        Bridge bridge = place().bridge();
        if (bridge == null) {
            throw new IllegalStateException("an intercommunicator without sides");
        }
        return bridge.sides();
    }

    /** Returns the number of ranks of the other group. */
    public int getRemoteSize() throws MPIException {
        return sides().remoteSize();
    }

    /** Returns the ranks of the other group. */
    public Group getRemoteGroup() throws MPIException {
        return new Group(sides().remoteMembers());
    }

    /**
     * Makes one communicator of both groups; called by all.
     *
     * @param high whether this group's ranks come last
     */
    public Intracomm merge(boolean high) throws MPIException {
        Intercommunicator sides = sides();
        Place made = call("merge", place -> place.derived(sides.merge(high), null));
        return new Intracomm(() -> made);
    }

    /** Returns the ranks that have spawned this job, or a null communicator; the same in each call. */
    public static Intercomm getParent() throws MPIException {
        return State.current().parent();
    }
}
