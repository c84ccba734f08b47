package ibis.mpj;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.mpi.Rank;

/** Begins and ends a program, and has the API's constants. */
public class MPJ {
    public static final int ANY_SOURCE = -777;
    public static final int ANY_TAG = -666;
    public static final int PROC_NULL = -1;
    public static final int UNDEFINED = -1;
    public static final int IDENT = 0;
    public static final int SIMILAR = 1;
    public static final int CONGRUENT = 2;
    public static final int UNEQUAL = 3;
    public static final int CART = 4;
    public static final int GRAPH = 5;
    public static final int TAG_UB = -1;
    public static final int HOST = -2;
    public static final int IO = -3;
    public static final int WTIME_IS_GLOBAL = -4;

    // what items are
    public static final Datatype BYTE = new Datatype(mpi.MPI.BYTE);
    public static final Datatype CHAR = new Datatype(mpi.MPI.CHAR);
    public static final Datatype SHORT = new Datatype(mpi.MPI.SHORT);
    public static final Datatype BOOLEAN = new Datatype(mpi.MPI.BOOLEAN);
    public static final Datatype INT = new Datatype(mpi.MPI.INT);
    public static final Datatype LONG = new Datatype(mpi.MPI.LONG);
    public static final Datatype FLOAT = new Datatype(mpi.MPI.FLOAT);
    public static final Datatype DOUBLE = new Datatype(mpi.MPI.DOUBLE);
    public static final Datatype OBJECT = new Datatype(mpi.MPI.OBJECT);
    public static final Datatype PACKED = new Datatype(mpi.MPI.PACKED);
    public static final Datatype LB = new Datatype(mpi.MPI.LB);
    public static final Datatype UB = new Datatype(mpi.MPI.UB);
    public static final Datatype SHORT2 = new Datatype(mpi.MPI.SHORT2);
    public static final Datatype INT2 = new Datatype(mpi.MPI.INT2);
    public static final Datatype LONG2 = new Datatype(mpi.MPI.LONG2);
    public static final Datatype FLOAT2 = new Datatype(mpi.MPI.FLOAT2);
    public static final Datatype DOUBLE2 = new Datatype(mpi.MPI.DOUBLE2);

    // how items are combined
    public static final Op MAX = new Op.Predefined(mpi.MPI.MAX);
    public static final Op MIN = new Op.Predefined(mpi.MPI.MIN);
    public static final Op SUM = new Op.Predefined(mpi.MPI.SUM);
    public static final Op PROD = new Op.Predefined(mpi.MPI.PROD);
    public static final Op LAND = new Op.Predefined(mpi.MPI.LAND);
    public static final Op BAND = new Op.Predefined(mpi.MPI.BAND);
    public static final Op LOR = new Op.Predefined(mpi.MPI.LOR);
    public static final Op BOR = new Op.Predefined(mpi.MPI.BOR);
    public static final Op LXOR = new Op.Predefined(mpi.MPI.LXOR);
    public static final Op BXOR = new Op.Predefined(mpi.MPI.BXOR);
    public static final Op MAXLOC = new Op.Predefined(mpi.MPI.MAXLOC);
    public static final Op MINLOC = new Op.Predefined(mpi.MPI.MINLOC);

    static final List<Datatype> TYPES = List.of(
            BYTE, CHAR, SHORT, BOOLEAN, INT, LONG, FLOAT, DOUBLE, OBJECT, PACKED, LB, UB, SHORT2, INT2, LONG2, FLOAT2,
            DOUBLE2);

    public static final @Nullable Group GROUP_EMPTY = null;

    /** All ranks. */
    public static final Intracomm COMM_WORLD = new Intracomm(mpi.MPI.COMM_WORLD);

    /** The calling thread's rank alone. */
    public static final Comm COMM_SELF = new Comm(mpi.MPI.COMM_SELF);

    private MPJ() {}

    /** As {@link mpi.MPI#Init}. */
    public static void init(String[] args) throws MPJException {
        Calls.run(() -> mpi.MPI.Init(args));
    }

    /** As {@link mpi.MPI#Finalize}. */
    public static void finish() throws MPJException {
        Calls.run(mpi.MPI::Finalize);
    }

    /** As {@link mpi.MPI#Initialized}. */
    public static boolean initialized() throws MPJException {
        return Calls.call(mpi.MPI::Initialized);
    }

    /** As {@link mpi.MPI#Get_processor_name}. */
    public static String getProcessorName() throws MPJException {
        return Calls.call(mpi.MPI::Get_processor_name);
    }

    /** As {@link mpi.MPI#Wtime}. */
    public static double wtime() throws MPJException {
        return Calls.call(mpi.MPI::Wtime);
    }

    /** As {@link mpi.MPI#Wtick}. */
    public static double wtick() {
        return mpi.MPI.Wtick();
    }

    /** The buffer of a rank's buffered sends, which {@link #bufferDetach} gives back. */
    private static final class Attached {
        private byte @Nullable [] buffer;
    }

    private static Attached attached() {
        return Rank.current().attachment(Attached.class, Attached::new);
    }

    /** Gives room to buffered sends, in place of what was attached before. */
    public static void bufferAttach(byte[] buffer) {
        if (attached().buffer != null) {
            mpi.MPI.Buffer_detach();
        }
        mpi.MPI.Buffer_attach(buffer);
        attached().buffer = buffer;
    }

    /** Waits until all buffered sends are on their way, and returns the buffer; null if there was none. */
    public static byte @Nullable [] bufferDetach() {
        mpi.MPI.Buffer_detach();
        byte[] buffer = attached().buffer;
        attached().buffer = null;
        return buffer;
    }

    /** Returns what a comparison means in this API. */
    static int comparison(int there) {
        return switch (there) {
            case mpi.MPI.IDENT -> IDENT;
            case mpi.MPI.CONGRUENT -> CONGRUENT;
            case mpi.MPI.SIMILAR -> SIMILAR;
            default -> UNEQUAL;
        };
    }
}
