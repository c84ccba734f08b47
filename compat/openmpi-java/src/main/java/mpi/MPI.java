package mpi;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.serialization.ElementType;

/** The beginning and the end of a program, MPI's objects, and what belongs to no communicator. */
public final class MPI extends Constants {
    static final int FIRST_KEYVAL = 100; // above MPI's own

    private static final double NANOS = 1e-9;

    public static final Datatype BYTE = Datatype.basic(ElementType.BYTE, "MPI_BYTE");
    public static final Datatype CHAR = Datatype.basic(ElementType.CHAR, "MPI_CHAR");
    public static final Datatype SHORT = Datatype.basic(ElementType.SHORT, "MPI_SHORT");
    public static final Datatype BOOLEAN = Datatype.basic(ElementType.BOOLEAN, "MPI_BOOLEAN");
    public static final Datatype INT = Datatype.basic(ElementType.INT, "MPI_INT");
    public static final Datatype LONG = Datatype.basic(ElementType.LONG, "MPI_LONG");
    public static final Datatype FLOAT = Datatype.basic(ElementType.FLOAT, "MPI_FLOAT");
    public static final Datatype DOUBLE = Datatype.basic(ElementType.DOUBLE, "MPI_DOUBLE");
    public static final Datatype PACKED = Datatype.basic(ElementType.BYTE, "MPI_PACKED");
    public static final Datatype DATATYPE_NULL = Datatype.none();
    public static final Datatype FLOAT_COMPLEX = Datatype.complex(ElementType.FLOAT, "MPI_FLOAT_COMPLEX");
    public static final Datatype DOUBLE_COMPLEX = Datatype.complex(ElementType.DOUBLE, "MPI_DOUBLE_COMPLEX");
    public static final Datatype INT2 = Datatype.pair(ElementType.INT, "MPI_INT2");
    public static final Datatype SHORT_INT = Datatype.pair(ElementType.SHORT, "MPI_SHORT_INT");
    public static final Datatype LONG_INT = Datatype.pair(ElementType.LONG, "MPI_LONG_INT");
    public static final Datatype FLOAT_INT = Datatype.pair(ElementType.FLOAT, "MPI_FLOAT_INT");
    public static final Datatype DOUBLE_INT = Datatype.pair(ElementType.DOUBLE, "MPI_DOUBLE_INT");

    public static final Int2 int2 = new Int2();
    public static final ShortInt shortInt = new ShortInt();
    public static final LongInt longInt = new LongInt();
    public static final FloatInt floatInt = new FloatInt();
    public static final DoubleInt doubleInt = new DoubleInt();

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
    public static final Op REPLACE = new Op("REPLACE");
    public static final Op NO_OP = new Op("NO_OP");

    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL");
    public static final Errhandler ERRORS_ABORT = new Errhandler("ERRORS_ABORT");
    public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN");
    public static final Request REQUEST_NULL = new Request(null);
    public static final Group GROUP_EMPTY = new Group(null);
    public static final Info INFO_NULL = Info.none();
    public static final Info INFO_ENV = Info.of(Map.of(
            "host", hostName(), "arch", System.getProperty("os.arch", ""), "wdir", System.getProperty("user.dir", "")));

    /** All ranks: those of the calling thread's program. */
    public static final Intracomm COMM_WORLD = new Intracomm(new CommBase.Predefined(State::world));

    /** The calling thread's rank alone. */
    public static final Intracomm COMM_SELF = new Intracomm(new CommBase.Predefined(State::self));

    private MPI() {}

    // ---------------------------------------------------------------- beginning and end

    /** Waits until all ranks have called it. Returns the arguments without those for Tutti. */
    public static String[] Init(String @Nullable [] args) throws MPIException {
        InitThread(args, THREAD_SINGLE);
        return ColGroupMaster.programArguments(given(args));
    }

    private static String[] given(String @Nullable [] args) {
        return args == null ? new String[0] : args;
    }

