package tutti.device.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * What differs between MPI libraries: how large a handle is, constants, and where a status has its fields.
 *
 * <p>MPI 5.0 has a binary interface that libraries share ({@code libmpi_abi}); before it there were two families. Which
 * one a library is of is found out from the library itself: by its answers, then by its symbols.
 *
 * @param name of the family
 * @param hasIntHandles whether a handle is a number of 32 bits, and not an address
 * @param world handle of {@code MPI_COMM_WORLD}
 * @param bytes handle of {@code MPI_BYTE}
 * @param errorsReturn handle of {@code MPI_ERRORS_RETURN}
 * @param serialized {@code MPI_THREAD_SERIALIZED}; a larger level allows more
 * @param anySource {@code MPI_ANY_SOURCE}
 * @param anyTag {@code MPI_ANY_TAG}
 * @param tagAt offset of {@code MPI_TAG} in a status
 */
record MpiAbi(
        String name,
        boolean hasIntHandles,
        long world,
        long bytes,
        long errorsReturn,
        int serialized,
        int anySource,
        int anyTag,
        long tagAt) {
    /** No status is larger. */
    static final long STATUS_BYTES = 64;

    private static final int NO_ABI = -1; // the answer of libraries that do not follow the standard

    /**
     * Asks a library which one it has.
     *
     * @param file for the errors' texts alone: a library is not known by its name
     * @throws MpiException if it is no MPI library, or of no known family
     */
    static MpiAbi of(String file, SymbolLookup library) {
        MemorySegment version = Arena.ofAuto().allocate(MpiLibrary.LONGEST_TEXT);
        MemorySegment numbers = Arena.ofAuto().allocate(JAVA_INT, 2);
        MemorySegment second = numbers.asSlice(Integer.BYTES);
        if (!ask(library, "MPI_Get_library_version", version, numbers)) {
            throw new MpiException("no MPI library: file=%s lacks MPI_Get_library_version".formatted(file));
        }
        int abi = ask(library, "MPI_Abi_get_version", numbers, second) ? numbers.get(JAVA_INT, 0) : NO_ABI;
        if (abi == 1) {
            return new MpiAbi("MPI 5.0 ABI", false, 0x101, 0x247, 0x143, 2048, -1, -2, 4);
        }
        if (abi == NO_ABI && library.find("ompi_mpi_comm_world").isPresent()) {
            return new MpiAbi(
                    "Open MPI",
                    false,
                    address(library, "ompi_mpi_comm_world"),
                    address(library, "ompi_mpi_byte"),
                    address(library, "ompi_mpi_errors_return"),
                    2,
                    -1,
                    -1,
                    4);
        }
        if (abi == NO_ABI && library.find("MPI_UNWEIGHTED").isPresent()) { // a variable in this family alone
            return new MpiAbi("MPICH", true, 0x44000000, 0x4c00010d, 0x54000001, 2, -2, -1, 12);
        }
        throw new MpiException(
                "MPI library of an unknown family: file=%s version=%s%s; choose one of Open MPI, MPICH, or the MPI 5.0 ABI by TUTTI_MPI_LIBRARY=/path/to/libmpi.so"
                        .formatted(
                                file,
                                version.getString(0).lines().findFirst().orElse(""),
                                abi == NO_ABI ? "" : " abi=%d.%d".formatted(abi, second.get(JAVA_INT, 0))));
    }

    /** Calls a function that may be called before MPI starts; returns whether there is such a function. */
    @SuppressWarnings("restricted") // calling native functions is what the device is for
    private static boolean ask(SymbolLookup library, String function, MemorySegment first, MemorySegment second) {
        MemorySegment address = library.find(function).orElse(null);
        if (address == null) {
            return false;
        }
        MethodHandle handle =
                Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        try {
            return (int) handle.invokeExact(first, second) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(function + " was called wrongly", e);
        }
    }

    /** Returns the offset of {@code MPI_SOURCE} in a status. */
    long sourceAt() {
        return tagAt - Integer.BYTES; // in each family
    }

    /** Returns {@code MPI_THREAD_FUNNELED}. */
    int funneled() {
        return serialized / 2; // in each family: 1 and 2, or 1024 and 2048
    }

    private static long address(SymbolLookup library, String symbol) {
        return library.find(symbol)
                .orElseThrow(() -> new MpiException("no MPI library of a known family: it lacks the symbol " + symbol))
                .address();
    }
}
