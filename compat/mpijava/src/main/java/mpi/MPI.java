package mpi;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.mpi.BufferedSends;
import tutti.serialization.ElementType;

/** The beginning and end of programs, and the objects that all know. */
public final class MPI {
    private static final double NANOS = 1e-9;

    // In place of ranks, tags and results. PROC_NULL is also what MPJ Express' Shift returns where a grid ends.
    public static final int UNDEFINED = -1;
    public static final int PROC_NULL = -1;
    public static final int ANY_SOURCE = -2;
    public static final int ANY_TAG = -2;

    // Results of comparisons.
    public static final int IDENT = 0;
    public static final int SIMILAR = 1;
    public static final int UNEQUAL = 2;
    public static final int CONGRUENT = 3;

    // Kinds of topologies.
    public static final int GRAPH = 1;
    public static final int CART = 2;

    // Levels of threads.
    public static final int THREAD_SINGLE = 1;
    public static final int THREAD_FUNNELED = 2;
    public static final int THREAD_SERIALIZED = 3;
    public static final int THREAD_MULTIPLE = 4;

    // Keys of attributes.
    public static final int TAG_UB = 0;
    public static final int HOST = 1;
    public static final int IO = 2;

    // Bytes of the attached buffer that a buffered send takes beside its data; others take none.
    public static final int BSEND_OVERHEAD = BufferedSends.OVERHEAD;
    public static final int SEND_OVERHEAD = 0;
    public static final int RECV_OVERHEAD = 0;

    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();
    public static final boolean isOldSelected = false;
    public static final boolean DEBUG = true; // as in MPJ Express; nothing depends on it

    public static final Datatype NULL = Datatype.none();
    public static final Datatype BYTE = Datatype.basic(ElementType.BYTE, "MPI.BYTE");
    public static final Datatype CHAR = Datatype.basic(ElementType.CHAR, "MPI.CHAR");
    public static final Datatype SHORT = Datatype.basic(ElementType.SHORT, "MPI.SHORT");
    public static final Datatype BOOLEAN = Datatype.basic(ElementType.BOOLEAN, "MPI.BOOLEAN");
    public static final Datatype INT = Datatype.basic(ElementType.INT, "MPI.INT");
    public static final Datatype LONG = Datatype.basic(ElementType.LONG, "MPI.LONG");
    public static final Datatype FLOAT = Datatype.basic(ElementType.FLOAT, "MPI.FLOAT");
    public static final Datatype DOUBLE = Datatype.basic(ElementType.DOUBLE, "MPI.DOUBLE");
    public static final Datatype PACKED = Datatype.basic(ElementType.BYTE, "MPI.PACKED");
    public static final Datatype OBJECT = Datatype.objects();
    public static final Datatype LB = Datatype.marker(true);
    public static final Datatype UB = Datatype.marker(false);

    // A value and an index, both of one type, for MINLOC and MAXLOC.
    public static final Datatype SHORT2 = Datatype.pair(ElementType.SHORT, "MPI.SHORT2");
    public static final Datatype INT2 = Datatype.pair(ElementType.INT, "MPI.INT2");
    public static final Datatype LONG2 = Datatype.pair(ElementType.LONG, "MPI.LONG2");
    public static final Datatype FLOAT2 = Datatype.pair(ElementType.FLOAT, "MPI.FLOAT2");
    public static final Datatype DOUBLE2 = Datatype.pair(ElementType.DOUBLE, "MPI.DOUBLE2");

    public static final Op MAX = new Op("MAX");
    public static final Op MIN = new Op("MIN");
    public static final Op SUM = new Op("SUM");
    public static final Op PROD = new Op("PROD");
    public static final Op LAND = new Op("LAND");
    public static final Op BAND = new Op("BAND");
    public static final Op LOR = new Op("LOR");
    public static final Op BOR = new Op("BOR");
    public static final Op LXOR = new Op("LXOR");
    public static final Op BXOR = new Op("BXOR");
    public static final Op MINLOC = new Op("MINLOC");
    public static final Op MAXLOC = new Op("MAXLOC");

    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL");
    public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN");
    public static final Group GROUP_EMPTY = new Group(null, false);
    public static final Group GROUP_NULL = new Group(null, true);
    public static final Request REQUEST_NULL = new Request(null);
    public static final Status EMPTY_STATUS = Status.empty();

    /** All ranks: those of the calling thread's program. */
    public static final Intracomm COMM_WORLD = new Intracomm(State::world);

    /** The calling thread's rank alone. */
    public static final Comm COMM_SELF = new Intracomm(State::self);

    public static final Comm COMM_NULL = new Comm(caller -> null);

    private MPI() {}

    // ---------------------------------------------------------------- beginning and end

    /**
     * Waits until all ranks have called it; may be called again after {@link #Finalize}.
     *
     * @return the program's arguments: without those for Tutti, and without the three or eight that MPJ Express'
     *     launchers put in front
     */
    public static String[] Init(String @Nullable [] argv) throws MPIException {
        String[] given = argv == null ? new String[0] : argv;
        State.initialize(given);
        return LauncherArguments.without(ColGroupMaster.programArguments(given));
    }

    /** Waits until all ranks have called it, and leaves the job. */
    public static void Finalize() throws MPIException {
        State.current().end();
    }

    /** Returns whether the program is between {@link #Init} and {@link #Finalize}. */
    public static boolean Initialized() throws MPIException {
        return State.isInitialized();
    }

    /** Does nothing, as in MPJ Express: {@link #Init} begins, and {@link #queryThread} says what holds. */
    public static String @Nullable [] initThread(int required, int provided, String @Nullable [] argv) {
        return null;
    }

    /** Returns whether the calling thread is the one that has called {@link #Init}. */
    public static boolean isMainThread() throws MPIException {
        return State.current().isMainThread();
    }

    /** Returns the level of threads: always {@link #THREAD_MULTIPLE}. */
    public static int queryThread() throws MPIException {
        return THREAD_MULTIPLE;
    }

    /** Returns seconds from some moment on. */
    public static double Wtime() throws MPIException {
        return System.nanoTime() * NANOS;
    }

    /** Returns how many seconds {@link #Wtime} is exact to. */
    public static double Wtick() throws MPIException {
        return NANOS;
    }

    /** Returns the name of the host. */
    public static String Get_processor_name() throws MPIException {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    // ---------------------------------------------------------------- buffered sends, errors

    /** Gives room to buffered sends: for each message its bytes and {@link #BSEND_OVERHEAD}. */
    public static void Buffer_attach(ByteBuffer userBuffer) throws MPIException {
        attach(userBuffer, () -> userBuffer.capacity());
    }

    /** Gives room to buffered sends, as in mpiJava. */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        attach(buffer, () -> buffer.length);
    }

    private static void attach(Object buffer, IntSupplier bytes) {
        State.call("Buffer_attach", () -> {
            State.current().bufferedSends().attach(buffer, bytes.getAsInt());
            return true;
        });
    }

    /** Waits until all buffered sends are on their way, and forgets the buffer. */
    public static void Buffer_detach() throws MPIException {
        State.call("Buffer_detach", () -> State.current().bufferedSends().detach());
    }

    /** Says what happens when a call of this rank fails; null is {@link #ERRORS_RETURN}. */
    public static void Errorhandler_set(@Nullable Errhandler errhandler) throws MPIException {
        State.current().setHandler(errhandler == null ? ERRORS_RETURN : errhandler);
    }

    /** Returns what happens when a call of this rank fails. */
    public static Errhandler Errorhandler_get() throws MPIException {
        return State.current().handler();
    }
}
