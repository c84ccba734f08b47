package ibis.mpj;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A group of ranks that exchange messages, which never meet those of another communicator. */
public class Comm extends CommMessages implements Cloneable {
    private final mpi.Comm all;

    Comm(mpi.Comm all) {
        super(all);
        this.all = all;
    }

    /** As {@link mpi.Comm#Size}. */
    public int size() throws MPJException {
        return Calls.call(all::Size);
    }

    /** As {@link mpi.Comm#Rank}. */
    public int rank() throws MPJException {
        return Calls.call(all::Rank);
    }

    /** As {@link mpi.Comm#Group}. */
    public Group group() throws MPJException {
        return Calls.call(() -> new Group(all.Group()));
    }

    /** Returns {@code MPJ.IDENT}, {@code CONGRUENT}, {@code SIMILAR} or {@code UNEQUAL}. */
    public static int compare(Comm comm1, Comm comm2) throws MPJException {
        return MPJ.comparison(Calls.call(() -> mpi.Comm.Compare(comm1.all, comm2.all)));
    }

    /** Returns a communicator of the same ranks, whose messages never meet this one's; called by all. */
    @Override
    @SuppressWarnings("CloneDoesntCallSuperClone") // makes one with all ranks
    public Object clone() {
        return new Comm((mpi.Comm) all.clone());
    }

    /** As {@link mpi.Comm#Free}. */
    public void free() throws MPJException {
        Calls.run(all::Free);
    }

    /** As {@link mpi.Comm#Test_inter}. */
    public boolean testInter() throws MPJException {
        return Calls.call(all::Test_inter);
    }

    /** As {@link mpi.Comm#Create_intercomm}. */
    public Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) throws MPJException {
        return Calls.call(() -> new Intercomm(all.Create_intercomm(localComm.all, localLeader, remoteLeader, tag)));
    }

    /** Returns an attribute of MPI's own. */
    public Object attrGet(int keyval) throws MPJException {
        return switch (keyval) {
            case MPJ.TAG_UB -> Integer.MAX_VALUE;
            case MPJ.HOST -> MPJ.PROC_NULL;
            case MPJ.IO -> MPJ.ANY_SOURCE;
            case MPJ.WTIME_IS_GLOBAL -> 0;
            default -> throw new MPJException("ERR_KEYVAL: no such key: keyval=" + keyval);
        };
    }

    /** Returns {@code MPJ.CART}, {@code MPJ.GRAPH} or {@code MPJ.UNDEFINED}. */
    public int topoTest() throws MPJException {
        return switch (Calls.call(all::Topo_test)) {
            case mpi.MPI.CART -> MPJ.CART;
            case mpi.MPI.GRAPH -> MPJ.GRAPH;
            default -> MPJ.UNDEFINED;
        };
    }

    /** As {@link mpi.Comm#Abort}. */
    public void abort(int errorcode) throws MPJException {
        Calls.run(() -> all.Abort(errorcode));
    }

    // ---------------------------------------------------------------- packing

    /** As {@link mpi.Comm#Pack_size}; objects have no such size. */
    public int packSize(int incount, Datatype datatype) throws MPJException {
        if (datatype.type().equals(mpi.MPI.OBJECT)) {
            throw new MPJException("ERR_TYPE: the size of packed objects is not known before they are packed");
        }
        return Calls.call(() -> all.Pack_size(incount, datatype.type()));
    }

    /** Copies items behind a position of an array, and returns the position behind them. */
    public int pack(@Nullable Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPJException {
        return Calls.call(() -> all.Pack(inbuf, offset, incount, datatype.type(), outbuf, position));
    }

    /** Copies items into a new array. */
    public byte[] pack(@Nullable Object inbuf, int offset, int incount, Datatype datatype) throws MPJException {
        return Calls.call(() -> {
            mpjbuf.Buffer packed = new mpjbuf.Buffer(all.Pack_size(incount, datatype.type()));
            int end = all.Pack(inbuf, offset, incount, datatype.type(), packed, 0);
            return Arrays.copyOf(packed.bytes().array(), end);
        });
    }

    /** Copies items from a position of an array, and returns the position behind them. */
    public int unpack(byte[] inbuf, int position, @Nullable Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPJException {
        return Calls.call(() -> all.Unpack(inbuf, position, outbuf, offset, outcount, datatype.type()));
    }
}