    /** Does what {@link #Init} does, and returns the level of threads: always {@code MPI.THREAD_MULTIPLE}. */
    public static int InitThread(String @Nullable [] args, int required) throws MPIException {
        State.initialize(given(args), THREAD_MULTIPLE);
        return THREAD_MULTIPLE;
    }

    /** Returns the level of threads. */
    public static int queryThread() throws MPIException {
        return State.current().threadLevel();
    }

    /** Returns whether the calling thread is the one that has called {@link #Init}. */
    public static boolean isThreadMain() throws MPIException {
        return State.current().isMainThread();
    }

    /** Waits until all ranks have called it, and leaves the job. */
    public static void Finalize() throws MPIException {
        State.current().end();
    }

    /** Returns whether {@link #Init} was called. */
    public static boolean isInitialized() throws MPIException {
        return State.isInitialized();
    }

    /** Returns whether {@link #Finalize} was called. */
    public static boolean isFinalized() throws MPIException {
        return State.isFinalized();
    }

    /** Returns seconds from some moment on. */
    public static double wtime() throws MPIException {
        State.current();
        return System.nanoTime() * NANOS;
    }

    /** Returns how many seconds {@link #wtime} is exact to. */
    public static double wtick() throws MPIException {
        State.current();
        return NANOS;
    }

    /** Returns the version of MPI whose API this is. */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /** Returns a text about this library. */
    public static String getLibVersion() {
        return "Open MPI v5.0 Java API, by Tutti";
    }

    /** Returns the name of the host. */
    public static String getProcessorName() throws MPIException {
        State.current();
        return hostName();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Gives room to buffered sends: for each message its bytes and {@code MPI.BSEND_OVERHEAD}. */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        State.run("attachBuffer", () -> State.current().bsendBuffer().attach(buffer, buffer.length));
    }

    /** Waits until all buffered sends are on their way, and returns the buffer, or null if there was none. */
    public static byte @Nullable [] detachBuffer() throws MPIException {
        return State.call(
                "detachBuffer", () -> (byte[]) State.current().bsendBuffer().detach());
    }

    /** Does nothing: profiles are made by {@code tutti run --profile}. */
    public static void pControl(int level, @Nullable Object obj) {}

    // ---------------------------------------------------------------- buffers

    /** Returns a direct buffer of so many elements. */
    public static ByteBuffer newByteBuffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    }

    /** Returns a direct buffer of so many elements. */
    public static CharBuffer newCharBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Character.BYTES))
                .order(ByteOrder.nativeOrder())
                .asCharBuffer();
    }

    /** Returns a direct buffer of so many elements. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Short.BYTES))
                .order(ByteOrder.nativeOrder())
                .asShortBuffer();
    }

    /** Returns a direct buffer of so many elements. */
    public static IntBuffer newIntBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Integer.BYTES))
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
    }

    /** Returns a direct buffer of so many elements. */
    public static LongBuffer newLongBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Long.BYTES))
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    /** Returns a direct buffer of so many elements. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Float.BYTES))
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** Returns a direct buffer of so many elements. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Double.BYTES))
                .order(ByteOrder.nativeOrder())
                .asDoubleBuffer();
    }

    /** Returns the elements of a buffer from one on. */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset).order(ByteOrder.nativeOrder());
    }

    /** Returns the elements of a buffer from one on. */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of a buffer from one on. */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of a buffer from one on. */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of a buffer from one on. */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of a buffer from one on. */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of a buffer from one on. */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        buf.clear();
        return buf.slice(offset, buf.capacity() - offset);
    }

    /** Returns the elements of an array from one on. */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(buf, offset, buf.length - offset).slice().order(ByteOrder.nativeOrder());
    }

    /** Returns the elements of an array from one on. */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** Returns the elements of an array from one on. */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** Returns the elements of an array from one on. */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** Returns the elements of an array from one on. */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** Returns the elements of an array from one on. */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** Returns the elements of an array from one on. */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(buf, offset, buf.length - offset).slice();
    }
}
