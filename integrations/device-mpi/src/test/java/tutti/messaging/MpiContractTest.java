package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import tutti.device.mpi.MpiDevices;

/**
 * The contract of devices, over MPI; both processes are this JVM, and send to themselves.
 *
 * <p>It runs over the library that is found first, and again over MPICH in a JVM of its own.
 */
class MpiContractTest extends DeviceContractTest {
    @BeforeAll
    static void requireLibrary() {
        String missing = MpiDevices.missing();
        assumeTrue(missing.isEmpty(), missing);
    }

    @Test
    void shouldUseTheLibraryThatIsAskedFor() {
        if (System.getProperty("tutti.mpi.library", "").contains("mpich")) {
            assertThat(MpiDevices.version()).contains("MPICH");
        } else {
            assertThat(MpiDevices.version()).isNotEmpty();
        }
    }

    /** Compiled code finds a null by SIGSEGV, which a library may take for a crash. */
    @Test
    void shouldLeaveSignalsToTheJvm() {
        for (int i = 0; i < 20_000; i++) {
            assertThat(length("four")).isEqualTo(4); // until it is compiled
        }
        assertThatThrownBy(() -> length(null)).isInstanceOf(NullPointerException.class);
    }

    private static int length(@Nullable String text) {
        return text.length();
    }

    static Stream<Named<Supplier<DevicePair>>> devices() {
        return Stream.of(Named.of("MPI", () -> DevicePair.ofWired(MpiDevices::inOneProcess)));
    }

    static Stream<Named<Supplier<DevicePair>>> devicesBetweenProcesses() {
        return devices();
    }

    static Stream<Named<Supplier<DevicePair>>> devicesThatAreWired() {
        return devices();
    }
}
