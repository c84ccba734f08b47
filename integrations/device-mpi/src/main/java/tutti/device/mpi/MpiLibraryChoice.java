package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The MPI library of this JVM, loaded when it is first needed.
 *
 * <p>It is that of the system property {@code tutti.mpi.library} or the environment's {@code TUTTI_MPI_LIBRARY}, else
 * the one whose launcher has started this process, else the first that is found.
 */
final class MpiLibraryChoice {
    private static final String PROPERTY = "tutti.mpi.library";
    private static final String VARIABLE = "TUTTI_MPI_LIBRARY";
    private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so");
    private static final List<String> MPICH = List.of("libmpich.so.12", "libmpi.so.12");
    private static final List<String> STANDARD = List.of("libmpi_abi.so.0", "libmpi_abi.so");
    private static final int UNLESS_SET = 0; // setenv's last argument

    private MpiLibraryChoice() {}

    /** What became of loading it; constant, so that compiled code calls its functions directly. */
    private static final class Holder {
        private static final @Nullable MpiLibrary LIBRARY;
        private static final @Nullable String FAILURE;

        static {
            MpiLibrary library = null;
            String failure = null;
            try {
                library = load(names(System.getProperty(PROPERTY), System.getenv()));
            } catch (MpiException | IllegalArgumentException | IllegalCallerException e) {
                failure = e.getMessage();
            }
            LIBRARY = library;
            FAILURE = failure;
        }

        private Holder() {}
    }

    /**
     * Returns the library.
     *
     * @throws MpiException if there is none
     */
    static MpiLibrary library() {
        MpiLibrary library = Holder.LIBRARY;
        if (library == null) {
            throw new MpiException(String.valueOf(Holder.FAILURE));
        }
        return library;
    }

    /** Returns the names of libraries to try, the best first. */
    static List<String> names(@Nullable String asked, Map<String, String> environment) {
        String chosen = asked == null ? environment.get(VARIABLE) : asked;
        if (chosen != null && !chosen.isBlank()) {
            return List.of(chosen);
        }
        List<String> names = new ArrayList<>();
        if (environment.containsKey("OMPI_COMM_WORLD_SIZE")) {
            names.addAll(OPEN_MPI);
        } else if (environment.containsKey("PMI_RANK")) {
            names.addAll(STANDARD);
            names.addAll(MPICH);
        } else {
            names.addAll(STANDARD);
            names.addAll(OPEN_MPI);
            names.addAll(MPICH);
        }
        return names;
    }

    private static MpiLibrary load(List<String> names) {
        leaveSignalsToTheJvm();
        List<String> failures = new ArrayList<>();
        for (String name : names) {
            try {
                return MpiLibrary.load(name);
            } catch (IllegalArgumentException e) {
                failures.add(e.getMessage());
            }
        }
        throw new MpiException("no MPI library is found: tried %s: %s; install one, or name it by %s=/path/to/libmpi.so"
                .formatted(String.join(", ", names), failures.getFirst(), VARIABLE));
    }

    /**
     * UCX, on which MPI libraries stand, would take for a crash what the JVM handles, and end the process. It reads
     * this when it is loaded.
     */
    @SuppressWarnings("restricted") // calling native functions is what the device is for
    private static void leaveSignalsToTheJvm() {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().find("setenv").orElse(null);
        if (address == null) {
            return; // no POSIX, no UCX
        }
        MethodHandle setenv = linker.downcallHandle(
                address,
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int code = (int)
                    setenv.invokeExact(arena.allocateFrom("UCX_ERROR_SIGNALS"), arena.allocateFrom(""), UNLESS_SET);
            if (code != 0) {
                throw new MpiException("setenv failed: code=" + code);
            }
        } catch (MpiException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("setenv was called wrongly", e);
        }
    }
}
