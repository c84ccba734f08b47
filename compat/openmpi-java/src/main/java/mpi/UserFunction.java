package mpi;

import java.nio.ByteBuffer;

/** An operator of a program's own: it overrides one of the methods. */
public abstract class UserFunction {

    /** Makes one. */
    public UserFunction() {}

    /**
     * Combines operands in arrays: {@code inOut = in op inOut}, where {@code in} is of lower ranks.
     *
     * @param inVec array of the base type
     * @param inOutVec array of the base type, which gets the result
     * @param count items of the datatype in each
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException("override one of the methods of UserFunction: " + getClass());
    }

    /**
     * Combines operands in buffers of native byte order, as the other method does in arrays, which it calls unless it
     * is overridden.
     *
     * <p>Not called for {@link MPI#BOOLEAN}.
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        Object inVec = OperandArrays.arrayOf(in, datatype);
        Object inOutVec = OperandArrays.arrayOf(inOut, datatype);
        call(inVec, inOutVec, count, datatype);
        OperandArrays.put(inOutVec, inOut);
    }
}
