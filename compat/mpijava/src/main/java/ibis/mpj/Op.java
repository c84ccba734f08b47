package ibis.mpj;

import mpi.MPIException;
import mpi.User_function;
import org.jspecify.annotations.Nullable;

/** An operator of reductions; a program's own extend it. Operands are combined in the order of ranks. */
public abstract class Op {
    /** Whether the operator was said to commute. */
    protected boolean commute;

    private mpi.@Nullable Op made; // guarded by this

    /** Makes an operator that {@link #call} is. */
    public Op(boolean commute) {
        this.commute = commute;
    }

    /** One of MPI's. */
    static final class Predefined extends Op {
        private final mpi.Op operator;

        Predefined(mpi.Op operator) {
            super(true);
            this.operator = operator;
        }

        @Override
        mpi.Op operator() {
            return operator;
        }

        @Override
        public void call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype)
                throws MPJException {
            throw new MPJException("ERR_UNSUPPORTED_OPERATION: MPJ's own operators combine in reductions only");
        }
    }

    synchronized mpi.Op operator() {
        mpi.Op known = made;
        if (known == null) {
            known = new mpi.Op(new Function(this), commute);
            made = known;
        }
        return known;
    }

    private static final class Function extends User_function {
        private final Op op;

        Function(Op op) {
            this.op = op;
        }

        @Override
        public void Call(
                Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, mpi.Datatype datatype) {
            try {
                op.call(invec, inoffset, inoutvec, inoutoffset, count, Datatype.of(datatype, MPJ.TYPES));
            } catch (MPJException e) {
                throw new MPIException(e);
            }
        }
    }

    /**
     * Combines items: {@code inoutvec = invec op inoutvec}, where {@code invec} comes from lower ranks.
     *
     * @param inoffset of the first item in {@code invec}
     * @param outoffset of the first item in {@code inoutvec}
     */
    public abstract void call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype)
            throws MPJException;

    /** Returns what was said when it was made; true for those of MPI. */
    public boolean isCommute() {
        return commute;
    }
}
