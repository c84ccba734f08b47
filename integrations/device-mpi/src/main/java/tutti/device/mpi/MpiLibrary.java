package tutti.device.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static tutti.device.mpi.MpiLibrary.Parameter.HANDLE;
import static tutti.device.mpi.MpiLibrary.Parameter.INT;
import static tutti.device.mpi.MpiLibrary.Parameter.POINTER;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;

/**
 * The functions of an MPI library that the device needs. Handles are longs here, whatever they are in the library.
 *
 * <p>Not thread-safe: the caller lets threads take turns. No function waits for another process but {@link #init},
 * {@link #copyOfWorld} and {@link #finish}: the JVM can stop its threads, for a garbage collection, whatever a peer
 * does.
 */
record MpiLibrary(
        String file,
        MpiAbi abi,
        MethodHandle initThread,
        MethodHandle initialized,
        MethodHandle finalizing,
        MethodHandle commRank,
        MethodHandle commSize,
        MethodHandle setErrorHandler,
        MethodHandle libraryVersion,
        MethodHandle errorString,
        MethodHandle commDup,
        MethodHandle ialltoall,
        MethodHandle isend,
        MethodHandle irecv,
        MethodHandle test,
        MethodHandle getCount,
        MethodHandle cancel,
        MethodHandle requestFree,
        MemorySegment scratch,
        MemorySegment flag,
        MemorySegment counted,
        MemorySegment text) {
    /** Bytes of a request's handle, of any library. */
    static final long REQUEST_BYTES = Long.BYTES;

    /** Bytes that any text of a library has room in. */
    static final int LONGEST_TEXT = 8192; // MPI_MAX_LIBRARY_VERSION_STRING of MPI 5.0

    private static final long FLAG_AT = MpiAbi.STATUS_BYTES;
    private static final long COUNT_AT = FLAG_AT + Integer.BYTES;
    private static final long TEXT_AT = COUNT_AT + Integer.BYTES;

    /** What a function takes. */
    enum Parameter {
        POINTER,
        INT,
        HANDLE;

        private MemoryLayout layout(MpiAbi abi) {
            return switch (this) {
                case POINTER -> ADDRESS;
                case INT -> JAVA_INT;
                case HANDLE -> abi.hasIntHandles() ? JAVA_INT : JAVA_LONG;
            };
        }

        private Class<?> type() {
            return switch (this) {
                case POINTER -> MemorySegment.class;
                case INT -> int.class;
                case HANDLE -> long.class;
            };
        }
    }

    /** A library that is being loaded. All functions return an error code. */
    private record Loaded(String file, SymbolLookup symbols, MpiAbi abi) {
        MethodHandle function(String name, Parameter... parameters) {
            return bind(name, List.of(), parameters);
        }

        /** For one that never waits, which costs less: the JVM cannot stop its threads during the call. */
        MethodHandle shortFunction(String name, Parameter... parameters) {
            return bind(name, List.of(Linker.Option.critical(false)), parameters);
        }

        @SuppressWarnings("restricted") // calling native functions is what the device is for
        private MethodHandle bind(String name, List<Linker.Option> options, Parameter... parameters) {
            MemorySegment address = symbols.find(name)
                    .orElseThrow(() -> new MpiException("no MPI library: file=%s lacks %s".formatted(file, name)));
            MemoryLayout[] layouts =
                    Arrays.stream(parameters).map(each -> each.layout(abi)).toArray(MemoryLayout[]::new);
            MethodHandle function = Linker.nativeLinker()
                    .downcallHandle(
                            address, FunctionDescriptor.of(JAVA_INT, layouts), options.toArray(Linker.Option[]::new));
            Class<?>[] types = Arrays.stream(parameters).map(Parameter::type).toArray(Class<?>[]::new);
            return MethodHandles.explicitCastArguments(function, MethodType.methodType(int.class, types));
        }
    }

    /**
     * Loads a library for as long as the JVM lives.
     *
     * @param file a path, or a name that the system's loader finds
     * @throws IllegalArgumentException if there is none
     * @throws MpiException if it is no MPI library of a known family
     */
    @SuppressWarnings("restricted") // calling native functions is what the device is for
    static MpiLibrary load(String file) {
        SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
        Loaded library = new Loaded(file, symbols, MpiAbi.of(file, symbols));
        MemorySegment scratch = Arena.global().allocate(TEXT_AT + LONGEST_TEXT, Long.BYTES);
        return new MpiLibrary(
                file,
                library.abi(),
                library.function("MPI_Init_thread", POINTER, POINTER, INT, POINTER),
                library.function("MPI_Initialized", POINTER),
                library.function("MPI_Finalize"),
                library.function("MPI_Comm_rank", HANDLE, POINTER),
                library.function("MPI_Comm_size", HANDLE, POINTER),
                library.function("MPI_Comm_set_errhandler", HANDLE, HANDLE),
                library.function("MPI_Get_library_version", POINTER, POINTER),
                library.function("MPI_Error_string", INT, POINTER, POINTER),
                library.function("MPI_Comm_dup", HANDLE, POINTER),
                library.function("MPI_Ialltoall", POINTER, INT, HANDLE, POINTER, INT, HANDLE, HANDLE, POINTER),
                library.shortFunction("MPI_Isend", POINTER, INT, HANDLE, INT, INT, HANDLE, POINTER),
                library.shortFunction("MPI_Irecv", POINTER, INT, HANDLE, INT, INT, HANDLE, POINTER),
                library.shortFunction("MPI_Test", POINTER, POINTER, POINTER),
                library.shortFunction("MPI_Get_count", POINTER, HANDLE, POINTER),
                library.function("MPI_Cancel", POINTER),
                library.function("MPI_Request_free", POINTER),
                scratch,
                scratch.asSlice(FLAG_AT),
                scratch.asSlice(COUNT_AT),
                scratch.asSlice(TEXT_AT));
    }

    /** Returns whether the library has been started in this process, by whomever. */
    boolean isInitialized() {
        check("MPI_Initialized", call(() -> (int) initialized.invokeExact(flag)));
        return scratch.get(JAVA_INT, FLAG_AT) != 0;
    }

    /**
     * Starts the library, and returns the thread level that it provides. Errors are returned from now on.
     *
     * @param level the thread level that is asked for
     */
    int init(int level) {
        MemorySegment none = MemorySegment.NULL;
        check("MPI_Init_thread", call(() -> (int) initThread.invokeExact(none, none, level, flag)));
        int provided = scratch.get(JAVA_INT, FLAG_AT);
        check("MPI_Comm_set_errhandler", call(() ->
                (int) setErrorHandler.invokeExact(abi.world(), abi.errorsReturn())));
        return provided;
    }

    /** Ends the library; other processes must do so too. */
    void finish() {
        check("MPI_Finalize", call(() -> (int) finalizing.invokeExact()));
    }

    int rank() {
        check("MPI_Comm_rank", call(() -> (int) commRank.invokeExact(abi.world(), flag)));
        return scratch.get(JAVA_INT, FLAG_AT);
    }

    int size() {
        check("MPI_Comm_size", call(() -> (int) commSize.invokeExact(abi.world(), flag)));
        return scratch.get(JAVA_INT, FLAG_AT);
    }

    /** Returns the first line of what the library says of itself. */
    String version() {
        check("MPI_Get_library_version", call(() -> (int) libraryVersion.invokeExact(text, flag)));
        return text.getString(0)
                .lines()
                .findFirst()
                .orElse("")
                .replaceAll("\\s+", " ")
                .trim();
    }

    /** Returns the world, and all messages of it apart from the others; other processes must do so too. */
    long copyOfWorld() {
        check("MPI_Comm_dup", call(() -> (int) commDup.invokeExact(abi.world(), flag)));
        return abi.hasIntHandles() ? scratch.get(JAVA_INT, FLAG_AT) : scratch.get(JAVA_LONG, FLAG_AT);
    }

    /**
     * Starts an exchange of bytes between all processes.
     *
     * @param length how many bytes go to each process, and come from it
     */
    void exchange(MemorySegment from, MemorySegment to, int length, MemorySegment request) {
        check("MPI_Ialltoall", call(() ->
                (int) ialltoall.invokeExact(from, length, abi.bytes(), to, length, abi.bytes(), abi.world(), request)));
    }

    /** Starts to send bytes; the memory is the library's until {@link #isDone}. */
    void send(MemorySegment memory, int length, int rank, int tag, long communicator, MemorySegment request) {
        int code;
        try {
            code = (int) isend.invokeExact(memory, length, abi.bytes(), rank, tag, communicator, request);
        } catch (Throwable e) {
            throw impossible(e);
        }
        check("MPI_Isend", code);
    }

    /** Starts to receive bytes from any process, with any tag. */
    void receive(MemorySegment memory, int most, MemorySegment request) {
        receive(memory, most, abi.anySource(), abi.anyTag(), abi.world(), request);
    }

    /** Starts to receive bytes from a process. */
    void receive(MemorySegment memory, int most, int rank, int tag, long communicator, MemorySegment request) {
        int code;
        try {
            code = (int) irecv.invokeExact(memory, most, abi.bytes(), rank, tag, communicator, request);
        } catch (Throwable e) {
            throw impossible(e);
        }
        check("MPI_Irecv", code);
    }

    /** Lets the library work, and returns whether a request is complete; then its status can be asked for. */
    boolean isDone(MemorySegment request) {
        int code;
        try {
            code = (int) test.invokeExact(request, flag, scratch);
        } catch (Throwable e) {
            throw impossible(e);
        }
        check("MPI_Test", code);
        return scratch.get(JAVA_INT, FLAG_AT) != 0;
    }

    /** Returns the rank of the sender of the request that was found complete last. */
    int source() {
        return scratch.get(JAVA_INT, abi.sourceAt());
    }

    /** Returns the tag of the request that was found complete last. */
    int tag() {
        return scratch.get(JAVA_INT, abi.tagAt());
    }

    /** Returns the number of bytes of the request that was found complete last. */
    int count() {
        int code;
        try {
            code = (int) getCount.invokeExact(scratch, abi.bytes(), counted);
        } catch (Throwable e) {
            throw impossible(e);
        }
        check("MPI_Get_count", code);
        return scratch.get(JAVA_INT, COUNT_AT);
    }

    /** Gives a receive up that nothing has come for. */
    void cancel(MemorySegment request) {
        check("MPI_Cancel", call(() -> (int) cancel.invokeExact(request)));
        check("MPI_Request_free", call(() -> (int) requestFree.invokeExact(request)));
    }

    /** A call of the library. */
    @FunctionalInterface
    private interface Call {
        @SuppressWarnings("IllegalThrows") // as method handles declare
        int make() throws Throwable;
    }

    private static int call(Call call) {
        try {
            return call.make();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static RuntimeException impossible(Throwable e) {
        return new IllegalStateException("a function of the MPI library was called wrongly", e);
    }

    private void check(String function, int code) {
        if (code != 0) {
            throw new MpiException(
                    "%s failed: code=%d: %s; library=%s".formatted(function, code, describe(code), file));
        }
    }

    private String describe(int code) {
        return call(() -> (int) errorString.invokeExact(code, text, flag)) == 0 ? text.getString(0) : "?";
    }
}
