package mpi;

/**
 * A short and the index that belongs to it, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}: the struct of {@link
 * MPI#SHORT_INT}.
 */
public final class ShortInt extends Struct {
    private static final int VALUE = 0;
    private static final int INDEX = 4;
    private static final int EXTENT = 8;

    ShortInt() {
        super(MPI.SHORT_INT, EXTENT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A pair in memory. */
    public final class Data extends Struct.Data {
        private Data() {}

        /** Returns the value. */
        public short getValue() {
            return getShort(VALUE);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Sets the value. */
        public void putValue(short v) {
            putShort(VALUE, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(INDEX, v);
        }
    }
}
