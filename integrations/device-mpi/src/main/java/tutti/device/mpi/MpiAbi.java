package tutti.device.mpi;

import java.lang.foreign.SymbolLookup;

/**
 * What differs between MPI libraries: how large a handle is, constants, and where a status has its fields.
 *
 * <p>MPI 5.0 has a binary interface that libraries share ({@code libmpi_abi}); before it there were two families. Which
 * one a library is of is found out from the library itself.
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

    /** Returns that of a library. */
    static MpiAbi of(String file, SymbolLookup library) {
        if (file.contains("libmpi_abi")) {
            return new MpiAbi("MPI 5.0 ABI", false, 0x101, 0x247, 0x143, 2048, -1, -2, 4);
        }
        if (library.find("ompi_mpi_comm_world").isPresent()) {
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
        return new MpiAbi("MPICH", true, 0x44000000, 0x4c00010d, 0x54000001, 2, -2, -1, 12);
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
