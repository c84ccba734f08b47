package mpi;

/**
 * A double and the index that belongs to it, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: the struct of {@link
 * MPI#DOUBLE_INT}.
 */
public final class DoubleInt extends Struct {
    private static final int VALUE = 0;
    private static final int INDEX = 8;
    private static final int EXTENT = 16;

    DoubleInt() {
        super(MPI.DOUBLE_INT, EXTENT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A pair in memory. */
    public final class Data extends Struct.Data {
        private Data() {}

        /** Returns the value. */
        public double getValue() {
            return getDouble(VALUE);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Sets the value. */
        public void putValue(double v) {
            putDouble(VALUE, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(INDEX, v);
        }
    }
}
