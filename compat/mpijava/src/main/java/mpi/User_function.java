package mpi;

/** A function that combines operands, of which {@link Op#Op(User_function, boolean)} makes an operator. */
public abstract class User_function {
    /** Makes a function. */
    protected User_function() {}

    /**
     * Combines items: {@code inoutvec = invec op inoutvec}, where {@code invec} comes from lower ranks.
     *
     * @param invec array of the datatype's elements
     * @param inoffset of the first item in it
     * @param inoutvec array of the datatype's elements, which gets the result
     * @param inoutoffset of the first item in it
     * @param count of items
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
            throws MPIException;
}
