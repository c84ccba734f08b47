package mpi;

/**
 * An int and the index that belongs to it, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: the struct of {@link
 * MPI#INT2}.
 */
public final class Int2 extends Struct {
    private static final int VALUE = 0;
    private static final int INDEX = 4;
    private static final int EXTENT = 8;

    Int2() {
        super(MPI.INT2, EXTENT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A pair in memory. */
    public final class Data extends Struct.Data {
        private Data() {}

        /** Returns the value. */
        public int getValue() {
            return getInt(VALUE);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Sets the value. */
        public void putValue(int v) {
            putInt(VALUE, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(INDEX, v);
        }
    }
}
