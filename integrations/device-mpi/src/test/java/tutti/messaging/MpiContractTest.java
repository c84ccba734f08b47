package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import tutti.device.mpi.MpiDevices;
import tutti.messaging.device.BufferSender;
import tutti.messaging.match.Credit;
import tutti.serialization.DirectBuffer;

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

    /** The sender waits for credit, and a piece may be under way. */
    @Test
    void shouldKeepMemoryOpenWhileItIsSent() {
        open(() -> DevicePair.ofWired(MpiDevices::inOneProcess));
        BufferSender sender = establishedBuffers();
        byte[] bytes = new byte[9 << 20];
        new Random(1).nextBytes(bytes);
        AtomicInteger refused = new AtomicInteger();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            Credit credit = new Credit(0, bytes.length, 10, "a stream"); // for one piece
            sender.send(
                    fragments(DirectBuffer.of(memory.asByteBuffer()), sender, credit),
                    true,
                    () -> {
                        assertThatThrownBy(arena::close).isInstanceOf(IllegalStateException.class);
                        refused.incrementAndGet();
                        credit.lift();
                    },
                    () -> () -> "room");
        }
        awaitCount(2);

        assertThat(refused.get()).isPositive();
        assertThat((byte[]) received().messages().get(1).payload().take()).isEqualTo(bytes);
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
