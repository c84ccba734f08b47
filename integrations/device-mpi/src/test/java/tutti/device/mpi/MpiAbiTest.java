package tutti.device.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Libraries that are functions of Java. */
@SuppressWarnings("restricted") // memory that native code names
class MpiAbiTest {
    private static final String OPEN_MPI = "Open MPI v4.1.4, package: Debian OpenMPI";
    private static final String MPICH = "MPICH Version:\t4.0.2\nMPICH Release date: Thu Apr  7";

    @Test
    void shouldKnowTheStandardByItsAnswerWhateverTheFileIsCalled() throws Exception {
        assertThat(MpiAbi.of("/opt/libmpi-standard.so", library(MPICH, 1, "MPI_UNWEIGHTED")))
                .extracting(MpiAbi::name)
                .isEqualTo("MPI 5.0 ABI");
    }

    @Test
    void shouldKnowTheFamiliesBeforeTheStandardWhateverTheirFolderIsCalled() throws Exception {
        String openMpi = "/opt/libmpi_abi-tests/libmpi.so.40";
        String mpich = "/opt/libmpi_abi-tests/libmpi.so.12";
        String[] symbols = {"ompi_mpi_comm_world", "ompi_mpi_byte", "ompi_mpi_errors_return"};
        assertThat(MpiAbi.of(openMpi, library(OPEN_MPI, null, symbols)).name()).isEqualTo("Open MPI");
        assertThat(MpiAbi.of(openMpi, library(OPEN_MPI, -1, symbols)).name()).isEqualTo("Open MPI");
        assertThat(MpiAbi.of(mpich, library(MPICH, null, "MPI_UNWEIGHTED")).name())
                .isEqualTo("MPICH");
        assertThat(MpiAbi.of(mpich, library(MPICH, -1, "MPI_UNWEIGHTED")).name())
                .isEqualTo("MPICH");
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() throws Exception {
        assertThatThrownBy(() -> MpiAbi.of("libmpi.so", library("HPE MPT 2.25\nmore", null)))
                .isInstanceOf(MpiException.class)
                .hasMessageContainingAll(
                        "MPI library of an unknown family: file=libmpi.so version=HPE MPT 2.25",
                        "choose one of Open MPI, MPICH, or the MPI 5.0 ABI by TUTTI_MPI_LIBRARY");
        assertThatThrownBy(() -> MpiAbi.of("libmpi_abi.so.1", library(MPICH, 2)))
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("abi=2.0");
        assertThatThrownBy(() -> MpiAbi.of("libc.so.6", name -> Optional.empty()))
                .isInstanceOf(MpiException.class)
                .hasMessage("no MPI library: file=libc.so.6 lacks MPI_Get_library_version");
    }

    /**
     * Makes a library.
     *
     * @param abi the version of the standard that it says it follows; null if it cannot be asked
     */
    private static SymbolLookup library(String version, Integer abi, String... symbols) throws Exception {
        Map<String, MemorySegment> found = new HashMap<>();
        for (String symbol : symbols) {
            found.put(symbol, Arena.ofAuto().allocate(JAVA_INT));
        }
        FunctionDescriptor function = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
        found.put("MPI_Get_library_version", stub("writeText", version, String.class, function));
        if (abi != null) {
            found.put("MPI_Abi_get_version", stub("writeNumbers", abi, int.class, function));
        }
        return name -> Optional.ofNullable(found.get(name));
    }

    private static MemorySegment stub(String method, Object answer, Class<?> type, FunctionDescriptor function)
            throws Exception {
        MethodHandle handle = MethodHandles.insertArguments(
                MethodHandles.lookup()
                        .findStatic(
                                MpiAbiTest.class,
                                method,
                                MethodType.methodType(int.class, type, MemorySegment.class, MemorySegment.class)),
                0,
                answer);
        return Linker.nativeLinker().upcallStub(handle, function, Arena.global());
    }

    static int writeText(String answer, MemorySegment text, MemorySegment length) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, text.reinterpret(bytes.length + 1), JAVA_BYTE, 0, bytes.length);
        text.reinterpret(bytes.length + 1).set(JAVA_BYTE, bytes.length, (byte) 0);
        length.reinterpret(Integer.BYTES).set(JAVA_INT, 0, bytes.length);
        return 0;
    }

    static int writeNumbers(int answer, MemorySegment major, MemorySegment minor) {
        major.reinterpret(Integer.BYTES).set(JAVA_INT, 0, answer);
        minor.reinterpret(Integer.BYTES).set(JAVA_INT, 0, answer < 0 ? answer : 0);
        return 0;
    }
}
