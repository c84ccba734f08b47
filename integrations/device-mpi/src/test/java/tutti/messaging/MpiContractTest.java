package tutti.messaging;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import tutti.device.mpi.MpiDevices;

/** The contract of devices, over MPI; both processes are this JVM, and send to themselves. */
class MpiContractTest extends DeviceContractTest {
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
