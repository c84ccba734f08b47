package tutti.serialization.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** A thread that copies memory while another closes it is not interrupted afterwards. */
class ClosedMemoryTest {
    private static final int ROUNDS = 300;
    private static final int INTS = 1 << 14;

    @Test
    void shouldLeaveNoInterrupt() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Arena arena = Arena.ofShared();
            DirectBuffer source = DirectBuffer.of(arena.allocate(4L * INTS, 8), ElementType.INT);
            DirectBuffer target = DirectBuffer.of(new int[INTS]);
            CompletableFuture<Void> copies = new CompletableFuture<>();
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        target.copyFrom(source);
                        source.word(0);
                        copies.complete(null);
                    }
                } catch (IllegalStateException e) {
                    interrupted.complete(Thread.interrupted());
                }
            });
            copies.get();
            arena.close();
            assertThat(interrupted.get()).isFalse();
        }
    }
}
