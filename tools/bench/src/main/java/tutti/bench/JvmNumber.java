package tutti.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import tutti.group.Communicator;

/**
 * Additions to one number of a JVM, beside which those to a number of a window are measured.
 *
 * @param world the members, all of one JVM
 */
record JvmNumber<T>(Communicator world) implements Operations<T> {
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findStaticVarHandle(JvmNumber.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by the handle
    private static volatile long number;

    /** Makes the operations of a member, of a number that is 0; all members call this. */
    static <T> JvmNumber<T> of(Communicator world) {
        world.barrier();
        if (world.rank() == 0) {
            NUMBER.setVolatile(0L);
        }
        world.barrier();
        return new JvmNumber<>(world);
    }

    @Override
    public int rank() {
        return world.rank();
    }

    @Override
    public int size() {
        return world.size();
    }

    @Override
    public void barrier() {
        world.barrier();
    }

    @Override
    public long fetchAndAdd(long delta, int target) {
        return (long) NUMBER.getAndAdd(delta);
    }
}
