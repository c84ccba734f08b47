package mpi;

/**
 * A float and the index that belongs to it, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: the struct of {@link
 * MPI#FLOAT_INT}.
 */
public final class FloatInt extends Struct {
    private static final int VALUE = 0;
    private static final int INDEX = 4;
    private static final int EXTENT = 8;

    FloatInt() {
        super(MPI.FLOAT_INT, EXTENT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A pair in memory. */
    public final class Data extends Struct.Data {
        private Data() {}

        /** Returns the value. */
        public float getValue() {
            return getFloat(VALUE);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Sets the value. */
        public void putValue(float v) {
            putFloat(VALUE, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(INDEX, v);
        }
    }
}
