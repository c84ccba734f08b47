package mpi;

import tutti.group.Intercommunicator;

/** A communicator of two groups: messages go to ranks of the other one. */
public class Intercomm extends Comm {

    Intercomm(Handle handle) {
        super(handle);
    }

    /** Returns an intercommunicator of the same ranks; called by all of both groups. */
    @Override
    public Object clone() throws MPIException {
        Place made = duplicate();
        return new Intercomm(caller -> made);
    }

    private Intercommunicator sides() {
        Intercommunicator sides = place().sides();
        if (sides == null) {
            throw new IllegalStateException("an intercommunicator without sides");
        }
        return sides;
    }

    /** Returns the number of ranks of the other group. */
    public int Remote_size() throws MPIException {
        return sides().remoteSize();
    }

    /** Returns the ranks of the other group. */
    public Group Remote_group() throws MPIException {
        return new Group(sides().remoteMembers());
    }

    /**
     * Makes one communicator of both groups; called by all.
     *
     * @param high whether this group's ranks come last
     */
    public Intracomm Merge(boolean high) throws MPIException {
        Intercommunicator sides = sides();
        Place made = call("Merge", place -> place.derived(sides.merge(high), null, null));
        return new Intracomm(caller -> made);
    }
}
