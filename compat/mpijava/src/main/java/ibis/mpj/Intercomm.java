package ibis.mpj;

/** A communicator of two groups, whose messages go to the other one. */
public class Intercomm extends Comm {
    private final mpi.Intercomm both;

    Intercomm(mpi.Intercomm both) {
        super(both);
        this.both = both;
    }

    /** Returns a communicator of the same groups; called by all. */
    @Override
    public Object clone() {
        return new Intercomm((mpi.Intercomm) both.clone());
    }

    /** As {@link mpi.Intercomm#Remote_size}. */
    public int remoteSize() throws MPJException {
        return Calls.call(both::Remote_size);
    }

    /** As {@link mpi.Intercomm#Remote_group}. */
    public Group remoteGroup() throws MPJException {
        return Calls.call(() -> new Group(both.Remote_group()));
    }

    /** As {@link mpi.Intercomm#Merge}. */
    public Intracomm merge(boolean high) throws MPJException {
        return Calls.call(() -> new Intracomm(both.Merge(high)));
    }
}
