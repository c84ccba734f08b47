package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MpiLibraryChoiceTest {
    @Test
    void shouldTakeWhatIsAskedFor() {
        assertThat(MpiLibraryChoice.names("/opt/libmpi.so", Map.of("TUTTI_MPI_LIBRARY", "other")))
                .containsExactly("/opt/libmpi.so");
        assertThat(MpiLibraryChoice.names(null, Map.of("TUTTI_MPI_LIBRARY", "other", "PMI_RANK", "0")))
                .containsExactly("other");
    }

    @Test
    void shouldLetOneThreadCallWhereThatIsAskedFor() {
        assertThat(MpiStart.isFunneled(null, Map.of())).isFalse();
        assertThat(MpiStart.isFunneled(null, Map.of("TUTTI_MPI_THREADS", "funneled")))
                .isTrue();
        assertThat(MpiStart.isFunneled("serialized", Map.of("TUTTI_MPI_THREADS", "funneled")))
                .isFalse();
        assertThatThrownBy(() -> MpiStart.isFunneled("many", Map.of()))
                .isInstanceOf(MpiException.class)
                .hasMessage("no such thread level: TUTTI_MPI_THREADS=many; choose serialized or funneled");
    }

    @Test
    void shouldTakeTheLibraryOfTheLauncher() {
        assertThat(MpiLibraryChoice.names(null, Map.of("OMPI_COMM_WORLD_SIZE", "2")))
                .startsWith("libmpi.so.40")
                .noneMatch(name -> name.contains("mpich"));
        assertThat(MpiLibraryChoice.names(null, Map.of("PMI_RANK", "0")))
                .startsWith("libmpi_abi.so.0")
                .contains("libmpich.so.12")
                .doesNotContain("libmpi.so.40");
    }
}
